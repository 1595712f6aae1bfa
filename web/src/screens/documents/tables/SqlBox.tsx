// A field for a query, which offers the names that there are.
import { useId, useRef, useState } from "preact/hooks";
import type { Card } from "../../../api/library";
import { words } from "../../../words";
import { type Offer, begun, offers } from "./complete";

const say = words.documents;

interface Props {
  sql: string;
  cards: Card[];
  busy: boolean;
  onChange: (sql: string) => void;
  onRun: () => void;
}

export function SqlBox({ sql, cards, busy, onChange, onRun }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<Offer[]>([]);
  const [at, setAt] = useState(0);
  const id = useId();
  const look = (text: string, caret: number) => {
    setShown(offers(text, caret, cards));
    setAt(0);
  };
  const take = (offer: Offer) => {
    const input = field.current;
    if (!input) return;
    const caret = input.selectionStart;
    const { start } = begun(sql, caret);
    onChange(`${sql.slice(0, start)}${offer.text}${sql.slice(caret)}`);
    setShown([]);
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(start + offer.text.length, start + offer.text.length);
    });
  };
  const onKey = (event: KeyboardEvent) => {
    const offer = shown[at];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setShown([]);
      return onRun();
    }
    if (!offer) return;
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (turn) setAt((at + turn + shown.length) % shown.length);
    else if (event.key === "Tab" || event.key === "Enter") take(offer);
    else if (event.key === "Escape") setShown([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      class="sql"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <div class="sql-field">
        <textarea
          ref={field}
          rows={3}
          value={sql}
          spellcheck={false}
          autocomplete="off"
          aria-label={say.sql}
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={shown.length ? `${id}-${at}` : undefined}
          placeholder={say.sqlExample}
          onInput={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onKeyDown={onKey}
          onBlur={() => setTimeout(() => setShown([]), 150)}
        />
        <ul id={id} class="offers" role="listbox" aria-label={say.offers} hidden={!shown.length}>
          {shown.map((offer, index) => (
            <li
              key={offer.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault();
                take(offer);
              }}
            >
              <code>{offer.text}</code>
              <span class="muted small">{offer.about}</span>
            </li>
          ))}
        </ul>
      </div>
      <p class="sql-does">
        <button type="submit" class="primary" disabled={busy || !sql.trim()}>
          {busy ? say.running : say.run}
        </button>
        <span class="muted small">{say.sqlKeys}</span>
      </p>
    </form>
  );
}
