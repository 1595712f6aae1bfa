// What was measured: experiments on one's own questions, and what was asked here.
import { link, useAddress } from "../../address";
import { Trouble, get } from "../../api/client";
import type { Experiment } from "../../api/experiment";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { words } from "../../words";
import { Experiments } from "./Experiments";
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
