// What is quoted: prose, and rows of tables under the names of their columns, as they stand in the
// document.
import type { ComponentChildren } from "preact";
import type { Citation } from "../api/types";
import { Prose } from "./prose";

interface Row {
  marker: number;
  cells: string[];
}

type Part = { kind: "prose"; text: string } | { kind: "rows"; columns: string[]; rows: Row[] };

const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());

interface Quoting {
  text: string;
  sources: Citation[];
  chip: (marker: number) => ComponentChildren;
}

export function Quoted({ text, sources, chip }: Quoting) {
  return (
    <>
      {partsOf(text, sources).map((part, at) =>
        part.kind === "rows" ? <Rows key={at} {...part} chip={chip} /> : <Prose key={at} text={part.text} cite={chip} />,
      )}
    </>
  );
}

/** An answer, line by line: what quotes a row whose columns are known is a row, the rest is prose. */
function partsOf(text: string, sources: Citation[]): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const row = rowOf(line, sources);
    const last = parts.at(-1);
    if (!row) {
      if (last?.kind === "prose") last.text += `\n${line}`;
      else parts.push({ kind: "prose", text: line });
    } else if (last?.kind === "rows" && last.columns.join("|") === row.columns.join("|")) last.rows.push(row.row);
    else parts.push({ kind: "rows", columns: row.columns, rows: [row.row] });
  }
  return parts;
}

function rowOf(line: string, sources: Citation[]): { columns: string[]; row: Row } | null {
  const marker = Number(/\[(\d+)\]\s*$/.exec(line)?.[1]);
  const source = sources.find((one) => one.marker === marker);
  if (!source?.columns || !line.includes(" | ")) return null;
  const [columns, cells] = [cellsOf(source.columns), cellsOf(source.quote)];
  return columns.length === cells.length ? { columns, row: { marker, cells } } : null;
}

interface Props {
  columns: string[];
  rows: Row[];
  chip: (marker: number) => ComponentChildren;
}

function Rows({ columns, rows, chip }: Props) {
  // A column without a word in these rows only pushes the others away.
  const filled = columns.map((_, at) => at).filter((at) => rows.some(({ cells }) => cells[at]));
  return (
    <div class="rows-scroll" tabIndex={0}>
      <table class="rows">
        <thead>
          <tr>
            {filled.map((at) => (
              <th key={at} scope="col" dir="auto">
                {columns[at]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ marker, cells }) => (
            <tr key={marker}>
              {filled.map((at) => (
                <td key={at} dir="auto">
                  {cells[at]}
                </td>
              ))}
              <td>{chip(marker)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
