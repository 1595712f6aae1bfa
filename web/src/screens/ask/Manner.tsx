// A quiet line: how it was answered, how sure, how long it took, and the way to why.
import { link } from "../../address";
import type { Asked } from "../../api/types";
import { strategyName } from "../../parts/names";
import { percent, time, words } from "../../words";

const say = words.ask;

export function Manner({ asked }: { asked: Asked }) {
  const { answer, timings_ms: times, status } = asked;
  const parts: string[] = [];
  if (answer.text || answer.items?.length) {
    parts.push(manner(asked));
    if (answer.confidence !== null && answer.confidence !== undefined) parts.push(say.sure(percent(answer.confidence)));
  }
  if (times["total"]) parts.push(time(times["total"]));
  return (
    <p class="manner" data-status={status}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {asked.trace && <a href={link(["why", asked.trace])}>{say.why}</a>}
      {asked.notes?.map((note) => (
        <span key={note} class="manner-note" dir="auto">
          {inWords(note)}
        </span>
      ))}
    </p>
  );
}

/** What the server notes, in the words of the page where it knows them. */
function inWords(note: string) {
  const [, arm = "", reason = ""] = /^(\w+) took no part: (.*)$/s.exec(note) ?? [];
  if (!arm) return <span lang="en">{note}</span>;
  const why = say.noPart.reasons[reason];
  return (
    <>
      {say.noPart.arm(strategyName(arm))} {why ?? <span lang="en">{reason}</span>}
    </>
  );
}

function manner({ answer }: Asked): string {
  if (answer.mode === "generated") return answer.model ? say.writtenBy(answer.model) : say.written;
  if (answer.expression || answer.query) return say.computed;
  return answer.items?.length ? say.listed : say.quoted;
}
