// What the reading came to: the answer with its places, or plainly that there is none.
import { link } from "../../address";
import type { Analysis } from "../../api/analysis";
import { Chip } from "../../parts/Chip";
import { Notice } from "../../parts/Notice";
import { Quoted } from "../../parts/Quoted";
import { percent, words } from "../../words";

const say = words.analyze;

export function Conclusion({ analysis }: { analysis: Analysis }) {
  const { answer, status, partial, trace } = analysis;
  const cited = new Map((answer.citations ?? []).map((one) => [one.marker, one]));
  const cite = (marker: number) => {
    const citation = cited.get(marker);
    return citation ? <Chip citation={citation} trace={trace} /> : `[${marker}]`;
  };
  return (
    <section class="conclusion" aria-live="polite">
      {partial && (
        <Notice kind="warn" title={say.partial[partial.reason] ?? say.partial["deadline"] ?? ""}>
          <p>{say.partialHint}</p>
        </Notice>
      )}
      {answer.text ? (
        <div class="conclusion-text">
          <Quoted text={answer.text} sources={answer.citations ?? []} chip={cite} />
        </div>
      ) : (
        <Notice title={status === "unsure" ? say.unsure : say.notFound}>
          <p>{analysis.findings.length ? say.seeFindings : say.notFoundHint}</p>
        </Notice>
      )}
      <p class="small muted conclusion-line">
        {answer.text && typeof answer.confidence === "number" && <span>{say.sure(percent(answer.confidence))}</span>}
        {trace && <a href={link(["why", trace])}>{words.ask.why}</a>}
      </p>
    </section>
  );
}
