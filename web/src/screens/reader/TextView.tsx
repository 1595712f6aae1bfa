// The text that was read, with the same marks: for formats without pages that can be drawn, and
// beside any file, to see what the machine saw.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Span } from "../../api/types";
import { words } from "../../words";
import { bytes, characterAt } from "./passage";
import type { OutlineEntry, PageText, Text } from "./useDocument";

/** Lines of a block: what is far away is not laid out. */
const LINES = 40;
/** A page counts as the one that is read when it begins so far below the top. */
const PAGE_BEGINS_PX = 120;

interface Block {
  text: string;
  start: number;
  end: number;
  /** A page that begins here. */
  page: number | null;
  /** 1 to 6 for the title of a section, else 0. */
  level: number;
}

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
    <div class="text-block" data-page={block.page ?? undefined} data-level={block.level || undefined} dir="auto">
      {block.page !== null && <span class="text-page">{words.pages(block.page, block.page)}</span>}
      {marked(block, span)}
    </div>
  );
}

function marked({ text, start, end }: Block, span: Span | null) {
  if (!span || span.end <= start || span.start >= end) return text;
  const from = characterAt(text, Math.max(0, span.start - start));
  const to = characterAt(text, Math.min(end, span.end) - start);
  return [text.slice(0, from), <mark key="mark">{text.slice(from, to)}</mark>, text.slice(to)];
}

/** Blocks of some lines each; a page begins a block, the title of a section is one. */
function cut({ text, pages }: Text, outline: OutlineEntry[]): Block[] {
  const titles = new Map(outline.map((one) => [one.span.start, one]));
  const starts = new Map(pages.map((one: PageText) => [one.start, one.page]));
  const blocks: Block[] = [];
  let block: Block = { text: "", start: 0, end: 0, page: starts.get(0) ?? null, level: 0 };
  let lines = 0;
  const close = () => {
    if (block.text) blocks.push(block);
    block = { text: "", start: block.end, end: block.end, page: starts.get(block.end) ?? null, level: 0 };
    lines = 0;
  };
  for (const line of text.split(/(?<=\n)/)) {
    // A page may begin within a line, after a form feed.
    if (lines >= LINES || starts.has(block.end)) close();
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
