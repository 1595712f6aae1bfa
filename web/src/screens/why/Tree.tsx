// The way of a question with its times, as a tree beside bars.
import { time, words } from "../../words";
import type { Step } from "./trace";

interface Props {
  steps: Step[];
  total: number;
}

export function Tree({ steps, total }: Props) {
  return (
    <ul class="way" aria-label={words.why.way}>
      {steps.map((step) => (
        <Line key={step.name} step={step} total={total} />
      ))}
    </ul>
  );
}

function Line({ step, total }: { step: Step; total: number }) {
  const share = (ms: number) => `${Math.min(100, (100 * ms) / Math.max(total, 0.001))}%`;
  return (
    <li>
      <div class="way-line">
        <span class="way-name">{step.name}</span>
        <span class="way-about muted" dir="auto" title={step.about}>
          {step.about}
        </span>
        <span class={step.ms === null ? undefined : "way-bar"} aria-hidden="true">
          {step.ms !== null && <span style={{ marginLeft: share(step.from), width: share(step.ms) }} />}
        </span>
        <span class="way-time">{step.ms === null ? "" : time(step.ms)}</span>
      </div>
      {step.below.length > 0 && (
        <ul>
          {step.below.map((one) => (
            <Line key={one.name} step={one} total={total} />
          ))}
        </ul>
      )}
    </li>
  );
}
