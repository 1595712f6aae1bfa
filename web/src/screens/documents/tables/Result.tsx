// What a query gave: each value with the place in a document that it comes from, once where
// several of a row come from the same.
import type { Cell, Queried } from "../../../api/library";
import { Chip } from "../../../parts/Chip";
import { type Column, Table } from "../../../parts/Table";
import { number, words } from "../../../words";

const say = words.documents;
/** Chips behind one value; a sum over many rows has many. */
const CHIPS = 3;

export function Result({ result }: { result: Queried }) {
  const cited = new Map(result.citations.map((one) => [one.marker, one]));
  const columns = result.columns.map((column, at): Column<Cell[]> => {
    const told: Column<Cell[]> = {
      name: column.unit ? `${column.name} (${column.unit})` : column.name,
      text: (row) => row[at]?.text ?? "",
      shows: (row) => {
        const cell = row[at];
        const before = new Set(row.slice(0, at).flatMap((one) => one.citations));
        const own = [...new Set(cell?.citations ?? [])].filter((marker) => !before.has(marker));
        const sources = own.flatMap((marker) => cited.get(marker) ?? []);
        return (
          <>
            {cell?.text}{" "}
            {sources.slice(0, CHIPS).map((citation) => (
              <Chip key={citation.marker} citation={citation} />
            ))}
            {sources.length > CHIPS && <span class="muted small"> +{sources.length - CHIPS}</span>}
          </>
        );
      },
    };
    const isNumber = result.rows.some((row) => row[at]?.number != null);
    if (isNumber) told.number = (row) => (row[at]?.number == null ? null : Number(row[at]?.number));
    return told;
  });
  if (!result.rows.length) return <p class="muted">{say.noRows}</p>;
  return (
    <div class="result">
      <Table label={say.result} columns={columns} rows={result.rows} />
      {result.rows_total > result.rows.length && (
        <p class="muted small">{say.rowsOf(number.format(result.rows.length), number.format(result.rows_total))}</p>
      )}
      {result.notes.map((note) => (
        <p key={note} class="muted small">
          {note}
        </p>
      ))}
    </div>
  );
}
