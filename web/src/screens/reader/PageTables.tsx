// The tables that stand on this page, typed as they were read: what a query would see.
import { get } from "../../api/client";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { type Column, Table } from "../../parts/Table";
import { words } from "../../words";

const say = words.reader;

interface Cell {
  page: number | null;
  row: number;
  column: number;
  text: string;
  header?: boolean;
  value?: { number?: string | null } | string | number | null;
}

interface TableTold {
  name: string;
  title: string | null;
  pages: [number, number] | null;
  columns: { path: string[]; type: string; unit: string; scale: number }[];
  cells: Cell[];
}

export function PageTables({ id, page }: { id: string; page: number | null }) {
  const tables = useLoad((signal) => get<{ tables: TableTold[] }>(`documents/${encodeURIComponent(id)}/tables`, {}, signal), [id]);
  if (tables.error) return <TroubleNotice error={tables.error} again={tables.again} />;
  if (!tables.value) return <Progress label={say.loading} />;
  const shown = tables.value.tables.filter((one) => isOn(one, page ?? 1));
  if (!shown.length) return <p class="muted small">{say.noTables}</p>;
  return (
    <>
      {shown.map((table) => (
        <section key={table.name} class="page-table">
          <h2 dir="auto">{table.title ?? table.name}</h2>
          <code class="small muted">{table.name}</code>
          <Table label={table.title ?? table.name} columns={columnsOf(table)} rows={rowsOf(table, page ?? 1)} />
        </section>
      ))}
    </>
  );
}

function isOn(table: TableTold, page: number): boolean {
  return table.pages === null || (table.pages[0] <= page && page <= table.pages[1]);
}

function columnsOf(table: TableTold): Column<Cell[]>[] {
  return table.columns.map((column, at) => {
    const unit = [column.unit, column.scale > 1 ? `×${column.scale}` : ""].filter(Boolean).join(" ");
    const name = column.path.join(" / ") || `${at + 1}`;
    const text = (row: Cell[]) => row.find((cell) => cell.column === at)?.text ?? "";
    const told: Column<Cell[]> = { name: unit ? `${name} (${unit})` : name, text };
    return column.type === "number" ? { ...told, number: (row) => numberOf(row.find((cell) => cell.column === at)) } : told;
  });
}

function numberOf(cell: Cell | undefined): number | null {
  const told = typeof cell?.value === "object" ? cell.value?.number : cell?.value;
  const number = Number(told ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

/** The rows of the page, without its heads. */
function rowsOf(table: TableTold, page: number): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of table.cells) {
    if (cell.header || (cell.page !== null && cell.page !== page)) continue;
    rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}
