// A trace as it is kept, and the passages behind the numbers of its chunks.
import { get, post } from "../../api/client";
import type { Arm, Found, Hit, Trace } from "../../api/trace";
import type { Asked } from "../../api/types";

/** Passages that are looked at of one arm. */
export const SHOWN = 10;

export async function load(id: string, signal: AbortSignal): Promise<Trace> {
  const kept = await get<Trace & { answer: unknown }>(`traces/${encodeURIComponent(id)}`, {}, signal);
  const inner = kept.answer as Partial<Asked> | null;
  // Where the whole answer stands under `answer`, it counts.
  return (inner && typeof inner === "object" && "status" in inner ? { ...kept, ...inner } : kept) as Trace;
}

/** Passages by the number of their chunk, found by searching again. */
export type Passages = Map<number, Hit>;

export interface Alone {
  arm: string;
  hits: Hit[];
  ids: number[];
}

export interface Searched {
  passages: Passages;
  alone: Alone[];
  /** The same search finds other passages now: documents were added or deleted since. */
  changed: boolean;
}

/** Names of strategies that are one arm. */
const ARMS = new Set(["keyword", "dense", "sparse", "late", "graph", "web"]);

/** Searches again, once together and once an arm, to show what stands behind the numbers. */
export async function search(trace: Trace, signal: AbortSignal): Promise<Searched> {
  const query = trace.resolved ?? trace.question;
  const explain = trace.explain;
  const strategy = trace.attempts?.find((one) => one.kept)?.strategy ?? trace.route.strategy;
  const ask = (named: string, k: number) => post<Found>("search", { query, strategy: named, k, explain: true }, signal);
  const k = Math.max(SHOWN, Math.min(100, explain?.contributions.length ?? SHOWN));
  const arms = (explain?.arms ?? []).map((arm: Arm) => arm.arm).filter((arm) => ARMS.has(arm));
  const together = await ask(strategy, k);
  const single = await Promise.all(arms.map((arm) => ask(arm, SHOWN).catch(() => null)));
  const passages: Passages = new Map();
  for (const found of [together, ...single]) {
    found?.explain?.contributions.forEach((one, at) => {
      const hit = found.hits[at];
      if (hit) passages.set(one.chunk_id, hit);
    });
  }
  const alone = arms.map((arm, at) => ({
    arm,
    hits: single[at]?.hits ?? [],
    ids: single[at]?.explain?.contributions.map((one) => one.chunk_id) ?? [],
  }));
  const before = (explain?.contributions ?? []).map((one) => one.chunk_id);
  const now = new Set(together.explain?.contributions.map((one) => one.chunk_id));
  return { passages, alone, changed: before.some((id) => !now.has(id)) };
}

/** A step of the way, with what it took; `ms` is null where it was not measured. */
export interface Step {
  name: string;
  about: string;
  ms: number | null;
  /** When it began, in milliseconds after the question. */
  from: number;
  below: Step[];
}
