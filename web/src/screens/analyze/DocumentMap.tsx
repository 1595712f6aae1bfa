// The map: every segment a cell, coloured by its score until it is read. Arrows walk over it,
// Enter opens the place.
import { useMemo, useState } from "preact/hooks";
import { passageLink } from "../../parts/Chip";
import type { Finding, Segment, SegmentState } from "../../api/analysis";
import { number, percent, words } from "../../words";
import { type Cell, type Strip, strips, tally, width } from "./strips";

const say = words.analyze;
const STATES: SegmentState[] = ["read", "in_part", "queued", "scored", "failed"];

interface Props {
  segments: Map<number, Segment>;
  findings: Finding[];
  news: Set<number>;
}

export function DocumentMap({ segments, findings, news }: Props) {
  const made = useMemo(() => strips(segments, findings), [segments, segments.size, findings, news]);
  const [at, setAt] = useState<number | null>(null);
  const order = made.flatMap((strip) => strip.cells.map((cell) => cell.segment.id));
  const counts = tally(made);
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const now = at === null ? -1 : order.indexOf(at);
    const next = order[Math.min(order.length - 1, Math.max(0, now + by))];
    if (next === undefined) return;
    setAt(next);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-segment="${next}"]`)?.focus();
  };
  const told = at === null ? null : segments.get(at);
  return (
    <section class="map" aria-label={say.map}>
      <div class="map-head">
        <h2>{say.map}</h2>
        <ul class="legend">
          {STATES.filter((state) => counts.get(state)).map((state) => (
            <li key={state}>
              <span class={`cell ${state}`} aria-hidden="true" /> {say.states[state]}{" "}
              <b>{number.format(counts.get(state) ?? 0)}</b>
            </li>
          ))}
        </ul>
      </div>
      {/* One stop of the Tab key; the arrows go on from there. */}
      <div class="strips" onKeyDown={walk} onMouseLeave={() => setAt(null)}>
        {made.map((strip) => (
          <StripView
            key={strip.document_id}
            strip={strip}
            all={made}
            focus={at ?? order[0] ?? null}
            news={news}
            onAt={setAt}
          />
        ))}
      </div>
      <p class="map-told small" dir="auto">
        {told ? placeOf(told) : <span class="muted">{say.mapHint}</span>}
      </p>
    </section>
  );
}

interface StripProps {
  strip: Strip;
  all: Strip[];
  focus: number | null;
  news: Set<number>;
  onAt: (id: number) => void;
}

function StripView({ strip, all, focus, news, onAt }: StripProps) {
  return (
    <div class="strip">
      {all.length > 1 && (
        <h3 class="small" dir="auto">
          {strip.document}
        </h3>
      )}
      <div class="cells">
        {strip.cells.map((cell) => (
          <a
            key={cell.segment.id}
            class={`cell ${cell.state}${cell.opens ? " opens" : ""}${news.has(cell.segment.id) ? " news" : ""}`}
            href={passageLink(cell.segment)}
            data-segment={cell.segment.id}
            tabIndex={cell.segment.id === focus ? 0 : -1}
            aria-label={`${placeOf(cell.segment)}${cell.findings ? `, ${say.findingsHere(cell.findings)}` : ""}`}
            style={styleOf(cell, all)}
            onMouseEnter={() => onAt(cell.segment.id)}
            onFocus={() => onAt(cell.segment.id)}
          >
            {cell.findings > 0 && <span class="found" />}
          </a>
        ))}
      </div>
    </div>
  );
}

function styleOf(cell: Cell, all: Strip[]): Record<string, string> {
  // Most scores are near 0: their roots differ more to the eye.
  const score = Math.round(Math.sqrt(Math.min(1, Math.max(0, cell.segment.score))) * 100);
  return { flexBasis: `${width(cell, all)}px`, "--score": `${score}%` };
}

function placeOf(segment: Segment): string {
  return [
    segment.section.join(" › ") || segment.document,
    segment.pages ? words.pages(segment.pages[0], segment.pages[1]) : null,
    say.states[segment.state],
    say.score(percent(segment.score)),
    say.levelOf(segment.level + 1),
    say.tokens(number.format(segment.tokens)),
  ]
    .filter(Boolean)
    .join(" · ");
}
