// What to read, what for, and how long.
import { useState } from "preact/hooks";
import { collection } from "../../address";
import type { AnalyzeWish, Wish } from "../../api/analysis";
import { words } from "../../words";
import { useDocuments } from "../documents/list";

const say = words.analyze;
/** Documents offered at once. */
const OFFERED = 30;
const WISHES: Wish[] = ["", "question", "summary", "references"];
const SECONDS = [5, 10, 30, 60, 180, 600];

interface Props {
  wish: AnalyzeWish;
  busy: boolean;
  onChange: (wish: AnalyzeWish) => void;
  onBegin: () => void;
  onStop: () => void;
}

export function Form({ wish, busy, onChange, onBegin, onStop }: Props) {
  return (
    <form
      class="analyze-form"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin();
      }}
    >
      <Picker chosen={wish.document_ids} onChange={(document_ids) => onChange({ ...wish, document_ids })} />
      <div class="analyze-line">
        <input
          class="analyze-question"
          data-question
          value={wish.query}
          aria-label={say.question}
          placeholder={say.placeholder}
          onInput={(event) => onChange({ ...wish, query: event.currentTarget.value })}
        />
        <select
          value={wish.wish}
          aria-label={say.wish}
          onChange={(event) => onChange({ ...wish, wish: event.currentTarget.value as Wish })}
        >
          {WISHES.map((one) => (
            <option key={one} value={one}>
              {say.wishes[one || "auto"]}
            </option>
          ))}
        </select>
        <select
          value={wish.deadline}
          aria-label={say.deadline}
          onChange={(event) => onChange({ ...wish, deadline: Number(event.currentTarget.value) })}
        >
          {SECONDS.map((one) => (
            <option key={one} value={one}>
              {one < 60 ? say.seconds(one) : say.minutes(one / 60)}
            </option>
          ))}
        </select>
        {/* Two buttons, not one that changes: pressed to stop, it would then send the form. */}
        {busy ? (
          <button key="stop" type="button" onClick={onStop}>
            {words.ask.stop}
          </button>
        ) : (
          <button key="begin" type="submit" class="primary" disabled={!wish.query.trim()}>
            {say.begin}
          </button>
        )}
      </div>
    </form>
  );
}

/** Documents by name; none chosen means all. */
function Picker({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const held = useDocuments(collection());
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState(false);
  const names = new Map(held.rows.map((row) => [row.document_id, row.document]));
  const parts = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = held.rows.filter(
    (row) =>
      row.state === "ready" &&
      !chosen.includes(row.document_id) &&
      parts.every((part) => `${row.document} ${row.title ?? ""}`.toLocaleLowerCase().includes(part)),
  );
  const take = (id: string) => {
    onChange([...chosen, id]);
    setWanted("");
  };
  return (
    <div class="picker" onBlur={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOpen(false)}>
      <div class="chosen">
        <span class="muted">{chosen.length ? say.read : say.readAll}</span>
        {chosen.map((id) => (
          <button
            key={id}
            type="button"
            class="pick"
            aria-label={say.leave(names.get(id) ?? id)}
            onClick={() => onChange(chosen.filter((one) => one !== id))}
          >
            <span dir="auto">{names.get(id) ?? id}</span> ✕
          </button>
        ))}
        <input
          type="search"
          value={wanted}
          aria-label={say.pick}
          placeholder={say.pick}
          onFocus={() => setOpen(true)}
          onInput={(event) => {
            setWanted(event.currentTarget.value);
            setOpen(true);
          }}
        />
      </div>
      {open && (
        <ul class="picks">
          {fits.slice(0, OFFERED).map((row) => (
            <li key={row.document_id}>
              <button type="button" class="quiet" onClick={() => take(row.document_id)}>
                <span dir="auto">{row.document}</span>
                <span class="muted small">{row.pages ? words.counted.pages(row.pages) : ""}</span>
              </button>
            </li>
          ))}
          {fits.length > OFFERED && <li class="muted small more">{say.moreDocuments(fits.length - OFFERED)}</li>}
        </ul>
      )}
    </div>
  );
}
