// What was found, the surest first, and places that contradict each other.
import { useState } from "preact/hooks";
import type { Conflict, Finding } from "../../api/analysis";
import type { Citation } from "../../api/types";
import { Chip, passageLink } from "../../parts/Chip";
import { Quoted } from "../../parts/Quoted";
import { percent, words } from "../../words";

const say = words.analyze;
const SHOWN = 12;

export function Findings({ findings, trace }: { findings: Finding[]; trace: string | null }) {
  const [all, setAll] = useState(false);
  if (!findings.length) return null;
  const order = [...findings].sort((a, b) => b.confidence - a.confidence);
  return (
    <section class="findings" aria-label={say.findings}>
      <h2>
        {say.findings} <span class="count muted">{findings.length}</span>
      </h2>
      <ol>
        {order.slice(0, all ? undefined : SHOWN).map((finding, at) => (
          <li key={`${finding.segment}-${at}`}>
            <Quoted text={finding.text} sources={finding.citations} chip={citer(finding, trace)} />
            <p class="small">
              {places(finding).map((citation) => (
                <Place key={citation.span.start} citation={citation} trace={trace} />
              ))}
              <span class="muted">{say.sure(percent(finding.confidence))}</span>
            </p>
          </li>
        ))}
      </ol>
      {order.length > SHOWN && (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all ? say.fewer : say.allFindings(order.length)}
        </button>
      )}
    </section>
  );
}

export function Conflicts({ conflicts, trace }: { conflicts: Conflict[]; trace: string | null }) {
  if (!conflicts.length) return null;
  return (
    <section class="conflicts" aria-label={say.conflicts}>
      <h2>
        {say.conflicts} <span class="count muted">{conflicts.length}</span>
      </h2>
      {conflicts.map((conflict, at) => (
        <div key={at} class="conflict">
          <p class="small muted">{say.about[conflict.about] ?? conflict.about}</p>
          <div class="conflict-pair">
            {conflict.citations.map((citation) => (
              <blockquote key={citation.span.start}>
                <p dir="auto">{citation.quote}</p>
                <p class="small">
                  <Place citation={citation} trace={trace} />
                </p>
              </blockquote>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** The first places of a finding, each page once. */
function places({ citations }: Finding): Citation[] {
  const page = (one: Citation) => `${one.document_id} ${one.pages ?? one.locator ?? one.span.start}`;
  return citations.filter((one, at) => citations.findIndex((other) => page(other) === page(one)) === at).slice(0, 3);
}

function citer(finding: Finding, trace: string | null) {
  return (marker: number) => {
    const citation = finding.citations.find((one) => one.marker === marker);
    return citation ? <Chip citation={citation} trace={trace} /> : `[${marker}]`;
  };
}

function Place({ citation, trace }: { citation: Citation; trace: string | null }) {
  return (
    <a class="place" href={passageLink(citation, trace)} dir="auto">
      {citation.document}
      {citation.pages ? `, ${words.pages(citation.pages[0], citation.pages[1])}` : ""}
    </a>
  );
}
