// Rows one can sort and copy as CSV.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { language, words } from "../words";
import { copy, csv } from "./csv";

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
  const sorted = useMemo(() => sort(rows, columns, order), [rows, columns, order]);
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
      <div class="table-scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col" aria-sort={sortedBy(order, at)}>
                  <button type="button" class="head" title={words.table.sort(column.name)} onClick={() => turn(at)}>
                    {column.name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row, index) => (
              <tr key={index}>
                {columns.map((column, at) => (
                  <td key={at} class={column.number ? "number" : undefined} dir="auto">
                    {column.shows ? column.shows(row) : column.text(row)}
                  </td>
                ))}
              </tr>
            ))}
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
