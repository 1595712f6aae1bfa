// What was asked and how it went, and how large the index is.
import { useState } from "preact/hooks";
import { link } from "../../address";
import { get } from "../../api/client";
import type { Counted, Stats as Told } from "../../api/experiment";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { type Column, Table } from "../../parts/Table";
import { strategyName } from "../../parts/names";
import { number, percent, time, words } from "../../words";

const say = words.measure;

type Line = Counted & { name: string; group: string };

export function Stats() {
  const held = useLoad((signal) => get<Told>("stats", {}, signal), []);
  const [group, setGroup] = useState("strategy");
  if (held.error != null) return <TroubleNotice error={held.error} again={held.again} />;
  const stats = held.value;
  if (!stats) return null;
  const by = stats.by ?? {};
  const groups = Object.keys(by);
  const lines: Line[] = Object.entries(by[group] ?? {}).map(([name, counted]) => ({ name, group, ...counted }));
  const columns: Column<Line>[] = [
    { name: say.groups[group] ?? group, text: (row) => nameOf(row) },
    { name: say.asked, text: (row) => number.format(row.questions), number: (row) => row.questions },
    {
      name: say.share,
      text: (row) => percent(row.questions / Math.max(1, stats.questions)),
      number: (row) => row.questions,
    },
    {
      name: say.answered,
      text: (row) => percent(row.answered / Math.max(1, row.questions)),
      number: (row) => row.answered / Math.max(1, row.questions),
    },
    { name: say.median, text: (row) => time(row.median_ms), number: (row) => row.median_ms },
  ];
  return (
    <section class="stats">
      <header class="set-head">
        <h2>{say.stats}</h2>
        {stats.questions > 0 && (
          <a class="small" href={link(["why"])}>
            {words.counted.questions(stats.questions)}
          </a>
        )}
        {groups.length > 0 && stats.questions > 0 && (
          <select value={group} aria-label={say.by} onChange={(event) => setGroup(event.currentTarget.value)}>
            {groups.map((one) => (
              <option key={one} value={one}>
                {say.groups[one] ?? one}
              </option>
            ))}
          </select>
        )}
      </header>
      {lines.length > 0 ? (
        <Table label={say.stats} columns={columns} rows={lines} />
      ) : (
        <p class="muted">{words.why.none}</p>
      )}
      <h2>{say.index}</h2>
      <dl class="facts numbers">
        {sizesOf(stats.index ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{say.sizes[name] ?? name.replaceAll("_", " ")}</dt>
            <dd>{name.endsWith("_bytes") ? bytes(value) : number.format(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Sizes that are not nothing: in the order in which they have words, then the others. */
function sizesOf(index: object): [string, number][] {
  const order = Object.keys(say.sizes);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(index)
    .filter((one): one is [string, number] => typeof one[1] === "number" && one[1] > 0)
    .sort(([a], [b]) => place(a) - place(b));
}

function nameOf(row: Line): string {
  if (row.group === "layer") return words.why.layers[row.name] ?? row.name;
  if (row.group === "strategy") return strategyName(row.name);
  return row.name;
}

function bytes(value: number): string {
  return value < 1 << 20 ? `${number.format(Math.ceil(value / 1024))} KB` : `${number.format(Math.round(value / (1 << 20)))} MB`;
}
