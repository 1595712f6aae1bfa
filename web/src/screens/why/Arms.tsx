// What each arm alone would have found, side by side.
import type { Contribution } from "../../api/trace";
import { strategyName } from "../../parts/names";
import { words } from "../../words";
import { Passage } from "./Candidates";
import type { Searched } from "./trace";

const say = words.why;
const SHOWN = 5;

interface Props {
  searched: Searched;
  fused: Contribution[];
}

export function Arms({ searched, fused }: Props) {
  if (searched.alone.length < 2) return null;
  const first = fused.slice(0, SHOWN).map((one) => one.chunk_id);
  return (
    <section>
      <h2>{say.alone}</h2>
      <div class="side">
        {searched.alone.map((arm) => (
          <div key={arm.arm}>
            <h3>{strategyName(arm.arm)}</h3>
            <p class="small muted">{say.shared(arm.ids.slice(0, SHOWN).filter((id) => first.includes(id)).length, first.length)}</p>
            <ol class="passages">
              {arm.hits.slice(0, SHOWN).map((hit, at) => (
                <li key={at} class={first.includes(arm.ids[at] ?? -1) ? "both" : undefined}>
                  <Passage hit={hit} id={arm.ids[at] ?? 0} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
