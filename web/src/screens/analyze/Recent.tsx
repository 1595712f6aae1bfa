// What was read before, newest first: each reading has an address.
import { link } from "../../address";
import { get } from "../../api/client";
import type { TraceRow } from "../../api/trace";
import { useLoad } from "../../load";
import { statusName } from "../../parts/names";
import { moment, words } from "../../words";

const say = words.analyze;
/** Traces that are looked through, and readings that are shown. */
const LOOKED_THROUGH = 200;
const SHOWN = 8;

export function Recent() {
  const held = useLoad((signal) => get<{ traces: TraceRow[] }>("traces", { limit: LOOKED_THROUGH }, signal), []);
  const readings = (held.value?.traces ?? []).filter((one) => one.strategy === "analyze").slice(0, SHOWN);
  if (!readings.length) return null;
  return (
    <section class="recent">
      <h2>{say.recent}</h2>
      <ul>
        {readings.map((one) => (
          <li key={one.trace}>
            <a href={link(["analyze", one.trace])} dir="auto">
              {one.question}
            </a>
            <span class="muted small">
              {statusName(one.status)} · {moment(one.asked)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
