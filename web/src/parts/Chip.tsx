// A citation: hovering shows its quote, pressing opens the document at the passage.
import { go, link } from "../address";
import type { Citation } from "../api/types";
import { words } from "../words";
import { quoteText } from "./quote";

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

/** Height of a quote of eight lines with its source, in pixels. */
const QUOTE_PX = 230;

/**
 * Puts the quote above the chip, or below where there is no room. It stands in the window, so
 * that no table that scrolls cuts it off.
 */
function putQuote(chip: HTMLElement): void {
  const quote = chip.nextElementSibling;
  if (!(quote instanceof HTMLElement)) return;
  const { left, width, top, bottom } = chip.getBoundingClientRect();
  const above = top > QUOTE_PX;
  quote.style.setProperty("--x", `${left + width / 2}px`);
  quote.style.setProperty("--y", `${above ? top - 6 : bottom + 6}px`);
  quote.classList.toggle("below", !above);
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
        onMouseEnter={(event) => {
          putQuote(event.currentTarget);
          onHover?.(marker);
        }}
        onMouseLeave={() => onHover?.(null)}
        onFocus={(event) => {
          putQuote(event.currentTarget);
          onHover?.(marker);
        }}
        onBlur={() => onHover?.(null)}
      >
        {marker}
      </a>
      <span class="chip-quote" aria-hidden="true">
        <q dir="auto">{quoteText(quote)}</q>
        <span class="chip-source" dir="auto">
          {document}
          {place}
        </span>
      </span>
    </span>
  );
}
