// A citation: hovering shows its quote, pressing opens the document at the passage.
import { go, link } from "../address";
import type { Citation } from "../api/types";
import { words } from "../words";

/** The address of a passage in the reader. */
export function passageLink(
  at: Pick<Citation, "document_id" | "pages"> & { span?: Citation["span"] | undefined },
  trace?: string | null,
): string {
  return link(["read", at.document_id], {
    page: at.pages?.[0],
    start: at.span?.start,
    end: at.span?.end,
    trace,
  });
}

interface Props {
  citation: Citation;
  trace?: string | null;
  /** Where another place of the page shows the source. */
  onHover?: (marker: number | null) => void;
}

export function Chip({ citation, trace, onHover }: Props) {
  const { marker, document, pages, quote } = citation;
  const place = pages ? `, ${words.pages(pages[0], pages[1])}` : "";
  const to = passageLink(citation, trace);
  return (
    <span class="chip-place">
      <a
        class="chip"
        href={to}
        data-marker={marker}
        aria-label={`${marker}: ${document}${place}`}
        onClick={(event) => {
          event.preventDefault();
          go(to);
        }}
        onMouseEnter={() => onHover?.(marker)}
        onMouseLeave={() => onHover?.(null)}
        onFocus={() => onHover?.(marker)}
        onBlur={() => onHover?.(null)}
      >
        {marker}
      </a>
      <span class="chip-quote" aria-hidden="true">
        <q dir="auto">{quote}</q>
        <span class="chip-source" dir="auto">
          {document}
          {place}
        </span>
      </span>
    </span>
  );
}
