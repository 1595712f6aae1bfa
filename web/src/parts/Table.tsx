// Rows one can sort and copy as CSV.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { language, words } from "../words";
import { copy, csv } from "./csv";
import { WHOLE_MAX, useWindow } from "./rows";

/** Height of a row of one line, in pixels. */
const ROW_PX = 31;

export interface Column<Row> {
  name: string;
  /** What is sorted and copied. */
  text: (row: Row) => string;
  /** Sorted as a number where it is one. */
  number?: (row: Row) => number | null;
  /** What is shown, where that is more than the text. */
  shows?: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
}

type Order = { column: number; down: boolean };

export function Table<Row>({ label, columns, rows }: Props<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => sort(rows, columns, order), [rows, columns, order]);
  const drawn = useWindow(box, sorted.length, ROW_PX);
  const long = sorted.length > WHOLE_MAX;
  const turn = (column: number) =>
    setOrder((now) => ({ column, down: now?.column === column && !now.down }));
  const copyAll = async () => {
    const head = columns.map((column) => column.name);
    const body = sorted.map((row) => columns.map((column) => column.text(row)));
    setCopied(await copy(csv([head, ...body])));
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <figure class="table">
      <figcaption>
        <span>{words.table.rows(rows.length)}</span>
        <button type="button" class="quiet" onClick={copyAll}>
          {copied ? words.table.copied : words.table.copy}
        </button>
      </figcaption>
      <div ref={box} class={`table-scroll${long ? " long" : ""}`} tabIndex={0} role="region" aria-label={label}>
        <table aria-rowcount={long ? sorted.length + 1 : undefined} style={long ? { minWidth: `${columns.length * 110}px` } : undefined}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col" class={column.number ? "number" : undefined} aria-sort={sortedBy(order, at)}>
                  <button type="button" class="head" title={words.table.sort(column.name)} onClick={() => turn(at)}>
                    {column.name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.before > 0 && <tr class="gap" aria-hidden="true" style={{ height: `${drawn.before}px` }} />}
            {sorted.slice(drawn.first, drawn.end).map((row, index) => (
              <tr
                key={drawn.first + index}
                data-row={drawn.first + index}
                aria-rowindex={long ? drawn.first + index + 2 : undefined}
              >
                {columns.map((column, at) => (
                  <td key={at} class={column.number ? "number" : undefined} dir="auto">
                    {column.shows ? column.shows(row) : column.text(row)}
                  </td>
                ))}
              </tr>
            ))}
            {drawn.after > 0 && <tr class="gap" aria-hidden="true" style={{ height: `${drawn.after}px` }} />}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function sortedBy(order: Order | null, at: number): "ascending" | "descending" | "none" {
  if (order?.column !== at) return "none";
  return order.down ? "descending" : "ascending";
}

/** Rows in order; those without a value come last, ties stay as they came. */
function sort<Row>(rows: Row[], columns: Column<Row>[], order: Order | null): Row[] {
  const column = order && columns[order.column];
  if (!order || !column) return rows;
  const sign = order.down ? -1 : 1;
  const texts = new Intl.Collator(language(), { numeric: true, sensitivity: "base" });
  const compare = (a: Row, b: Row): number => {
    if (!column.number) return sign * texts.compare(column.text(a), column.text(b));
    const [left, right] = [column.number(a), column.number(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  };
  return [...rows].sort(compare);
}
