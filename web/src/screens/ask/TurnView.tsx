// A question and what came of it.
import { useEffect, useRef, useState } from "preact/hooks";
import { TroubleNotice } from "../../parts/Notice";
import { words } from "../../words";
import { Actions } from "./Actions";
import { AnswerView } from "./AnswerView";
import { Calm } from "./Calm";
import { Manner } from "./Manner";
import { Sources } from "./Sources";
import type { Turn, Wish } from "./turns";

const say = words.ask;

interface Props {
  turn: Turn;
  last: boolean;
  /** Does not scroll to itself. */
  still?: boolean;
  session: string | null;
  onAsk: (question: string, wish: Wish) => void;
}

export function TurnView({ turn, last, still, onAsk }: Props) {
  const [lit, light] = useState<number | null>(null);
  const place = useRef<HTMLElement>(null);
  const busy = turn.state === "waiting" || turn.state === "writing";
  useEffect(() => {
    if (last && !still) place.current?.scrollIntoView({ block: "start" });
  }, []);
  const sources = turn.sources ?? [];
  const { asked } = turn;
  return (
    <article ref={place} class="turn" data-turn={last ? "last" : ""} data-state={turn.state}>
      <h2 class="turn-question" dir="auto">
        {turn.question}
      </h2>
      <div class={`turn-body ${sources.length ? "" : "alone"}`}>
        {sources.length > 0 && <Sources sources={sources} lit={lit} trace={turn.trace} />}
        <div class="turn-answer">
          {busy && !turn.text && (
            <p class="looking" role="status">
              {sources.length ? say.reading(sources.length) : say.looking}
            </p>
          )}
          {asked?.misspelled?.map((word) => (
            <p key={word.written} class="turn-note">
              {say.readAs(word.written, word.read)}
            </p>
          ))}
          <AnswerView turn={turn} lit={lit} onHover={light} />
          {turn.state === "stopped" && <p class="turn-note">{say.stopped}</p>}
          {turn.state === "failed" && <TroubleNotice error={turn.error} again={() => onAsk(turn.question, turn.wish)} />}
          {asked && !busy && <Calm asked={asked} onAsk={(question) => onAsk(question, turn.wish)} />}
          {asked && !busy && <Manner asked={asked} />}
          {asked && !busy && <Actions turn={turn} asked={asked} onAsk={onAsk} />}
        </div>
      </div>
      <p class="unseen" role="status">
        {turn.state === "done" && asked ? spoken(turn) : ""}
      </p>
    </article>
  );
}

/** What a screen reader hears when the answer is there. */
function spoken(turn: Turn): string {
  const text = turn.asked?.answer.text;
  if (!text) return say.status[turn.asked?.status ?? "not_found"];
  return `${text.replace(/\[\d+\]/g, "")} ${say.sourcesCount(turn.sources?.length ?? 0)}`;
}
