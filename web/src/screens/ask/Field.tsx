// Where one asks: grows with what is typed, keeps it when the server is gone, and offers other ways.
import { useEffect, useRef, useState } from "preact/hooks";
import { remember, remembered } from "../../storage";
import { words } from "../../words";
import { Ways } from "./Ways";
import type { Wish } from "./turns";

const say = words.ask;
/** Bytes of a question that the server takes. */
const QUESTION_BYTES_MAX = 8192;

interface Props {
  busy: boolean;
  /** A question that no answer came to: it is typed again. */
  failed?: string;
  follow?: boolean;
  /** What may be asked, where that is not anything. */
  label?: string;
  onAsk: (question: string, wish: Wish) => void;
  onStop: () => void;
}

export function Field({ busy, failed, follow, label, onAsk, onStop }: Props) {
  const name = label ?? (follow ? say.follow : say.question);
  const draft = label ? "draft.document" : "draft";
  const [text, setText] = useState(() => remembered(draft) ?? "");
  const [wish, setWish] = useState<Wish>({});
  const [ways, showWays] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => remember(draft, text || null), [text]);
  useEffect(() => {
    if (failed) setText((typed) => typed || failed);
  }, [failed]);
  useEffect(() => grow(field.current), [text]);
  const tooLong = new TextEncoder().encode(text).length > QUESTION_BYTES_MAX;
  const ask = () => {
    const question = text.trim();
    if (!question || busy || tooLong) return;
    setText("");
    // The field may go with this question; what is typed next time begins anew.
    remember(draft, null);
    onAsk(question, wish);
  };
  return (
    <form
      class={`field ${follow ? "field-follow" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div class="field-box">
        <textarea
          ref={field}
          data-question
          rows={1}
          dir="auto"
          autoFocus={!follow && !label && matchMedia("(hover: hover)").matches}
          value={text}
          aria-label={name}
          placeholder={name}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            ask();
          }}
        />
        <button type="button" class="quiet" aria-expanded={ways} title={say.ways} aria-label={say.ways} onClick={() => showWays(!ways)}>
          <Sliders />
        </button>
        {busy ? (
          <button type="button" class="primary" onClick={onStop}>
            {say.stop}
          </button>
        ) : (
          <button type="submit" class="primary" disabled={!text.trim() || tooLong}>
            {say.ask}
          </button>
        )}
      </div>
      {tooLong && (
        <p class="field-note" role="alert">
          {say.tooLong}
        </p>
      )}
      {ways && <Ways wish={wish} onChange={setWish} />}
    </form>
  );
}

function Sliders() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M1 4h7m4 0h3M1 12h2m4 0h8" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
      <circle cx="10" cy="4" r="2" fill="none" stroke="currentColor" stroke-width="1.5" />
      <circle cx="5" cy="12" r="2" fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}

/** As high as its text, up to a third of the window. */
function grow(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, innerHeight / 3)}px`;
}
