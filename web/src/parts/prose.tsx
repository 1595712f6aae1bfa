// Markdown of answers as text nodes: paragraphs, headings, lists, tables, code, bold, italics, and
// `[3]` as the chip of a citation. It knows no HTML, no images and no links: what it does not know
// is shown as it is written.
import type { ComponentChildren } from "preact";
import { words } from "../words";

/** What stands in place of `[3]`. */
export type Cite = (marker: number) => ComponentChildren;

/** Characters of one answer that are looked at; the rest is shown plain. */
const PROSE_MAX = 200_000;
/** Depth of marks within marks. */
const DEPTH_MAX = 6;

type Block =
  | { kind: "heading" | "paragraph" | "code"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "rows"; head: string[] | null; rows: string[][] };

export function Prose({ text, cite }: { text: string; cite: Cite }) {
  if (text.length > PROSE_MAX) return <pre class="prose-plain">{text}</pre>;
  return (
    <div class="prose" dir="auto">
      {blocks(text).map((block, at) => (
        <BlockView key={at} block={block} cite={cite} />
      ))}
    </div>
  );
}

function BlockView({ block, cite }: { block: Block; cite: Cite }) {
  const line = (text: string) => spans(text, cite, 0);
  switch (block.kind) {
    case "heading":
      return <h3>{line(block.text)}</h3>;
    case "code":
      return <pre>{block.text}</pre>;
    case "paragraph":
      return <p>{line(block.text)}</p>;
    case "list": {
      const items = block.items.map((item, at) => <li key={at}>{line(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "rows":
      return (
        <div class="rows-scroll" tabIndex={0}>
          <table class="rows">
            {block.head && (
              <thead>
                <tr>
                  {block.head.map((cell, at) => (
                    <th key={at} scope="col">
                      {line(cell)}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{line(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

/** Lines as blocks; a row of a table that is quoted alone is a table of one row. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split(/\r?\n/);
  let last: Block | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith("```"));
      const stop = end < 0 ? lines.length : end;
      found.push({ kind: "code", text: lines.slice(at + 1, stop).join("\n") });
      at = stop;
      last = null;
      continue;
    }
    last = added(line, last, found);
  }
  return found;
}

function added(line: string, last: Block | null, found: Block[]): Block | null {
  const push = (block: Block): Block => {
    found.push(block);
    return block;
  };
  if (!line.trim()) return null;
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading) {
    push({ kind: "heading", text: heading[1] ?? "" });
    return null;
  }
  const item = /^\s*(?:[-*•]|(\d{1,9})[.)])\s+(.*)$/.exec(line);
  if (item) {
    const ordered = item[1] !== undefined;
    // A row of a table that is an item of a list.
    const text = (item[2] ?? "").replaceAll(" | ", " · ");
    if (last?.kind === "list" && last.ordered === ordered) {
      last.items.push(text);
      return last;
    }
    return push({ kind: "list", ordered, items: [text] });
  }
  if (line.includes(" | ") || /^\|.*\|$/.test(line.trim())) return addedRow(line, last, push);
  if (last?.kind === "paragraph" && !/\[\d+\]\s*$/.test(last.text)) {
    last.text += `\n${line}`;
    return last;
  }
  return push({ kind: "paragraph", text: line });
}

function addedRow(line: string, last: Block | null, push: (block: Block) => Block): Block {
  const cells = line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  if (last?.kind !== "rows") return push({ kind: "rows", head: null, rows: [cells] });
  if (cells.every((cell) => /^:?-+:?$/.test(cell))) last.head = last.rows.pop() ?? null;
  else last.rows.push(cells);
  return last;
}

/** What the engine puts behind a sentence that no passage holds. */
export const UNHELD = "[not found in your documents]";

const MARK = /\[(\d{1,4})\]|(\[not found in your documents\])|\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*(?!\s)([^*]+?)\*(?![\w*])/s;

/** Marks within a line. */
function spans(text: string, cite: Cite, depth: number): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let rest = text;
  while (rest && depth < DEPTH_MAX) {
    const mark = MARK.exec(rest);
    if (!mark) break;
    if (mark.index > 0) parts.push(rest.slice(0, mark.index));
    if (mark[1] !== undefined) parts.push(cite(Number(mark[1])));
    else if (mark[2] !== undefined) parts.push(<span class="unheld">{words.ask.unheld}</span>);
    else if (mark[3] !== undefined) parts.push(<strong>{spans(mark[3], cite, depth + 1)}</strong>);
    else if (mark[4] !== undefined) parts.push(<code>{mark[4]}</code>);
    else parts.push(<em>{spans(mark[5] ?? "", cite, depth + 1)}</em>);
    rest = rest.slice(mark.index + mark[0].length);
  }
  if (rest) parts.push(rest);
  return parts;
}
