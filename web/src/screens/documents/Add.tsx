// Ways into the library other than dropping: files, a folder, an address.
import { useRef, useState } from "preact/hooks";
import type { Job } from "../../api/library";
import { TroubleNotice } from "../../parts/Notice";
import { words } from "../../words";
import { type Named, ofChoice } from "./dropped";
import { sendAddress } from "./jobs";

const say = words.documents;

interface Props {
  onFiles: (files: Named[]) => void;
  onJob: (job: Job) => void;
  /** Files that are being sent now. */
  sending: number;
}

export function Add({ onFiles, onJob, sending }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    if (input.files) onFiles(ofChoice(input.files));
    input.value = "";
  };
  return (
    <section class="add" aria-label={say.add}>
      <p class="add-hint">{sending ? say.sending(sending) : say.dropHint}</p>
      <button type="button" onClick={() => files.current?.click()}>
        {say.addFiles}
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        {say.addFolder}
      </button>
      <input ref={files} type="file" multiple hidden aria-label={say.addFiles} onChange={chosen} />
      <input
        ref={(input) => {
          folder.current = input;
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label={say.addFolder}
        onChange={chosen}
      />
      <ByAddress onJob={onJob} />
    </section>
  );
}

function ByAddress({ onJob }: { onJob: (job: Job) => void }) {
  const [url, setUrl] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      onJob(await sendAddress(url.trim()));
      setUrl("");
    } catch (trouble) {
      setError(trouble);
    }
    setBusy(false);
  };
  return (
    <>
      <form class="add-address" onSubmit={submit}>
        <input
          type="url"
          required
          value={url}
          aria-label={say.address}
          placeholder={say.addressExample}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <button type="submit" disabled={busy || !url.trim()}>
          {say.addAddress}
        </button>
      </form>
      {error != null && <TroubleNotice error={error} />}
    </>
  );
}
