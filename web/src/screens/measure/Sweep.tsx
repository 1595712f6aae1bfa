// What one setting does, from its smallest value to its largest, with intervals.
import type { Experiment, QuestionSet } from "../../api/experiment";
import { words } from "../../words";
import { measureOf, scaleOf, shown, ticksOf } from "./scale";

const say = words.measure;
const WIDTH = 520;
const HEIGHT = 180;
const EDGE = { left: 52, right: 14, top: 12, bottom: 26 };

interface Props {
  sweep: Experiment["sweeps"][number];
  set: QuestionSet;
  metric: string;
}

export function Sweep({ sweep, set, metric }: Props) {
  const points = sweep.points.flatMap(([name, row]) => {
    const measure = measureOf(set, row, metric);
    return measure ? [{ name, measure }] : [];
  });
  if (points.length < 2) return null;
  const scale = scaleOf(points.map((one) => one.measure));
  const inner = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
  const x = (at: number) => EDGE.left + (inner.width * (at + 0.5)) / points.length;
  const y = (value: number) => EDGE.top + inner.height * (1 - scale.at(value));
  const line = points.map(({ measure }, at) => `${x(at)},${y(measure.mean)}`).join(" ");
  const band = [
    ...points.map(({ measure }, at) => `${x(at)},${y(measure.high)}`),
    ...points.map(({ measure }, at) => `${x(at)},${y(measure.low)}`).reverse(),
  ].join(" ");
  const ticks = ticksOf(scale).map((value) => ({ value, at: y(value) }));
  return (
    <figure class="sweep">
      <figcaption>
        <b>{sweep.name}</b> <span class="muted small">{sweep.note}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${sweep.key}: ${points.map((one) => `${one.name} ${shown(one.measure.mean)}`).join(", ")}`}
      >
        {ticks.map(({ value, at }) => (
          <g key={value}>
            <line class="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={at} y2={at} />
            <text class="tick end" x={EDGE.left - 8} y={at + 4}>
              {shown(value)}
            </text>
          </g>
        ))}
        <polygon class="band" points={band} />
        <polyline class="line" points={line} />
        {points.map(({ name, measure }, at) => (
          <g key={name}>
            <circle class="mean same" cx={x(at)} cy={y(measure.mean)} r={4}>
              <title>{say.meanOf(name, shown(measure.mean), shown(measure.low), shown(measure.high))}</title>
            </circle>
            <text class="tick middle" x={x(at)} y={HEIGHT - 8}>
              {name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
