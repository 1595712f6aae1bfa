// Where the answer stands: a card a source, beside the text, above it where the page is narrow.
import { useState } from "preact/hooks";
import type { Citation } from "../../api/types";
import { passageLink } from "../../parts/Chip";
import { quoteText } from "../../parts/quote";
import { words } from "../../words";

const say = words.ask;
/** Cards shown before one asks for all. */
const SHOWN = 6;

interface Props {
  sources: Citation[];
  lit: number | null;
  trace: string | null;
}

export function Sources({ sources, lit, trace }: Props) {
  const [all, showAll] = useState(false);
  const shown = all ? sources : sources.slice(0, SHOWN);
  return (
    <section class="sources">
      <h3>{say.sourcesCount(sources.length)}</h3>
      <ol>
        {shown.map((source) => (
          <li key={source.marker}>
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
      </ol>
      {sources.length > SHOWN && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? say.fewerSources : say.allSources(sources.length)}
        </button>
      )}
    </section>
  );
}
