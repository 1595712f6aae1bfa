// At the right: the answer one came from, what was asked about this document, and its tables.
import { useState } from "preact/hooks";
import { get } from "../../api/client";
import type { Asked, Citation } from "../../api/types";
import { useLoad } from "../../load";
import { quoteText } from "../../parts/quote";
import { words } from "../../words";
import { AskHere } from "./AskHere";
import { PageTables } from "./PageTables";
import { type Place, goTo } from "./passage";
import type { ReadDocument } from "./useDocument";

const say = words.reader;

interface Props {
  document: ReadDocument;
  here: Place;
  selected: string;
}

export function Beside({ document, here, selected }: Props) {
  const [tab, setTab] = useState<"asked" | "tables">("asked");
  return (
    <aside class="reader-right" aria-label={say.right}>
      <div class="tabs" role="group" aria-label={say.right}>
        <button type="button" class="quiet" aria-pressed={tab === "asked"} onClick={() => setTab("asked")}>
          {say.askedHere}
        </button>
        <button type="button" class="quiet" aria-pressed={tab === "tables"} onClick={() => setTab("tables")}>
          {say.tables}
        </button>
      </div>
      {tab === "tables" ? (
        <PageTables id={document.document_id} page={here.page} />
      ) : (
        <>
          {here.trace && <Cited trace={here.trace} here={here} />}
          <AskHere document={document} selected={selected} />
        </>
      )}
    </aside>
  );
}

/** The passages of this document that the answer cites. */
function Cited({ trace, here }: { trace: string; here: Place }) {
  const answer = useLoad((signal) => get<Asked>(`traces/${encodeURIComponent(trace)}`, {}, signal), [trace]);
  const told = answer.value;
  if (!told) return null;
  const inner = told.answer as unknown as Asked;
  const citations = (inner.status ? inner.answer : told.answer).citations ?? [];
  const mine = citations.filter((one) => one.document_id === here.id);
  if (!mine.length) return null;
  return (
    <section class="cited">
      <h2 dir="auto">{told.question}</h2>
      <ol>
        {mine.map((one) => (
          <li key={one.marker}>
            <button type="button" class="source" data-source={one.marker} aria-current={isHere(one, here)} onClick={() => goTo({ page: one.pages?.[0] ?? null, span: one.span })}>
              <span class="source-head">
                <span class="source-marker">{one.marker}</span>
                <span class="source-name">{one.section?.at(-1)}</span>
                {one.pages && <span class="source-page">{words.pages(one.pages[0], one.pages[1])}</span>}
              </span>
              <span class="source-quote" dir="auto">
                {quoteText(one.quote)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function isHere(one: Citation, here: Place): boolean {
  return here.span?.start === one.span.start && here.span.end === one.span.end;
}
