// Numbers as lengths, and the rows that a chart shows.
import type { Measure, QuestionSet } from "../../api/experiment";
import { score } from "../../words";

/** From value to share of the width, with a little air on both sides. */
export interface Scale {
  low: number;
  high: number;
  at: (value: number) => number;
}

/** Shares stand on 0 to 1 where they fill half of it; else on what there is. */
export function scaleOf(measures: (Measure | undefined)[]): Scale {
  const ends = measures.flatMap((one) => (one ? [one.low, one.high] : []));
  let [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (!ends.length) [low, high] = [0, 1];
  if (low >= 0 && high <= 1 && high - low > 0.5) [low, high] = [0, 1];
  const air = (high - low || Math.abs(high) || 1) * 0.06;
  const isShare = low >= 0 && high <= 1;
  [low, high] = isShare ? [Math.max(0, low - air), Math.min(1, high + air)] : [low - air, high + air];
  return { low, high, at: (value) => (value - low) / (high - low) };
}

/** Three to five round values of a scale, for its lines. */
export function ticksOf({ low, high }: Scale): number[] {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}

export function measureOf(set: QuestionSet, row: number, metric: string): Measure | undefined {
  return set.rows[row]?.measures.find((one) => one.metric === metric);
}

/** Metrics that any variation was measured by. */
export function metricsOf(set: QuestionSet): string[] {
  const names = set.rows.flatMap((row) => row.measures.map((one) => one.metric));
  return [...new Set(names)];
}

/** A number as the metric is read; differences with their sign. */
export function shown(value: number, signed = false): string {
  const text = score(value);
  return signed && value > 0 ? `+${text}` : text;
}
