// What a reader noticed, in words: the honesty report of a document.
import type { Report } from "../../api/library";
import type { DocumentRow } from "../../api/types";
import { words } from "../../words";

/** Page numbers as a person writes them: `3–7, 9`. */
export function ranges(pages: number[]): string {
  const runs: [number, number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

function reportOf(row: DocumentRow): Report | null {
  return row.report && typeof row.report === "object" ? (row.report as Report) : null;
}

/** What needs care, the gravest first; empty where nothing does. */
export function cares(row: DocumentRow): string[] {
  const say = words.documents.cares;
  const report = reportOf(row);
  if (!report) return row.warnings.map(String);
  const told: string[] = [];
  const paged = (pages: number[] | undefined, one: (n: number, ranges: string) => string) => {
    if (pages?.length) told.push(one(pages.length, ranges(pages)));
  };
  paged(report.pages_unreadable, say.unreadable);
  paged(report.pages_without_text, say.withoutText);
  paged(report.pages_unmapped, say.unmapped);
  if (report.odd_rows) told.push(say.oddRows(report.odd_rows, report.table_rows));
  if (report.struck_out_words) told.push(say.struckOut(report.struck_out_words));
  return told.length ? told : row.warnings.map(String);
}

/** What was noticed and needs no care. */
export function notices(row: DocumentRow): string[] {
  const say = words.documents.cares;
  const report = reportOf(row);
  if (!report) return [];
  const told: string[] = [];
  if (report.pages_turned?.length) told.push(say.turned(report.pages_turned.length, ranges(report.pages_turned)));
  if (report.second_reader) told.push(say.secondReader);
  return told;
}

/** How many sections, lists and so on were found. */
export function counts(row: DocumentRow): [string, number][] {
  const say = words.documents;
  const report = reportOf(row);
  const found: [string, number | null | undefined][] = [
    [say.pages, row.pages],
    [say.passages, row.chunks],
    [say.tables, row.tables],
    [say.tableRows, report?.table_rows],
    [say.sections, report?.sections],
    [say.lists, report?.lists],
    [say.links, report?.links],
    [say.characters, row.characters],
  ];
  return found.filter((one): one is [string, number] => typeof one[1] === "number" && one[1] > 0);
}
