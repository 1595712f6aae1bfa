// How an answer came about.
import { link, useAddress } from "../../address";
import { Trouble } from "../../api/client";
import type { Trace } from "../../api/trace";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { statusName, strategyName } from "../../parts/names";
import { moment, percent, time, words } from "../../words";
import { Again } from "./Again";
import { Candidates } from "./Candidates";
import { Arms } from "./Arms";
import { Attempts, Decided, Planned } from "./Parts";
import { Said } from "./Said";
import { Sent } from "./Sent";
import { Traces } from "./Traces";
import { Tree } from "./Tree";
import { steps } from "./steps";
import { load, search } from "./trace";
import "./why.css";

const say = words.why;

export function Why() {
  const { path } = useAddress();
  const id = path[1];
  return id ? <One key={id} id={id} /> : <Traces />;
}

function One({ id }: { id: string }) {
  const held = useLoad((signal) => load(id, signal), [id]);
  if (held.error instanceof Trouble && held.error.status === 404) {
    return (
      <div class="wide">
        <Notice kind="warn" title={say.gone}>
          <p>{say.goneHint}</p>
          <a href={link(["why"])}>{say.all}</a>
        </Notice>
      </div>
    );
  }
  if (held.error != null) {
    return (
      <div class="wide">
        <TroubleNotice error={held.error} again={held.again} />
      </div>
    );
  }
  return held.value ? <Shown trace={held.value} /> : <p class="wide muted">{say.loading}</p>;
}

function Shown({ trace }: { trace: Trace }) {
  const isSearch = trace.explain !== undefined && trace.explain.contributions !== undefined;
  const found = useLoad(
    (signal) => (isSearch ? search(trace, signal) : Promise.resolve(null)),
    [trace.trace],
  );
  const total = trace.timings_ms["total"] ?? 0;
  const confidence = trace.answer?.confidence;
  return (
    <article class="why wide">
      <header class="why-head">
        <p class="small">
          <a href={link(["why"])}>{say.all}</a>
        </p>
        <h1 dir="auto">{trace.question}</h1>
        <p class="muted">
          {[
            statusName(trace.status),
            typeof confidence === "number" && trace.answer.text ? say.sure(percent(confidence)) : null,
            strategyName(trace.route.strategy),
            time(total),
            trace.asked ? moment(trace.asked) : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p class="why-does">
          <a class="button" href={link(trace.route.strategy === "analyze" ? ["analyze", trace.trace] : ["ask", trace.trace])}>
            {say.toAnswer}
          </a>
          <button type="button" onClick={() => document.getElementById("again")?.scrollIntoView()}>
            {say.again}
          </button>
        </p>
      </header>
      {trace.answer?.text && (
        <blockquote class="why-answer" dir="auto">
          <Said trace={trace} text={trace.answer.text} />
        </blockquote>
      )}
      <section>
        <h2>{say.way}</h2>
        <Tree steps={steps(trace)} total={total} />
      </section>
      <div class="why-pair">
        <Decided trace={trace} />
        <Attempts trace={trace} />
      </div>
      {found.error != null && <TroubleNotice error={found.error} again={found.again} />}
      {found.value?.changed && <p class="muted small">{say.changed}</p>}
      {isSearch && trace.explain && (
        <>
          <Candidates explain={trace.explain} passages={found.loading ? null : (found.value?.passages ?? new Map())} />
          {found.value && <Arms searched={found.value} fused={trace.explain.contributions} />}
        </>
      )}
      <Planned trace={trace} />
      <Sent trace={trace} />
      <Again trace={trace} />
    </article>
  );
}
