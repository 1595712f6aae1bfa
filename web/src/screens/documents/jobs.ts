// Files on their way into the library. Jobs are the server's: they go on when this page is left,
// and are found again when it comes back.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Trouble, at, get, post, remove, send } from "../../api/client";
import { listen } from "../../api/events";
import type { Job, JobFile, Stage } from "../../api/library";
import { remember, remembered } from "../../storage";
import { cares } from "./report";

/** Files of one request: few enough that the first are read soon, small enough for the server. */
const FILES_MAX = 100;
const BYTES_MAX = 190 << 20;
/** Where the jobs that one does not want to see any more are remembered. */
const AWAY = "jobs.away";
const AWAY_MAX = 100;
/** How often jobs are asked for while one runs and its events do not come. */
const LOOK_EVERY_MS = 2000;
/** How often the list is loaded anew while vectors are made. */
const LIST_EVERY_MS = 5000;

export interface Watched extends Job {
  /** When this page first saw it read files, or make vectors, and how many there were then. */
  seen: { at: number; count: number; vectors: boolean };
  /** Over before this page saw it. */
  old: boolean;
}

export interface FileRow extends JobFile {
  name: string;
  stage: Stage;
  /** In words. */
  warnings: string[];
}

export function isOver(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

/** What became of each file, whichever way the server tells it. */
export function filesOf(job: Job): FileRow[] {
  const reported = new Map((job.report?.documents ?? []).map((row) => [row.document, row]));
  return job.files.map((one) => {
    const file: JobFile = typeof one === "string" ? {} : one;
    const name = typeof one === "string" ? one : (one.file ?? one.name ?? "");
    const row = reported.get(name);
    return {
      ...file,
      name,
      stage: file.stage ?? stageOf(job, row),
      pages: file.pages ?? row?.pages ?? null,
      chunks: file.chunks ?? row?.chunks ?? null,
      warnings: row ? cares(row) : (file.warnings ?? []).map(String),
      reason: file.reason ?? row?.reason ?? null,
      document_id: file.document_id ?? row?.document_id ?? null,
    };
  });
}

function stageOf(job: Job, row: { state: string } | undefined): Stage {
  if (row) return row.state === "failed" ? "failed" : "done";
  if (job.state === "failed") return "failed";
  return job.state === "running" ? "reading" : "waiting";
}

export function useJobs(collection: string | null, onDone: () => void) {
  const [jobs, setJobs] = useState<Watched[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [away, setAway] = useState<ReadonlySet<string>>(() => new Set((remembered(AWAY) ?? "").split(" ")));
  const done = useRef(onDone);
  done.current = onDone;
  const keep = useCallback((job: Job) => {
    setJobs((now) => {
      const known = now.find((one) => one.job === job.job);
      if (known && !isOver(known) && isOver(job)) queueMicrotask(() => done.current());
      const vectors = Boolean(job.vectors_total);
      const count = vectors ? (job.vectors_done ?? 0) : (job.files_done ?? 0);
      const seen = known?.seen.vectors === vectors ? known.seen : { at: performance.now(), count, vectors };
      const watched = { ...job, seen, old: known?.old ?? isOver(job) };
      return known ? now.map((one) => (one.job === job.job ? watched : one)) : [watched, ...now];
    });
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    setJobs([]);
    get<{ jobs: Job[] }>("jobs", { limit: 20 }, stop.signal).then(
      ({ jobs }) => [...jobs].reverse().forEach(keep),
      (trouble: unknown) => stop.signal.aborted || setError(trouble),
    );
    return () => stop.abort();
  }, [collection]);
  const running = jobs.filter((job) => !isOver(job)).map((job) => job.job);
  useEffect(() => {
    const stop = new AbortController();
    for (const id of running) void watch(id, keep, stop.signal, setError);
    return () => stop.abort();
  }, [running.join(" ")]);
  // What is read can be asked about while vectors are still being made: it is listed at once.
  const embedding = jobs.some((job) => !isOver(job) && job.vectors_total);
  useEffect(() => {
    if (!embedding) return;
    done.current();
    const timer = setInterval(() => done.current(), LIST_EVERY_MS);
    return () => clearInterval(timer);
  }, [embedding]);
  const forget = (id: string) => {
    const next = new Set(away).add(id);
    remember(AWAY, [...next].slice(-AWAY_MAX).join(" "));
    setAway(next);
  };
  const shown = jobs.filter((job) => !away.has(job.job));
  return { jobs: shown, busy: running.length > 0, error, clear: () => setError(null), keep, setError, forget };
}

/** Follows a job through interruptions until it is over. */
async function watch(id: string, keep: (job: Job) => void, signal: AbortSignal, tell: (error: unknown) => void) {
  while (!signal.aborted) {
    try {
      for await (const { data } of listen(`jobs/${encodeURIComponent(id)}/events`, {}, signal)) {
        keep(data as Job);
        tell(null);
        if (isOver(data as Job)) return;
      }
    } catch (trouble) {
      if (signal.aborted) return;
      tell(trouble);
      if (trouble instanceof Trouble && trouble.status >= 400 && trouble.status < 500) return;
    }
    await new Promise((wait) => setTimeout(wait, LOOK_EVERY_MS));
  }
}

/** Sends files in as many jobs as it takes. */
export async function sendFiles(files: { name: string; file: File }[], keep: (job: Job) => void): Promise<void> {
  let batch: typeof files = [];
  let bytes = 0;
  const flush = async () => {
    if (!batch.length) return;
    const form = new FormData();
    for (const { name, file } of batch) form.append("file", file, name);
    batch = [];
    bytes = 0;
    const response = await send(at("documents"), { method: "POST", body: form });
    keep((await response.json()) as Job);
  };
  for (const one of files) {
    if (batch.length >= FILES_MAX || (batch.length && bytes + one.file.size > BYTES_MAX)) await flush();
    batch.push(one);
    bytes += one.file.size;
  }
  await flush();
}

export const sendAddress = (url: string) => post<Job>("documents", { url });
export const cancel = (id: string) => remove(`jobs/${encodeURIComponent(id)}`);
export const retry = (id: string) => post<Job>(`jobs/${encodeURIComponent(id)}/retry`, {});
