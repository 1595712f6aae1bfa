// The text of a document in blocks: what is far away is not laid out, rows of tables stand in columns.
import { bytes } from "./passage";
import type { OutlineEntry, PageText, Text } from "./useDocument";

/** Lines of a block, and of one of rows. */
const LINES = 40;
const LINES_OF_ROWS = 200;
/** Rows of a document that stand in columns: every cell is an element of the page. */
const ROWS_MAX = 2000;
/** What stands between the cells of a row. */
const BAR = " | ";

/** A part of the text; `start` and `end` are its bytes. */
export interface Part {
  text: string;
  start: number;
  end: number;
}

export interface Block extends Part {
  /** A page that begins here. */
  page: number | null;
  /** 1 to 6 for the title of a section, else 0. */
  level: number;
  /** Whether its lines are rows of as many cells each. */
  rows: boolean;
}

/** Blocks of some lines each; a page begins a block, the title of a section is one, so are rows. */
export function cut({ text, pages }: Text, outline: OutlineEntry[]): Block[] {
  const titles = new Map(outline.map((one) => [one.span.start, one]));
  const starts = new Map(pages.map((one: PageText) => [one.start, one.page]));
  const all = text.split(/(?<=\n)/);
  const inColumns = all.filter((line) => line.includes(BAR)).length <= ROWS_MAX;
  const cells = (line: string) => (inColumns ? line.split(BAR).length : 1);
  const blocks: Block[] = [];
  const begun = (start: number): Block => ({ text: "", start, end: start, page: starts.get(start) ?? null, level: 0, rows: false });
  let block = begun(0);
  let [lines, columns] = [0, 1];
  const close = () => {
    // A bar in a line that stands alone may be anything.
    block.rows = columns > 1 && lines > 1;
    if (block.text) blocks.push(block);
    block = begun(block.end);
    lines = 0;
  };
  for (const line of all) {
    const now = cells(line);
    // A page may begin within a line, after a form feed.
    if (lines >= (columns > 1 ? LINES_OF_ROWS : LINES) || starts.has(block.end)) close();
    if (lines > 0 && now !== columns) close();
    columns = now;
    const title = titles.get(block.end);
    const isTitle = title !== undefined && title.title.trim() === line.trim();
    if (isTitle && lines > 0) close();
    block.text += line;
    block.end += bytes(line);
    lines += 1;
    if (isTitle) {
      block.level = Math.min(6, Math.max(1, title.level));
      close();
    }
  }
  close();
  return blocks;
}

/** The cells of each line. */
export function rowsOf(block: Block): Part[][] {
  let start = block.start;
  return block.text.split(/(?<=\n)/).map((line) => {
    let at = start;
    start += bytes(line);
    return line.split(BAR).map((text) => {
      const cell = { text, start: at, end: at + bytes(text) };
      at = cell.end + BAR.length;
      return cell;
    });
  });
}
