// An experiment on one's own questions: what is asked, what is right, and which set-ups are compared.
import { useState } from "preact/hooks";
import { Trouble, get, post } from "../../api/client";
import type { ExperimentRow } from "../../api/experiment";
import type { TraceRow } from "../../api/trace";
import { TroubleNotice } from "../../parts/Notice";
import { remember, remembered } from "../../storage";
import { words } from "../../words";
import { Questions, type Row, emptyRow } from "./Questions";
import { SETUPS } from "./setups";

const say = words.measure.own;
const DRAFT = "draft.experiment";
/** Questions that are taken over from what was asked. */
const TAKEN_MAX = 20;

interface Draft {
  title: string;
  rows: Row[];
  chosen: string[];
}

function draft(): Draft {
  const fresh = { title: say.titleExample, rows: [emptyRow()], chosen: ["auto", "keyword"] };
  try {
    return { ...fresh, ...(JSON.parse(remembered(DRAFT) ?? "{}") as Partial<Draft>) };
  } catch {
    return fresh;
  }
}

export function Form({ onBegun }: { onBegun: (row: ExperimentRow) => void }) {
  const [now, set] = useState(draft);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = (part: Partial<Draft>) => {
    const next = { ...now, ...part };
    set(next);
    remember(DRAFT, JSON.stringify(next));
  };
  const asked = now.rows.filter((row) => row.question.trim());
  const ready = asked.length > 0 && now.chosen.length > 1 && now.title.trim();
  const take = async () => {
    try {
      const { traces } = await get<{ traces: TraceRow[] }>("traces", { limit: 100 });
      const known = new Set(asked.map((row) => row.question));
      const fresh = [...new Set(traces.map((trace) => trace.question))].filter((one) => !known.has(one));
      change({ rows: [...asked, ...fresh.slice(0, TAKEN_MAX).map((question) => ({ ...emptyRow(), question })), emptyRow()] });
    } catch (trouble) {
      setError(trouble);
    }
  };
  const begin = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const questions = asked.map((row) => ({
        question: row.question.trim(),
        answers: row.answers.split("|").map((one) => one.trim()).filter(Boolean),
        ...(row.document && { document: row.document }),
      }));
      const variations = SETUPS.filter((one) => now.chosen.includes(one.key)).map(({ key, ...setup }) => ({ name: say.setups[key] ?? key, ...setup }));
      onBegun(await post<ExperimentRow>("experiments", { title: now.title.trim(), questions, variations }));
    } catch (trouble) {
      setError(trouble instanceof Trouble ? trouble : new Trouble(0, "unknown", String(trouble), ""));
    }
    setBusy(false);
  };
  return (
    <details class="own">
      <summary>{say.title}</summary>
      <form onSubmit={begin}>
        <p class="muted small">{say.intro}</p>
        <label class="own-title">
          <span>{say.name}</span>
          <input value={now.title} maxLength={60} onInput={(event) => change({ title: event.currentTarget.value })} />
        </label>
        <p class="muted small">{say.answersHint}</p>
        <Questions rows={now.rows} onChange={(rows) => change({ rows })} />
        <p>
          <button type="button" class="quiet" onClick={() => void take()}>
            {say.take}
          </button>
        </p>
        <fieldset>
          <legend>{say.compare}</legend>
          {SETUPS.map(({ key }) => (
            <label key={key} class="check">
              <input
                type="checkbox"
                checked={now.chosen.includes(key)}
                onChange={(event) =>
                  change({ chosen: event.currentTarget.checked ? [...now.chosen, key] : now.chosen.filter((one) => one !== key) })
                }
              />
              <span>{say.setups[key]}</span>
            </label>
          ))}
        </fieldset>
        <p class="muted small">{say.firstIsBaseline}</p>
        <button type="submit" class="primary" disabled={busy || !ready}>
          {busy ? say.beginning : say.begin}
        </button>
        {error != null && <TroubleNotice error={error} />}
      </form>
    </details>
  );
}
