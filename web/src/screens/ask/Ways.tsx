// Other ways to answer: by which search, with how much time, by which model or none.
import { words } from "../../words";
import { Writer } from "../../parts/Writer";
import type { Wish } from "./turns";

const say = words.ask;

/** All strategies but those that need what a plain library does not have. */
const STRATEGIES = ["keyword", "dense", "hybrid", "multi_query", "hierarchical", "graph", "sparse", "late"];
/** Seconds. */
const DEADLINES = [2, 5, 10, 30, 60, 120];

interface Props {
  wish: Wish;
  onChange: (wish: Wish) => void;
}

export function Ways({ wish, onChange }: Props) {
  const set = (changed: Partial<Wish>) => {
    const next: Wish = { ...wish, ...changed };
    for (const key of Object.keys(next) as (keyof Wish)[]) if (!next[key]) delete next[key];
    onChange(next);
  };
  return (
    <div class="ways">
      <label>
        {say.strategy}
        <select value={wish.strategy ?? ""} onChange={(event) => set({ strategy: event.currentTarget.value })}>
          <option value="">{say.automatic}</option>
          {STRATEGIES.map((name) => (
            <option key={name} value={name}>
              {say.strategies[name as keyof typeof say.strategies] ?? name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say.deadline}
        <select
          value={wish.deadline_ms ? String(wish.deadline_ms) : ""}
          onChange={(event) => set({ deadline_ms: Number(event.currentTarget.value) })}
        >
          <option value="">{say.automatic}</option>
          {DEADLINES.map((seconds) => (
            <option key={seconds} value={seconds * 1000}>
              {seconds} s
            </option>
          ))}
        </select>
      </label>
      <Writer
        writing={wish}
        onChange={({ model, extractive }) => set({ model: model ?? "", extractive: extractive ?? false })}
      />
    </div>
  );
}
