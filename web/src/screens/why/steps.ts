// The question's way as a tree of steps.
import type { Trace } from "../../api/trace";
import { statusName, strategyName } from "../../parts/names";
import { number, percent, words } from "../../words";
import type { Step } from "./trace";

const say = words.why;
/** In the order in which they happen; others come after. */
const ORDER = ["route", "plan", "embed", "search", "rerank", "query", "answer", "generate", "write"];

export function steps(trace: Trace): Step[] {
  const timings = Object.entries(trace.timings_ms).filter(([name]) => name !== "total");
  timings.sort(([a], [b]) => place(a) - place(b));
  if (!timings.some(([name]) => name === "route")) timings.unshift(["route", NaN]);
  let from = 0;
  return timings.map(([name, ms]) => {
    const step: Step = {
      name: say.steps[name] ?? name,
      about: about(name, trace),
      ms: Number.isNaN(ms) ? null : ms,
      from,
      below: below(name, trace),
    };
    from += step.ms ?? 0;
    return step;
  });
}

function place(name: string): number {
  const at = ORDER.indexOf(name);
  return at < 0 ? ORDER.length : at;
}

function about(name: string, trace: Trace): string {
  switch (name) {
    case "route":
      return `${say.layers[trace.route.layer] ?? trace.route.layer}, ${percent(trace.route.confidence)}`;
    case "search":
      return say.candidatesFrom(number.format(trace.explain?.candidates ?? 0), trace.explain?.arms.length ?? 0);
    case "answer":
      return statusName(trace.status);
    default:
      return "";
  }
}

function below(name: string, trace: Trace): Step[] {
  const leaf = (called: string, told: string): Step => ({ name: called, about: told, ms: null, from: 0, below: [] });
  if (name === "route") {
    return (trace.plan?.steps ?? []).map((step) => leaf(`${say.planStep} ${step.id}`, step.query));
  }
  if (name === "search") {
    const arms = (trace.explain?.arms ?? []).map((arm) =>
      leaf(strategyName(arm.arm), say.ranked(number.format(arm.candidates))),
    );
    const tries = trace.attempts ?? [];
    if (tries.length < 2) return arms;
    return [
      ...tries.map((one, at) =>
        leaf(
          `${say.attempt} ${at + 1}: ${strategyName(one.strategy)}`,
          `${percent(one.confidence)}${one.kept ? `, ${say.kept}` : ""}`,
        ),
      ),
      ...arms,
    ];
  }
  return [];
}
