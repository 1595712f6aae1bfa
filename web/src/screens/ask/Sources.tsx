// Where the answer stands: a card a source, beside the text, above it where the page is narrow.
import { useRef, useState } from "preact/hooks";
import type { Citation } from "../../api/types";
import { passageLink } from "../../parts/Chip";
import { quoteText } from "../../parts/quote";
import { WHOLE_MAX, useWindow } from "../../parts/rows";
import { words } from "../../words";

const say = words.ask;
/** Cards shown before one asks for all. */
const SHOWN = 6;
/** Height of a card, in pixels, until it was drawn. */
const CARD_PX = 96;

interface Props {
  sources: Citation[];
  lit: number | null;
  trace: string | null;
}

export function Sources({ sources, lit, trace }: Props) {
  const [all, showAll] = useState(false);
  const shown = all ? sources : sources.slice(0, SHOWN);
  // Very many scroll in a box of their own, of which what can be seen is drawn.
  const box = useRef<HTMLOListElement>(null);
  const drawn = useWindow(box, shown.length, CARD_PX);
  const long = shown.length > WHOLE_MAX;
  return (
    <section class="sources">
      <h3>{say.sourcesCount(sources.length)}</h3>
      <ol ref={box} class={long ? "long" : undefined} tabIndex={long ? 0 : undefined}>
        {drawn.before > 0 && <li aria-hidden="true" style={{ height: `${drawn.before}px` }} />}
        {shown.slice(drawn.first, drawn.end).map((source, at) => (
          <li
            key={source.marker}
            data-row={drawn.first + at}
            aria-setsize={long ? shown.length : undefined}
            aria-posinset={long ? drawn.first + at + 1 : undefined}
          >
            <a class={`source ${lit === source.marker ? "lit" : ""}`} href={passageLink(source, trace)} data-source={source.marker}>
              <span class="source-head">
                <span class="source-marker">{source.marker}</span>
                <span class="source-name" dir="auto" title={source.document}>
                  {source.document}
                </span>
                {source.pages && <span class="source-page">{words.pages(source.pages[0], source.pages[1])}</span>}
              </span>
              <span class="source-quote" dir="auto">
                {quoteText(source.quote)}
              </span>
            </a>
          </li>
        ))}
        {drawn.after > 0 && <li aria-hidden="true" style={{ height: `${drawn.after}px` }} />}
      </ol>
      {sources.length > SHOWN && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? say.fewerSources : say.allSources(sources.length)}
        </button>
      )}
    </section>
  );
}
