// What one does with an answer: copy it with its references, ask it another way, say whether it helped.
import { useState } from "preact/hooks";
import { post } from "../../api/client";
import type { Asked } from "../../api/types";
import { copy } from "../../parts/csv";
import { words } from "../../words";
import { Ways } from "./Ways";
import { withReferences } from "./references";
import type { Turn, Wish } from "./turns";

const say = words.ask;
/** How long “Copied” stays, in milliseconds. */
const SAID_MS = 1500;

interface Props {
  turn: Turn;
  asked: Asked;
  onAsk: (question: string, wish: Wish) => void;
}

export function Actions({ turn, asked, onAsk }: Props) {
  const [copied, setCopied] = useState<"" | "yes" | "no">("");
  const [other, setOther] = useState(false);
  const [wish, setWish] = useState<Wish>(turn.wish);
  const copyAnswer = async () => {
    setCopied((await copy(withReferences(asked))) ? "yes" : "no");
    setTimeout(() => setCopied(""), SAID_MS);
  };
  const label = { "": say.copy, yes: words.table.copied, no: say.copyFailed }[copied];
  return (
    <div class="actions">
      <div class="actions-row">
        {asked.answer.text && (
          <button type="button" class="quiet" onClick={() => void copyAnswer()}>
            {label}
          </button>
        )}
        <button type="button" class="quiet" aria-expanded={other} onClick={() => setOther(!other)}>
          {say.otherwise}
        </button>
        <Thumbs trace={asked.trace} />
      </div>
      {other && (
        <div class="otherwise">
          <Ways wish={wish} onChange={setWish} />
          <button type="button" onClick={() => onAsk(turn.question, wish)}>
            {say.askAgain}
          </button>
        </div>
      )}
    </div>
  );
}

function Thumbs({ trace }: { trace: string }) {
  const [given, give] = useState<boolean | null>(null);
  const [failed, setFailed] = useState(false);
  const send = async (helpful: boolean) => {
    const before = given;
    give(helpful);
    setFailed(false);
    try {
      await post("feedback", { trace, helpful });
    } catch {
      give(before);
      setFailed(true);
    }
  };
  const thumb = (helpful: boolean, name: string) => (
    <button type="button" class="quiet thumb" aria-pressed={given === helpful} aria-label={name} title={name} onClick={() => void send(helpful)}>
      <Thumb down={!helpful} />
    </button>
  );
  return (
    <span class="thumbs">
      {thumb(true, say.helpful)}
      {thumb(false, say.unhelpful)}
      <span class="muted small" role="status">
        {failed ? say.feedbackFailed : given === null ? "" : say.thanks}
      </span>
    </span>
  );
}

function Thumb({ down }: { down: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true" class={down ? "down" : ""}>
      <path
        d="M2 7.5h2.2v6H2zM4.2 7.6 7 2c1 0 1.7.7 1.7 1.7v2.6h3.6c1 0 1.8.9 1.6 1.9l-.8 4c-.2.8-.8 1.3-1.6 1.3H4.2"
        fill="none"
        stroke="currentColor"
        stroke-width="1.3"
        stroke-linejoin="round"
      />
    </svg>
  );
}
