// Questions that fare otherwise with another variation: an average hides them.
import { useState } from "preact/hooks";
import type { Experiment, QuestionSet } from "../../api/experiment";
import { words } from "../../words";
import { shown } from "./scale";

const say = words.measure;
const SHOWN = 20;

interface Props {
  experiment: Experiment;
  set: QuestionSet;
}

export function Flipped({ experiment, set }: Props) {
  const names = experiment.variations.map((one) => one.name);
  const base = Math.max(0, names.indexOf(experiment.baseline));
  const flips = names.map((name, at) => ({
    name,
    at,
    count: (set.rows[at]?.better.length ?? 0) + (set.rows[at]?.worse.length ?? 0),
  }));
  const most = flips.reduce((best, one) => (one.count > best.count ? one : best), flips[0] ?? { name: "", at: 0, count: 0 });
  const [chosen, setChosen] = useState(most.at);
  const [all, setAll] = useState(false);
  const row = set.rows[chosen];
  if (!most.count) return <p class="muted small">{say.noFlips}</p>;
  const marked = [
    ...(row?.worse ?? []).map((at) => ({ at, worse: true })),
    ...(row?.better ?? []).map((at) => ({ at, worse: false })),
  ];
  return (
    <section class="flipped">
      <header class="set-head">
        <h3>{say.flipped}</h3>
        <select value={chosen} aria-label={say.variation} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {flips
            .filter((one) => one.at !== base)
            .map((one) => (
              <option key={one.at} value={one.at}>
                {one.name} ({one.count})
              </option>
            ))}
        </select>
        <span class="muted small">{say.flips(row?.better.length ?? 0, row?.worse.length ?? 0)}</span>
      </header>
      <ul>
        {marked.slice(0, all ? undefined : SHOWN).map(({ at, worse }) => {
          const question = set.questions[at];
          if (!question) return null;
          return (
            <li key={at} class={worse ? "worse" : "better"}>
              <details>
                <summary>
                  <span class="flip-sign">{worse ? say.worse : say.better}</span>
                  <span dir="auto">{question.text}</span>
                  <span class="muted small">
                    {score(question.scores[base])} → {score(question.scores[chosen])}
                  </span>
                </summary>
                <div class="flip-pair">
                  <Said name={experiment.baseline} text={question.answers?.[base]} />
                  <Said name={names[chosen] ?? ""} text={question.answers?.[chosen]} />
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      {marked.length > SHOWN && (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all ? words.analyze.fewer : say.allFlips(marked.length)}
        </button>
      )}
    </section>
  );
}

function Said({ name, text }: { name: string; text: string | null | undefined }) {
  return (
    <div>
      <p class="small muted">{name}</p>
      <p dir="auto">{text || words.why.noAnswer}</p>
    </div>
  );
}

const score = (value: number | null | undefined): string => (typeof value === "number" ? shown(value) : "–");
