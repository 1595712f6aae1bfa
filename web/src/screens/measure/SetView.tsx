// One set of questions: every variation with its interval, what settings do, what flipped.
import { useState } from "preact/hooks";
import type { Experiment, QuestionSet } from "../../api/experiment";
import { type Column, Table } from "../../parts/Table";
import { number, words } from "../../words";
import { Flipped } from "./Flipped";
import { Interval, kindOf } from "./Interval";
import { Sweep } from "./Sweep";
import { measureOf, metricsOf, scaleOf, shown } from "./scale";

const say = words.measure;

interface Props {
  experiment: Experiment;
  set: QuestionSet;
}

export function SetView({ experiment, set }: Props) {
  const [metric, setMetric] = useState(set.metric);
  const rows = experiment.variations.map((variation, at) => ({ variation, at, measure: measureOf(set, at, metric) }));
  type One = (typeof rows)[number];
  const scale = scaleOf(rows.map((row) => row.measure));
  const baseline = rows.find((row) => row.variation.name === experiment.baseline)?.measure?.mean ?? null;
  const columns: Column<One>[] = [
    {
      name: say.variation,
      text: (row) => row.variation.name,
      shows: (row) => (
        <span class="variation" title={row.variation.settings.join("\n")}>
          <b>{row.variation.name}</b>
          {row.variation.name === experiment.baseline && <span class="muted small"> {say.baseline}</span>}
          {row.variation.note && <span class="muted small note">{row.variation.note}</span>}
        </span>
      ),
    },
    {
      name: metricName(metric),
      text: (row) => (row.measure ? shown(row.measure.mean) : ""),
      number: (row) => row.measure?.mean ?? null,
    },
    {
      name: say.interval,
      text: (row) => (row.measure ? `[${shown(row.measure.low)}, ${shown(row.measure.high)}]` : ""),
      shows: (row) =>
        row.measure ? (
          <span class="interval-cell">
            <Interval measure={row.measure} scale={scale} baseline={baseline} />
            <span class="muted small">
              {shown(row.measure.low)} … {shown(row.measure.high)}
            </span>
          </span>
        ) : (
          "–"
        ),
    },
    {
      name: say.difference,
      text: (row) => (row.measure?.difference ? shown(row.measure.difference.mean, true) : ""),
      number: (row) => row.measure?.difference?.mean ?? null,
      shows: (row) => {
        const difference = row.measure?.difference;
        if (!row.measure || !difference) return "";
        return (
          <span class={`difference ${kindOf(row.measure)}`}>
            {shown(difference.mean, true)} <span class="small">{say.verdicts[difference.verdict] ?? difference.verdict}</span>
          </span>
        );
      },
    },
    {
      name: say.chunks,
      text: (row) => number.format(set.rows[row.at]?.chunks ?? 0),
      number: (row) => set.rows[row.at]?.chunks ?? null,
    },
  ];
  return (
    <section class="set">
      <header class="set-head">
        <h2>{set.name}</h2>
        <span class="muted small">{words.counted.questions(set.questions.length)}</span>
        <select value={metric} aria-label={say.metric} onChange={(event) => setMetric(event.currentTarget.value)}>
          {metricsOf(set).map((one) => (
            <option key={one} value={one}>
              {metricName(one)}
            </option>
          ))}
        </select>
      </header>
      <p class="muted small">{say.metrics[metric] ?? ""}</p>
      <Table label={set.name} columns={columns} rows={rows} />
      <div class="sweeps">
        {experiment.sweeps.map((sweep) => (
          <Sweep key={sweep.key} sweep={sweep} set={set} metric={metric} />
        ))}
      </div>
      <Flipped experiment={experiment} set={set} />
    </section>
  );
}

const metricName = (metric: string): string => say.metricNames[metric] ?? metric.replaceAll("_", " ");
