// Files on their way: each with its stage, and what became of it.
import { useState } from "preact/hooks";
import { link } from "../../address";
import { TroubleLine, failureOf } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { Reason } from "../../parts/Reason";
import { number, words } from "../../words";
import { type FileRow, type Watched, cancel, filesOf, isOver, retry, type useJobs } from "./jobs";

const say = words.documents;
/** Files of a job that are shown at once; of one that is over and has more than these, those that failed. */
const SHOWN = 8;
const SHOWN_OVER = 4;

export function Jobs({ jobs }: { jobs: ReturnType<typeof useJobs> }) {
  // Of what was over when the page was loaded, only what went wrong is worth a line.
  const shown = jobs.jobs.filter((job) => !job.old || filesOf(job).some((file) => file.stage === "failed"));
  if (!shown.length) return null;
  const act = (does: Promise<unknown>) => void does.catch(jobs.setError);
  return (
    <section class="jobs" aria-label={say.jobs}>
      {shown.map((job) => (
        <JobBox
          key={job.job}
          job={job}
          onCancel={() => act(cancel(job.job))}
          onRetry={() => act(retry(job.job).then(jobs.keep))}
          onForget={() => jobs.forget(job.job)}
        />
      ))}
    </section>
  );
}

interface Props {
  job: Watched;
  onCancel: () => void;
  onRetry: () => void;
  onForget: () => void;
}

function JobBox({ job, onCancel, onRetry, onForget }: Props) {
  const [all, setAll] = useState(false);
  const files = filesOf(job);
  const total = job.files_total ?? files.length;
  const failed = files.filter((file) => file.stage === "failed").length;
  const done = files.filter((file) => file.stage !== "waiting" && file.stage !== "reading").length;
  const over = isOver(job);
  const order = [...files].sort((a, b) => WEIGHT[a.stage] - WEIGHT[b.stage]);
  const first = over && order.length > SHOWN_OVER ? order.filter((file) => file.stage === "failed") : order;
  const visible = all ? order : first.slice(0, SHOWN);
  return (
    <article class={`job ${job.state}`} aria-busy={!over}>
      <header>
        <h2 aria-live="polite">{over ? say.jobOver(total - failed, failed, job.state) : say.jobRuns(done, total)}</h2>
        <span class="muted small">
          {!over &&
            [job.vectors_total ? say.vectors(job.vectors_done ?? 0, job.vectors_total) : "", leftOf(job, done, total)]
              .filter(Boolean)
              .join(" · ")}
        </span>
        {!over && (
          <button type="button" class="quiet" onClick={onCancel}>
            {say.cancel}
          </button>
        )}
        {over && (failed > 0 || job.state !== "done") && (
          <button type="button" onClick={onRetry}>
            {say.retry}
          </button>
        )}
        {over && (
          <button type="button" class="quiet" onClick={onForget} aria-label={words.frame.close}>
            ✕
          </button>
        )}
      </header>
      {!over && <Progress label={say.jobRuns(done, total)} value={share(job, done, total)} />}
      {job.error && <TroubleLine of={job} />}
      <ul class="job-files">
        {/* Made anew with its stage: Chromium keeps the colours of what is moved as its class changes. */}
        {visible.map((file) => (
          <FileLine key={`${file.stage} ${file.name}`} file={file.reason === job.error ? { ...file, reason: failureOf(job) } : file} />
        ))}
      </ul>
      {order.length > first.slice(0, SHOWN).length && (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all ? say.fewer : say.allFiles(order.length)}
        </button>
      )}
    </article>
  );
}

/** Reading is counted in files, making vectors in passages; each is half of the way. */
function share(job: Watched, done: number, total: number): number {
  if (job.vectors_total) return 0.5 + (0.5 * (job.vectors_done ?? 0)) / job.vectors_total;
  return total ? (0.5 * done) / total : 0;
}

/** What is worth seeing first. */
const WEIGHT = { failed: 0, reading: 1, embedding: 1, done: 2, waiting: 3 };

function FileLine({ file }: { file: FileRow }) {
  const found = [
    file.pages ? words.counted.pages(file.pages) : null,
    file.chunks ? words.counted.passages(file.chunks) : null,
  ].filter(Boolean);
  return (
    <li class={`job-file ${file.stage}`}>
      <span class="stage">{say.stages[file.stage]}</span>
      <span class="job-name" dir="auto">
        {file.document_id && file.stage === "done" ? (
          <a href={link(["read", file.document_id])}>{file.name}</a>
        ) : (
          file.name
        )}
      </span>
      <span class="muted small">{found.join(" · ")}</span>
      {file.reason && (
        <span class="job-why bad-text">
          <Reason of={file.reason} />
        </span>
      )}
      {!file.reason && file.warnings.length > 0 && <span class="job-why warn-text">{file.warnings.join("; ")}</span>}
    </li>
  );
}

/** A guess from how fast it went while this page looked: reading and vectors each for itself. */
function leftOf(job: Watched, done: number, total: number): string {
  if (job.state === "queued") return say.queued;
  const { seen } = job;
  const [now, all] = job.vectors_total ? [job.vectors_done ?? 0, job.vectors_total] : [done, total];
  if (now <= seen.count || now >= all) return "";
  const each = (performance.now() - seen.at) / (now - seen.count);
  const seconds = Math.ceil((each * (all - now)) / 1000);
  return seconds < 60 ? say.secondsLeft(seconds) : say.minutesLeft(number.format(Math.ceil(seconds / 60)));
}
