// What was measured: experiments on one's own questions, and what was asked here.
import { link, useAddress } from "../../address";
import { Trouble, get } from "../../api/client";
import type { Experiment, ExperimentRow } from "../../api/experiment";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { moment, words } from "../../words";
import { SetView } from "./SetView";
import { Stats } from "./Stats";
import "./measure.css";

const say = words.measure;

export function Measure() {
  const { path } = useAddress();
  const name = path[1];
  return (
    <div class="measure wide">
      {name ? (
        <One key={name} name={name} />
      ) : (
        <>
          <h1>{words.frame.measure}</h1>
          <Experiments />
          <Stats />
        </>
      )}
    </div>
  );
}

function Experiments() {
  const held = useLoad(
    (signal) => get<{ experiments: (ExperimentRow | string)[] }>("experiments", {}, signal),
    [],
  );
  const rows = (held.value?.experiments ?? []).map((one) => (typeof one === "string" ? { name: one } : one));
  return (
    <section class="experiments">
      <h2>{say.experiments}</h2>
      {held.error != null && <TroubleNotice error={held.error} again={held.again} />}
      <ul>
        {rows.map((row: ExperimentRow) => (
          <li key={row.name}>
            <a href={link(["measure", row.name])}>{row.title ?? row.name}</a>
            {row.updated !== undefined && <span class="muted small"> {moment(row.updated)}</span>}
          </li>
        ))}
      </ul>
      {held.value && rows.length === 0 && <p class="muted">{say.noExperiments}</p>}
      <p class="muted small">
        {say.howTo} <code>perusal eval experiment FILE.toml</code>
      </p>
    </section>
  );
}

function One({ name }: { name: string }) {
  const held = useLoad((signal) => get<Experiment>(`experiments/${encodeURIComponent(name)}`, {}, signal), [name]);
  const experiment = held.value;
  if (held.error instanceof Trouble && held.error.status === 404) {
    return (
      <Notice kind="warn" title={say.gone}>
        <a href={link(["measure"])}>{say.all}</a>
      </Notice>
    );
  }
  if (held.error != null) return <TroubleNotice error={held.error} again={held.again} />;
  if (!experiment) return <p class="muted">{words.why.loading}</p>;
  return (
    <>
      <header>
        <p class="small">
          <a href={link(["measure"])}>{say.all}</a>
        </p>
        <h1>{experiment.title}</h1>
        <p class="muted small">{say.against(experiment.baseline)}</p>
      </header>
      {experiment.sets.map((set) => (
        <SetView key={set.name} experiment={experiment} set={set} />
      ))}
    </>
  );
}
