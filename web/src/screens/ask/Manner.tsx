// A quiet line: how it was answered, how sure, how long it took, and the way to why.
import { link } from "../../address";
import type { Asked } from "../../api/types";
import { percent, time, words } from "../../words";

const say = words.ask;

export function Manner({ asked }: { asked: Asked }) {
  const { answer, timings_ms: times, status } = asked;
  const parts: string[] = [];
  if (answer.text || answer.items?.length) {
    parts.push(manner(asked));
    if (answer.confidence !== null && answer.confidence !== undefined) parts.push(say.sure(percent(answer.confidence)));
  }
  if (times["total"]) parts.push(time(times["total"]));
  return (
    <p class="manner" data-status={status}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {asked.trace && <a href={link(["why", asked.trace])}>{say.why}</a>}
      {asked.notes?.map((note) => (
        <span key={note} class="manner-note" dir="auto">
          {note}
        </span>
      ))}
    </p>
  );
}

function manner({ answer }: Asked): string {
  if (answer.mode === "generated") return answer.model ? say.writtenBy(answer.model) : say.written;
  if (answer.expression || answer.query) return say.computed;
  return answer.items?.length ? say.listed : say.quoted;
}
