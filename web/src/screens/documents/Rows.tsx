// A row a document. Ten thousand of them scroll: only those in view are drawn.
import { useRef, useState } from "preact/hooks";
import { become, go, link } from "../../address";
import type { DocumentRow } from "../../api/types";
import { useKeys } from "../../keys";
import type { Removable, Removal } from "../../parts/Undo";
import { Reason } from "../../parts/Reason";
import { formatName } from "../../parts/names";
import { showRow, useWindow } from "../../parts/rows";
import { number, percent, words } from "../../words";
import { type Listed, type Sorting, pathOf, useShown } from "./list";
import { cares } from "./report";

const say = words.documents;
/** Height of a row of two lines, in pixels. */
const ROW_PX = 57;
const SORTINGS: Sorting[] = ["name", "pages", "passages", "tables", "size"];

interface Props {
  held: Listed;
  removal: Removal;
  chosen: string | null;
  /** Files are on their way. */
  busy: boolean;
}

export function List({ held, removal, chosen, busy }: Props) {
  const given = new URLSearchParams(location.search);
  const [wanted, setWanted] = useState(given.get("find") ?? "");
  const [state, setState] = useState(given.get("state") ?? "");
  const [sorting, setSorting] = useState<Sorting>("name");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const rows = useShown(held.rows, wanted, state, sorting, removal.hidden);
  const drawn = useWindow(box, rows.length, ROW_PX);
  const filter = (find: string, only: string) => {
    setWanted(find);
    setState(only);
    become(link(chosen ? ["documents", chosen] : ["documents"], { find, state: only }));
  };
  const move = (by: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    setAt(next);
    showRow(box.current, next, ROW_PX);
  };
  const row = rows[at];
  useKeys([
    { key: "j", says: say.keyNext, does: () => move(1) },
    { key: "k", says: say.keyPrevious, does: () => move(-1) },
    { key: "Enter", says: say.keyOpen, does: () => (row ? go(link(["read", row.document_id])) : false) },
    { key: "i", says: say.keyReport, does: () => (row ? go(link(["documents", row.document_id])) : false) },
    { key: "Delete", says: say.keyDelete, does: () => (row ? removal.ask(removable(row)) : false) },
  ]);
  if (!held.loading && held.error == null && held.rows.length === 0) {
    return busy ? null : <p class="nothing">{say.empty}</p>;
  }
  return (
    <section class="list" aria-label={words.frame.documents}>
      <div class="filters">
        <input
          type="search"
          value={wanted}
          placeholder={say.find}
          aria-label={say.find}
          onInput={(event) => filter(event.currentTarget.value, state)}
        />
        <select value={state} aria-label={say.show} onChange={(event) => filter(wanted, event.currentTarget.value)}>
          <option value="">{say.showAll}</option>
          <option value="warned">{say.showWarned}</option>
          <option value="failed">{say.showFailed}</option>
        </select>
        <select
          value={sorting}
          aria-label={say.sortBy}
          onChange={(event) => setSorting(event.currentTarget.value as Sorting)}
        >
          {SORTINGS.map((one) => (
            <option key={one} value={one}>
              {say.sortings[one]}
            </option>
          ))}
        </select>
        <span class="muted small" role="status">
          {held.loading && held.rows.length < held.total ? say.loading(held.rows.length, held.total) : say.shown(rows.length, held.rows.length, words.counted.documents)}
        </span>
      </div>
      <div ref={box} class="rows" tabIndex={0} role="region" aria-label={say.files} style={{ "--rows": `${drawn.total + 2}px` }}>
        <ul>
          {drawn.before > 0 && <li class="gap" aria-hidden="true" style={{ height: `${drawn.before}px` }} />}
          {rows.slice(drawn.first, drawn.end).map((one, index) => (
            <Row
              key={one.document_id}
              row={one}
              place={drawn.first + index}
              of={rows.length}
              on={drawn.first + index === at}
              chosen={one.document_id === chosen}
              onDelete={() => removal.ask(removable(one))}
            />
          ))}
          {drawn.after > 0 && <li class="gap" aria-hidden="true" style={{ height: `${drawn.after}px` }} />}
        </ul>
      </div>
    </section>
  );
}

interface RowProps {
  row: DocumentRow;
  place: number;
  of: number;
  on: boolean;
  chosen: boolean;
  onDelete: () => void;
}

function Row({ row, place, of, on, chosen, onDelete }: RowProps) {
  const care = row.state === "failed" ? [] : cares(row);
  const told = [
    formatName(row.type),
    row.pages ? words.counted.pages(row.pages) : null,
    row.chunks ? words.counted.passages(row.chunks) : null,
    row.tables ? words.counted.tables(row.tables) : null,
  ].filter(Boolean);
  // Where there is no model of vectors, none are on their way.
  const without = Boolean(row.embedded_chunks) && (row.embedded_chunks ?? 0) < row.chunks;
  return (
    <li
      data-row={place}
      class={`row ${row.state}${on ? " on" : ""}${chosen ? " chosen" : ""}`}
      aria-setsize={of}
      aria-posinset={place + 1}
    >
      <div class="row-name">
        <a href={link(row.state === "failed" ? ["documents", row.document_id] : ["read", row.document_id])} dir="auto">
          {row.document}
        </a>
        {row.title && row.title !== row.document && (
          <span class="muted small row-title" dir="auto">
            {row.title}
          </span>
        )}
      </div>
      <div class="row-told small">
        <span class="muted">{told.join(" · ")}</span>
        {row.state === "failed" && <span class="bad-text">{row.reason ? <Reason of={row.reason} /> : say.failed}</span>}
        {care[0] && <span class="warn-text">{care.length > 1 ? say.andMore(care[0], care.length - 1) : care[0]}</span>}
        {without && (
          <span class="muted">{say.byWords(percent((row.embedded_chunks ?? 0) / row.chunks))}</span>
        )}
      </div>
      <div class="row-does">
        <a class="button quiet" href={link(["documents", row.document_id])} aria-label={say.reportOf(row.document)}>
          {say.report}
        </a>
        <button type="button" class="quiet" aria-label={say.deleteOf(row.document)} onClick={onDelete}>
          {say.delete}
        </button>
      </div>
    </li>
  );
}

export const removable = (row: DocumentRow): Removable => ({
  path: pathOf(row.document_id),
  name: row.document,
});

export const size = (bytes: number): string =>
  bytes < 1 << 20 ? `${number.format(Math.ceil(bytes / 1024))} KB` : `${number.format(Math.round(bytes / (1 << 20)))} MB`;
