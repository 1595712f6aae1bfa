// The sections of a document; pressing one goes there.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { goTo } from "./passage";
import type { OutlineEntry } from "./useDocument";

const DEPTH_MAX = 4;

/** Steps in from the left: one more than the entry before at most, wherever a document begins. */
function depths(entries: OutlineEntry[]): number[] {
  const open: number[] = [];
  return entries.map(({ level }) => {
    while (open.length && (open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return Math.min(DEPTH_MAX, open.length);
  });
}

export function Outline({ entries, page }: { entries: OutlineEntry[]; page: number | null }) {
  const now = entries.findLastIndex((entry) => entry.page !== null && page !== null && entry.page <= page);
  const list = useRef<HTMLUListElement>(null);
  const deep = useMemo(() => depths(entries), [entries]);
  useEffect(() => {
    const here = list.current?.querySelector("[aria-current]");
    const box = list.current?.closest("aside");
    if (!here || !box) return;
    const [entry, seen] = [here.getBoundingClientRect(), box.getBoundingClientRect()];
    if (entry.top < seen.top || entry.bottom > seen.bottom) here.scrollIntoView({ block: "center" });
  }, [now]);
  return (
    <ul ref={list} class="outline">
      {entries.map((entry, at) => (
        <li key={at}>
          <button
            type="button"
            class="outline-entry"
            dir="auto"
            data-level={deep[at]}
            aria-current={at === now ? "location" : undefined}
            onClick={() => goTo({ page: entry.page, span: entry.page === null ? firstLine(entry) : null })}
          >
            <span>{entry.title}</span>
            {entry.page !== null && <small>{entry.page}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Without pages the title itself is marked. */
function firstLine({ span, title }: OutlineEntry) {
  return { start: span.start, end: Math.min(span.end, span.start + Math.max(1, title.length)) };
}
