// The sections of a document; pressing one goes there.
import { goTo } from "./passage";
import type { OutlineEntry } from "./useDocument";

export function Outline({ entries, page }: { entries: OutlineEntry[]; page: number | null }) {
  const now = entries.findLastIndex((entry) => entry.page !== null && page !== null && entry.page <= page);
  return (
    <ul class="outline">
      {entries.map((entry, at) => (
        <li key={at}>
          <button
            type="button"
            class="outline-entry"
            dir="auto"
            data-level={Math.min(6, entry.level)}
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
