// The text that was read, with the same marks: for formats without pages that can be drawn, and
// beside any file, to see what the machine saw.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Span } from "../../api/types";
import { words } from "../../words";
import { type Block, type Part, cut, rowsOf } from "./blocks";
import { characterAt } from "./passage";
import type { OutlineEntry, Text } from "./useDocument";

/** A page counts as the one that is read when it begins so far below the top. */
const PAGE_BEGINS_PX = 120;

interface Props {
  text: Text;
  outline: OutlineEntry[];
  span: Span | null;
  page: number | null;
  onPage: (page: number) => void;
  onSelected: (text: string) => void;
}

export function TextView({ text, outline, span, page, onPage, onSelected }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => cut(text, outline), [text, outline]);
  useEffect(() => {
    const target = span
      ? root.current?.querySelector("mark")
      : root.current?.querySelector(`[data-page="${CSS.escape(String(page ?? ""))}"]`);
    target?.scrollIntoView({ block: span ? "center" : "start" });
  }, [blocks, span?.start, span?.end]);
  useEffect(() => {
    const changed = () => {
      const selection = document.getSelection();
      if (root.current?.contains(selection?.anchorNode ?? null)) onSelected(selection?.toString() ?? "");
    };
    document.addEventListener("selectionchange", changed);
    return () => document.removeEventListener("selectionchange", changed);
  }, []);
  const scrolled = () => {
    const marks = root.current?.querySelectorAll<HTMLElement>("[data-page]") ?? [];
    const top = (root.current?.getBoundingClientRect().top ?? 0) + PAGE_BEGINS_PX;
    // The last page that begins above; they follow each other, so half of them are passed over at a time.
    let [low, high] = [-1, marks.length - 1];
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      if ((marks[half]?.getBoundingClientRect().top ?? 0) < top) low = half;
      else high = half - 1;
    }
    const now = Number(marks[low]?.dataset["page"] ?? 0);
    if (now) onPage(now);
  };
  return (
    <div ref={root} class="text-view" tabIndex={0} aria-label={words.reader.text} onScroll={scrolled}>
      {blocks.map((block) => (
        <BlockView key={block.start} block={block} span={span} />
      ))}
    </div>
  );
}

function BlockView({ block, span }: { block: Block; span: Span | null }) {
  return (
    <div class={`text-block${block.rows ? " text-rows" : ""}`} data-page={block.page ?? undefined} data-level={block.level || undefined} dir="auto">
      {block.page !== null && <span class="text-page">{words.pages(block.page, block.page)}</span>}
      {block.rows ? <Rows block={block} span={span} /> : marked(block, span)}
    </div>
  );
}

function Rows({ block, span }: { block: Block; span: Span | null }) {
  return (
    <table>
      <tbody>
        {rowsOf(block).map((cells) => (
          <tr key={cells[0]?.start}>
            {cells.map((cell) => (
              <td key={cell.start} dir="auto">
                {marked(cell, span)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function marked({ text, start, end }: Part, span: Span | null) {
  if (!span || span.end <= start || span.start >= end) return text;
  const from = characterAt(text, Math.max(0, span.start - start));
  const to = characterAt(text, Math.min(end, span.end) - start);
  if (from === to) return text;
  return [text.slice(0, from), <mark key="mark">{text.slice(from, to)}</mark>, text.slice(to)];
}
