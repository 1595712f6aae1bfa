// How much was read of how much, and how much time is left.
import { useEffect, useState } from "preact/hooks";
import { Progress } from "../../parts/Progress";
import { number, percent, time, words } from "../../words";
import type { Reading } from "./reading";

const say = words.analyze;
/** How often the clock is drawn. */
const TICK_MS = 100;

export function Course({ reading }: { reading: Reading }) {
  const [now, setNow] = useState(performance.now());
  const running = reading.state === "reading";
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  const took = reading.done?.timings_ms["total"];
  const passed = running ? now - reading.began : (took ?? (reading.ended ?? now) - reading.began);
  const { coverage, levels } = reading;
  const limit = reading.wish.deadline * 1000;
  const read = coverage?.tokens_read ?? [...levels.values()].reduce((sum, one) => sum + one.tokens_read, 0);
  const all = coverage?.tokens_total ?? 0;
  return (
    <section class="course" aria-label={say.course}>
      <div>
        <p class="small">
          <b>{limit ? say.timeOf(time(passed), time(limit)) : time(passed)}</b>
        </p>
        {limit > 0 && <Progress label={say.deadline} value={passed / limit} />}
      </div>
      <div>
        <p class="small">
          <b>
            {all
              ? say.readOf(number.format(read), number.format(all), percent(read / all))
              : say.readSoFar(number.format(read))}
          </b>
        </p>
        {all > 0 ? <Progress label={say.coverage} value={read / all} /> : running && <Progress label={say.coverage} />}
      </div>
      {levels.size > 0 && (
        <ol class="levels small">
          {[...levels.values()].map((level) => (
            <li key={level.level}>
              <b>{say.levelOf(level.level + 1)}</b> {words.counted.segments(level.segments)}
              {level.read > 0 && `, ${say.levelRead(level.read)}`}
              {level.queued > 0 && `, ${say.levelQueued(level.queued)}`}
              <span class="muted"> {time(level.ms)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
