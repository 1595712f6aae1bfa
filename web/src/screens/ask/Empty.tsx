// A library without documents: one sentence, and three ways to begin.
import { useRef, useState } from "preact/hooks";
import { go, link } from "../../address";
import { at, send } from "../../api/client";
import { listen } from "../../api/events";
import type { Job } from "../../api/library";
import { TroubleNotice } from "../../parts/Notice";
import { words } from "../../words";
import { addFiles, filesOf } from "./addFiles";

const say = words.ask;

/** `onAdded` is told while the samples are added: they can be asked about before all is done. */
export function Empty({ onAdded }: { onAdded: () => void }) {
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const picker = useRef<HTMLInputElement>(null);
  const add = async (files: File[]) => {
    if (!files.length) return;
    setError(null);
    try {
      go(link(["documents"], { job: await addFiles(files) }));
    } catch (trouble) {
      setError(trouble);
    }
  };
  const addSamples = async () => {
    setBusy(true);
    setError(null);
    try {
      const response = await send(at("samples"), { method: "POST" });
      const { job } = (await response.json()) as Job;
      for await (const { data } of listen(`jobs/${encodeURIComponent(job)}/events`, {}, new AbortController().signal)) {
        if ((data as Job).files_done || (data as Job).vectors_total) onAdded();
      }
    } catch (trouble) {
      setError(trouble);
    }
    onAdded();
    setBusy(false);
  };
  return (
    <div
      class={`empty ${over ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault();
        setOver(false);
        await add(await filesOf(event.dataTransfer));
      }}
    >
      <p>{say.empty}</p>
      <p class="empty-ways">
        <button type="button" class="primary" onClick={() => picker.current?.click()}>
          {say.choose}
        </button>
        <button type="button" disabled={busy} onClick={() => void addSamples()}>
          {busy ? say.addingSamples : say.samples}
        </button>
      </p>
      <input ref={picker} type="file" multiple hidden aria-label={say.choose} onChange={(event) => add([...(event.currentTarget.files ?? [])])} />
      {error ? <TroubleNotice error={error} /> : null}
    </div>
  );
}
