// One reading: what has been told of it so far. It goes on while other screens are looked at, and
// is still there when one comes back.
import { useEffect, useState } from "preact/hooks";
import { get, problem } from "../../api/client";
import { ask } from "../../api/events";
import type { Analysis, AnalyzeWish, Coverage, Finding, Level, Segment } from "../../api/analysis";

export interface Reading {
  wish: AnalyzeWish;
  /** `reading` until the server said that it is done. */
  state: "reading" | "done" | "stopped" | "failed";
  segments: Map<number, Segment>;
  /** Segments whose state is news. */
  news: Set<number>;
  levels: Map<number, Level>;
  findings: Finding[];
  coverage: Coverage | null;
  done: Analysis | null;
  error: unknown;
  /** In the clock of this page, in milliseconds. */
  began: number;
  ended: number | null;
}

let current: Reading | null = null;
let stopper: AbortController | null = null;
const watchers = new Set<() => void>();
let drawing = 0;
let drawn = false;

/** Drawn once a frame, however much is told in between; what is news is news until then. */
function changed(): void {
  drawing ||= requestAnimationFrame(() => {
    drawing = 0;
    drawn = true;
    watchers.forEach((one) => one());
  });
}

/** The reading that was begun last, kept up to date. */
export function useReading(): Reading | null {
  const [, draw] = useState(0);
  useEffect(() => {
    const look = () => draw((now) => now + 1);
    watchers.add(look);
    return () => void watchers.delete(look);
  }, []);
  return current;
}

export function stop(): void {
  stopper?.abort();
  if (current?.state === "reading") {
    current.state = "stopped";
    current.ended = performance.now();
  }
  changed();
}

/** Begins to read; gives the trace when it is done, or null. */
export async function begin(wish: AnalyzeWish): Promise<string | null> {
  stop();
  const mine = fresh(wish);
  current = mine;
  const own = new AbortController();
  stopper = own;
  changed();
  const body = {
    query: wish.query,
    document_ids: wish.document_ids,
    deadline_ms: wish.deadline * 1000,
    ...(wish.wish && { wish: wish.wish }),
  };
  try {
    for await (const { name, data } of ask("documents/analyze-recursive", body, own.signal)) {
      hear(mine, name, data as Record<string, unknown>);
      changed();
    }
    if (mine.state === "reading") throw problem({ code: "broken_off" });
  } catch (error) {
    if (own.signal.aborted) return null;
    mine.state = "failed";
    mine.error = error;
    mine.ended = performance.now();
  }
  changed();
  return mine.done?.trace ?? null;
}

/** One that was read before, from its trace; what was read just now is there whole. */
export async function earlier(trace: string, signal: AbortSignal): Promise<Reading> {
  if (current?.done?.trace === trace) return current;
  const kept = await get<Analysis & { answer: unknown }>(`traces/${encodeURIComponent(trace)}`, {}, signal);
  const inner = kept.answer as Partial<Analysis> | null;
  const told = (inner && "segments" in inner ? inner : kept) as Analysis;
  const reading = fresh({ query: told.question, document_ids: [], wish: "", deadline: 0 });
  finish(reading, told);
  return reading;
}

function fresh(wish: AnalyzeWish): Reading {
  return {
    wish,
    state: "reading",
    segments: new Map(),
    news: new Set(),
    levels: new Map(),
    findings: [],
    coverage: null,
    done: null,
    error: null,
    began: performance.now(),
    ended: null,
  };
}

/** Takes in an event. Lists are added to what is there; `done` holds the whole. */
function hear(reading: Reading, name: string, data: Record<string, unknown>): void {
  if (name === "error") throw problem(data);
  if (name === "done") return finish(reading, data as unknown as Analysis);
  if (typeof data["level"] === "number" && typeof data["kept"] === "number") {
    reading.levels.set(data["level"], data as unknown as Level);
  }
  const segments = Array.isArray(data["segments"]) ? data["segments"] : name === "segment" ? [data] : [];
  if (segments.length && drawn) reading.news = new Set();
  if (segments.length) drawn = false;
  for (const segment of segments as Segment[]) {
    const known = reading.segments.get(segment.id);
    if (known?.state !== segment.state) reading.news.add(segment.id);
    reading.segments.set(segment.id, { ...known, ...segment });
  }
  const findings = Array.isArray(data["findings"]) ? data["findings"] : name === "finding" ? [data] : [];
  if (findings.length) reading.findings = reading.findings.concat(findings as Finding[]);
  if (data["coverage"]) reading.coverage = data["coverage"] as Coverage;
}

function finish(reading: Reading, told: Analysis): void {
  reading.done = told;
  reading.state = "done";
  reading.ended = performance.now();
  reading.news = new Set();
  reading.segments = new Map((told.segments ?? []).map((one) => [one.id, one]));
  reading.levels = new Map((told.levels ?? []).map((one) => [one.level, one]));
  reading.findings = told.findings ?? [];
  reading.coverage = told.coverage ?? null;
}

