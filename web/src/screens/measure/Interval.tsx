// A mean with its interval, drawn; the words beside it say the same.
import type { Measure } from "../../api/experiment";
import type { Scale } from "./scale";

interface Props {
  measure: Measure;
  scale: Scale;
  /** The mean that others are held against. */
  baseline: number | null;
}

const WIDTH = 240;
const HEIGHT = 20;

export function Interval({ measure, scale, baseline }: Props) {
  const x = (value: number) => scale.at(value) * WIDTH;
  const middle = HEIGHT / 2;
  return (
    <svg class="interval" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {baseline !== null && <line class="base" x1={x(baseline)} x2={x(baseline)} y1={0} y2={HEIGHT} />}
      <line class="whisker" x1={x(measure.low)} x2={x(measure.high)} y1={middle} y2={middle} />
      <line class="whisker" x1={x(measure.low)} x2={x(measure.low)} y1={middle - 4} y2={middle + 4} />
      <line class="whisker" x1={x(measure.high)} x2={x(measure.high)} y1={middle - 4} y2={middle + 4} />
      <circle class={`mean ${kindOf(measure)}`} cx={x(measure.mean)} cy={middle} r={5} />
    </svg>
  );
}

/** Whether the difference to the baseline is shown by the numbers. */
export function kindOf(measure: Measure): "up" | "down" | "same" {
  const difference = measure.difference;
  if (!difference || difference.verdict === "not_shown") return "same";
  // Of what it costs, more is no gain.
  if (measure.metric === "characters") return "same";
  return difference.mean > 0 ? "up" : "down";
}
