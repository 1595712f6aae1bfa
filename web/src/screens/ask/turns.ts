// Questions and their answers while they come. They live outside the screen: whoever reads a
// source and comes back finds the answer further on, not stopped.
import { useEffect, useState } from "preact/hooks";
import { Trouble, get, problem } from "../../api/client";
import { ask } from "../../api/events";
import type { Answer, AskBody, Asked, Citation, RouteTold, SessionTold } from "../../api/types";

/** How a question is to be answered; what is not said is as the settings have it. */
export interface Wish {
  strategy?: string;
  deadline_ms?: number;
  extractive?: boolean;
  /** The language model that writes. */
  model?: string;
  filters?: string[];
}

export interface Turn {
  question: string;
  wish: Wish;
  state: "waiting" | "writing" | "done" | "stopped" | "failed";
  route: RouteTold | null;
  /** Sources come before the first word; `null` until then. */
  sources: Citation[] | null;
  text: string;
  asked: Asked | null;
  trace: string | null;
  error: unknown;
  stop: () => void;
}

export interface Thread {
  session: string;
  turns: Turn[];
  loading: boolean;
  error: unknown;
}

/** Turns of a session that are shown at once. */
const TURNS_SHOWN = 20;

const threads = new Map<string, Thread>();
const CHANGED = "perusal:thread";

function changed(thread: Thread): void {
  threads.set(thread.session, { ...thread });
  dispatchEvent(new CustomEvent(CHANGED, { detail: thread.session }));
}

/** A thread, kept up to date; loaded from the session, or from the trace where there is none. */
export function useThread(session: string, trace: string | null): Thread {
  const [, redraw] = useState(0);
  useEffect(() => {
    const heard = (event: Event) => {
      if ((event as CustomEvent).detail === session) redraw((n) => n + 1);
    };
    addEventListener(CHANGED, heard);
    return () => removeEventListener(CHANGED, heard);
  }, [session]);
  useEffect(() => {
    if (!threads.has(session) && trace) void load(session, trace);
  }, [session, trace]);
  return threads.get(session) ?? { session, turns: [], loading: Boolean(trace), error: null };
}

/** A name for a new session: 64 random bits. */
export function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function emptyTurn(question: string, wish: Wish): Turn {
  return {
    question,
    wish,
    state: "waiting",
    route: null,
    sources: null,
    text: "",
    asked: null,
    trace: null,
    error: null,
    stop: () => undefined,
  };
}

/** The object of an answer from its trace, which keeps it whole. */
async function kept(trace: string): Promise<Asked> {
  const told = await get<Asked & { answer: Asked | Answer }>(`traces/${encodeURIComponent(trace)}`);
  const inner = told.answer as Partial<Asked> | null;
  return inner && "status" in inner ? (inner as Asked) : told;
}

function loadedTurn(asked: Asked): Turn {
  const turn = emptyTurn(asked.question, {});
  const { citations } = asked.answer;
  return { ...turn, state: "done", asked, sources: citations, route: asked.route, trace: asked.trace };
}

async function load(session: string, trace: string): Promise<void> {
  const thread: Thread = { session, turns: [], loading: true, error: null };
  changed(thread);
  try {
    const told = session === trace ? null : await sessionOf(session);
    const traces = told?.turns.flatMap((turn) => turn.trace ?? []) ?? [];
    if (!traces.includes(trace)) traces.push(trace);
    const turns = await Promise.all(traces.slice(-TURNS_SHOWN).map((one) => kept(one).catch(gone(one === trace))));
    thread.turns = turns.flatMap((one) => (one ? [loadedTurn(one)] : []));
  } catch (error) {
    thread.error = error;
  }
  thread.loading = false;
  changed(thread);
}

/** Of an older turn whose trace has expired nothing is shown; the one that was asked for must be there. */
const gone = (needed: boolean) => (error: unknown) => {
  if (needed) throw error;
  return null;
};

async function sessionOf(session: string): Promise<SessionTold | null> {
  try {
    return await get<SessionTold>(`sessions/${encodeURIComponent(session)}`);
  } catch (error) {
    if (error instanceof Trouble && error.status === 404) return null;
    throw error;
  }
}

/** Forgets what was loaded, so that it is loaded anew. */
export function reload(session: string, trace: string): void {
  threads.delete(session);
  void load(session, trace);
}

/** Asks, and fills the turn as the answer comes. Gives the trace, or `null` where there is none. */
export async function askIn(session: string, question: string, wish: Wish): Promise<string | null> {
  const thread = threads.get(session) ?? { session, turns: [], loading: false, error: null };
  const stopper = new AbortController();
  const turn = { ...emptyTurn(question, wish), stop: () => stopper.abort() };
  thread.turns = [...thread.turns, turn];
  const redraw = () => {
    const now = threads.get(session) ?? thread;
    const at = now.turns.findIndex((one) => one.stop === turn.stop);
    now.turns = at < 0 ? [...now.turns, { ...turn }] : now.turns.with(at, { ...turn });
    changed(now);
  };
  changed(thread);
  try {
    const body: AskBody = { question, session_id: session, ...wish };
    for await (const event of ask("ask", body, stopper.signal)) {
      fill(turn, event.name, event.data as Record<string, unknown>);
      // What is said to be done is whole: nothing is added below it afterwards.
      if (turn.state !== "done") redraw();
    }
    if (turn.state === "waiting" || turn.state === "writing") throw new Trouble(0, "broken_off", "", "");
    if (turn.trace && turn.asked && needsMore(turn.asked)) turn.asked = await kept(turn.trace);
  } catch (error) {
    const stopped = error instanceof DOMException && error.name === "AbortError";
    turn.state = stopped ? "stopped" : turn.asked ? "done" : "failed";
    if (!stopped && !turn.asked) turn.error = error;
  }
  redraw();
  return turn.trace;
}

/** What the events leave out: passages near to a question that has no answer. */
function needsMore(asked: Asked): boolean {
  return !asked.answer.text && !asked.nearest;
}

function fill(turn: Turn, name: string, data: Record<string, unknown>): void {
  switch (name) {
    case "meta":
      turn.route = (data["route"] as RouteTold | undefined) ?? null;
      if (typeof data["trace"] === "string") turn.trace = data["trace"];
      break;
    case "sources":
      turn.sources = (data["citations"] as Citation[] | undefined) ?? [];
      break;
    case "delta":
      turn.state = "writing";
      turn.text += String(data["text"] ?? "");
      break;
    case "citations":
      turn.asked = assembled(turn, data as unknown as Answer);
      turn.sources = turn.asked.answer.citations;
      break;
    case "done":
      finish(turn, data);
      break;
    case "error":
      throw problem(data);
  }
}

function finish(turn: Turn, data: Record<string, unknown>): void {
  turn.trace = typeof data["trace"] === "string" ? data["trace"] : turn.trace;
  const asked = turn.asked ?? assembled(turn, { text: turn.text || null, citations: [] } as unknown as Answer);
  turn.asked = { ...asked, ...data, trace: turn.trace ?? "" } as Asked;
  turn.state = "done";
}

function assembled(turn: Turn, answer: Answer): Asked {
  return {
    schema: 1,
    question: turn.question,
    status: "answered",
    route: turn.route as RouteTold,
    answer: { ...answer, citations: answer.citations ?? [] },
    timings_ms: {},
    trace: turn.trace ?? "",
  };
}
