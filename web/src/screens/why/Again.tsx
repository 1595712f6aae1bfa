// The same question with other settings, beside what it gave.
import { useState } from "preact/hooks";
import { link } from "../../address";
import { post } from "../../api/client";
import type { Trace } from "../../api/trace";
import { TroubleNotice } from "../../parts/Notice";
import { Writer, type Writing } from "../../parts/Writer";
import { statusName, strategyName } from "../../parts/names";
import { percent, time, words } from "../../words";
import { Said } from "./Said";

const say = words.why;
const STRATEGIES = ["auto", "keyword", "dense", "sparse", "late", "hybrid", "multi_query", "hierarchical", "graph"];
/** Runs that stand beside the first. */
const RUNS_MAX = 4;

interface Run {
  title: string;
  trace: Trace;
}

export function Again({ trace }: { trace: Trace }) {
  const [strategy, setStrategy] = useState("auto");
  const [k, setK] = useState("");
  const [neighbors, setNeighbors] = useState("");
  const [deadline, setDeadline] = useState("");
  const [writing, setWriting] = useState<Writing>({});
  const [runs, setRuns] = useState<Run[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const settings = {
      strategy,
      ...(k && { k: Number(k) }),
      ...(neighbors && { neighbors: Number(neighbors) }),
      ...(deadline && { deadline_ms: Number(deadline) * 1000 }),
      ...writing,
    };
    try {
      const got = await post<Trace>("ask", { question: trace.question, explain: true, ...settings });
      const title = [
        strategyName(strategy),
        k && say.hits(k),
        neighbors && say.neighborsOf(neighbors),
        deadline && `${deadline} s`,
        writing.extractive ? say.quotes : writing.model,
      ];
      setRuns((now) => [{ title: title.filter(Boolean).join(", "), trace: got }, ...now].slice(0, RUNS_MAX));
    } catch (trouble) {
      setError(trouble);
    }
    setBusy(false);
  };
  const numeric = (label: string, value: string, set: (value: string) => void, max: number) => (
    <label>
      <span>{label}</span>
      <input
        type="number"
        min={0}
        max={max}
        value={value}
        placeholder="–"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <section id="again">
      <h2>{say.again}</h2>
      <form class="again" onSubmit={run}>
        <label>
          <span>{say.strategy}</span>
          <select value={strategy} onChange={(event) => setStrategy(event.currentTarget.value)}>
            {STRATEGIES.map((one) => (
              <option key={one} value={one}>
                {strategyName(one)}
              </option>
            ))}
          </select>
        </label>
        {numeric(say.hitsLabel, k, setK, 100)}
        {numeric(say.neighbors, neighbors, setNeighbors, 100)}
        {numeric(say.seconds, deadline, setDeadline, 600)}
        <Writer writing={writing} onChange={setWriting} />
        <button type="submit" class="primary" disabled={busy}>
          {busy ? say.running : say.run}
        </button>
      </form>
      {error != null && <TroubleNotice error={error} />}
      <div class="side" aria-live="polite">
        <Given title={say.asItWas} trace={trace} />
        {runs.map((one, at) => (
          <Given key={runs.length - at} title={one.title} trace={one.trace} first={trace} />
        ))}
      </div>
    </section>
  );
}

function Given({ title, trace, first }: { title: string; trace: Trace; first?: Trace }) {
  const confidence = trace.answer?.confidence;
  const ids = (one: Trace) => one.explain?.contributions?.slice(0, 5).map((row) => row.chunk_id) ?? [];
  const before = first ? ids(first) : [];
  return (
    <div class="given">
      <h3>
        <a href={link(["why", trace.trace])}>{title}</a>
      </h3>
      <p class="small muted">
        {[
          statusName(trace.status),
          typeof confidence === "number" && trace.answer.text ? say.sure(percent(confidence)) : null,
          time(trace.timings_ms["total"] ?? 0),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div class="given-text" dir="auto">
        {trace.answer?.text ? <Said trace={trace} text={trace.answer.text} /> : say.noAnswer}
      </div>
      {before.length > 0 && (
        <p class="small muted">{say.shared(ids(trace).filter((id) => before.includes(id)).length, before.length)}</p>
      )}
    </div>
  );
}
