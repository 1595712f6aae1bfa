// No answer, said calmly: what is missing, what was considered, and what lies nearest.
import type { Asked, Candidate, Nearest } from "../../api/types";
import { link } from "../../address";
import { Chip, passageLink } from "../../parts/Chip";
import { Notice } from "../../parts/Notice";
import { quoteText } from "../../parts/quote";
import { percent, words } from "../../words";

const say = words.ask;
/** A candidate that is less likely is a distraction. */
const CONFIDENCE_SHOWN = 0.15;

export function Calm({ asked, onAsk }: { asked: Asked; onAsk: (question: string) => void }) {
  switch (asked.status) {
    case "answered":
      return null;
    case "partial":
      return (
        <Notice kind="warn" title={say.status.partial}>
          {asked.partial && <p>{say.partial(asked.partial.read.length, asked.partial.unread.length)}</p>}
        </Notice>
      );
    case "clarify":
      return (
        <Notice title={say.status.clarify}>
          <ul class="choices">
            {(asked.choices ?? []).map((choice, at) => (
              <li key={at}>
                <button type="button" dir="auto" onClick={() => onAsk(String(choice))}>
                  {String(choice)}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      );
    case "unsure":
    case "not_found":
      return (
        <div class="calm">
          <p class="calm-title">{say.status[asked.status]}</p>
          <p class="muted">{asked.status === "unsure" ? say.unsureHint : say.notFoundHint}</p>
          {asked.status === "unsure" && <Candidates candidates={asked.candidates ?? []} trace={asked.trace} />}
          <NearestList nearest={asked.nearest ?? []} trace={asked.trace} />
        </div>
      );
  }
}

function Candidates({ candidates, trace }: { candidates: Candidate[]; trace: string }) {
  const likely = candidates.filter((one) => (one.confidence ?? 0) >= CONFIDENCE_SHOWN && one.values.length);
  if (!likely.length) return null;
  return (
    <section>
      <h3>{say.considered}</h3>
      <ul class="candidates">
        {likely.map((one, at) => (
          <li key={at}>
            <span class="value-text" dir="auto">
              {one.values.slice(0, 5).map((value) => value.text || value.number).join(", ")}
            </span>
            {one.citations?.slice(0, 3).map((citation) => <Chip key={citation.marker} citation={citation} trace={trace} />)}
            <small class="muted">{say.sure(percent(one.confidence ?? 0))}</small>
            {one.sql && !one.citations?.length && (
              <a class="small" href={link(["documents", "tables"], { sql: one.sql })}>
                {say.seeQuery}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NearestList({ nearest, trace }: { nearest: Nearest[]; trace: string }) {
  if (!nearest.length) return null;
  return (
    <section>
      <h3>{say.nearest}</h3>
      <ul class="nearest">
        {nearest.map((one, at) => (
          <li key={at}>
            <a class="source" href={passageLink({ ...one, span: one.span }, trace)} data-source={`near${at}`}>
              <span class="source-head">
                <span class="source-name" dir="auto">
                  {one.document}
                </span>
                {one.pages && <span class="source-page">{words.pages(one.pages[0], one.pages[1])}</span>}
              </span>
              {one.text && (
                <span class="source-quote" dir="auto">
                  {quoteText(one.text)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
