// What the library holds: files are dropped anywhere on this screen.
import { useState } from "preact/hooks";
import { become, collection, link, useAddress } from "../../address";
import { TroubleNotice } from "../../parts/Notice";
import { Undo, useRemoval } from "../../parts/Undo";
import { number, words } from "../../words";
import { Add } from "./Add";
import { Detail } from "./Detail";
import { Jobs } from "./JobList";
import { List } from "./Rows";
import "./documents.css";
import { type Named, ofDrop } from "./dropped";
import { sendFiles, useJobs } from "./jobs";
import { useDocuments } from "./list";
import { Tables } from "./tables/Tables";

const say = words.documents;

export function Documents() {
  const { path } = useAddress();
  const here = collection();
  const held = useDocuments(here);
  const jobs = useJobs(here, held.again);
  const removal = useRemoval(held.again);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(0);
  const add = async (files: Named[]) => {
    setOver(false);
    if (!files.length) return jobs.setError(say.nothingDropped);
    setSending(files.length);
    jobs.clear();
    await sendFiles(files, jobs.keep).catch(jobs.setError);
    setSending(0);
  };
  const onTables = path[1] === "tables";
  return (
    <div
      class={`documents wide${over ? " dropping" : ""}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        const data = event.dataTransfer;
        if (data) void ofDrop(data).then(add, jobs.setError);
      }}
    >
      <header class="screen-head">
        <h1>{words.frame.documents}</h1>
        <nav class="screen-tabs" aria-label={words.frame.documents}>
          <a href={link(["documents"])} aria-current={onTables ? undefined : "page"}>
            {say.files} {held.total > 0 && <span class="count">{number.format(held.total)}</span>}
          </a>
          <a href={link(["documents", "tables"])} aria-current={onTables ? "page" : undefined}>
            {say.tablesFound}
          </a>
        </nav>
      </header>
      {onTables ? (
        <Tables />
      ) : (
        <>
          <Add onFiles={add} onJob={jobs.keep} sending={sending} />
          {typeof jobs.error === "string" ? (
            <p role="status">{jobs.error}</p>
          ) : (
            jobs.error != null && <TroubleNotice error={jobs.error} again={jobs.clear} />
          )}
          <Jobs jobs={jobs} />
          {held.error != null && <TroubleNotice error={held.error} again={held.again} />}
          <div class={path[1] ? "documents-both" : "documents-list"}>
            <List held={held} removal={removal} chosen={path[1] ?? null} busy={jobs.busy} />
            {path[1] && <Detail id={path[1]} removal={removal} onClose={() => become(link(["documents"]))} />}
          </div>
        </>
      )}
      <Undo removal={removal} />
      {over && (
        <div class="drop-here" aria-hidden="true">
          <p>{say.dropHere}</p>
        </div>
      )}
    </div>
  );
}
