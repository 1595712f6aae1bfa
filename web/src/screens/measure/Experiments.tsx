// What was measured and what is being measured; a new one begins here.
import { useEffect } from "preact/hooks";
import { link } from "../../address";
import { get, remove } from "../../api/client";
import type { ExperimentRow } from "../../api/experiment";
import { useLoad } from "../../load";
import { TroubleLine, TroubleNotice } from "../../parts/Notice";
import { type Removal, Undo, useRemoval } from "../../parts/Undo";
import { words } from "../../words";
import { Form } from "./Form";

const say = words.measure;
/** While one runs, how far it is is asked for so often, in milliseconds. */
const LOOK_EVERY_MS = 700;

const isOpen = (row: ExperimentRow) => row.state === "queued" || row.state === "running";

export function Experiments() {
  const held = useLoad((signal) => get<{ experiments: ExperimentRow[] }>("experiments", {}, signal), []);
  const removal = useRemoval(held.again);
  const all = held.value?.experiments ?? [];
  const rows = all.filter((row) => !removal.hidden.has(pathOf(row)));
  const busy = rows.some(isOpen);
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(held.again, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [busy]);
  return (
    <section class="experiments">
      <h2>{say.experiments}</h2>
      {held.error != null && <TroubleNotice error={held.error} again={held.again} />}
      <ul aria-live="polite">
        {rows.map((row) => (
          <One key={row.name} row={row} removal={removal} again={held.again} />
        ))}
      </ul>
      {held.value && rows.length === 0 && <p class="muted">{say.noExperiments}</p>}
      <Form onBegun={held.again} />
      <p class="muted small">
        {say.howTo} <code>perusal eval experiment FILE.toml</code>
      </p>
      <Undo removal={removal} />
    </section>
  );
}

const pathOf = (row: ExperimentRow): string => `experiments/${encodeURIComponent(row.name)}`;

function One({ row, removal, again }: { row: ExperimentRow; removal: Removal; again: () => void }) {
  const title = row.title ?? row.name;
  // One that runs is stopped at once; of one that is over the result would be lost.
  const end = () => (isOpen(row) ? void remove(pathOf(row)).finally(again) : removal.ask({ path: pathOf(row), name: title }));
  const state = row.state ?? "done";
  return (
    <li data-state={state}>
      {state === "done" ? <a href={link(["measure", row.name])}>{title}</a> : <span>{title}</span>}
      {isOpen(row) && <progress max={Math.max(1, row.of ?? 0)} value={row.done ?? 0} aria-label={say.own.states[state] ?? state} />}
      {state !== "done" && (
        <span class="muted small">
          {say.own.states[state] ?? state}
          {state === "running" && ` ${say.own.progress(row.done ?? 0, row.of ?? 0)}`}
        </span>
      )}
      {row.error && <TroubleLine of={row} />}
      <button type="button" class="quiet" aria-label={isOpen(row) ? say.own.stop(title) : say.own.forget(title)} onClick={end}>
        {isOpen(row) ? words.ask.stop : words.documents.delete}
      </button>
    </li>
  );
}
