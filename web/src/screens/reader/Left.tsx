// At the left: pages, sections, search.
import { useState } from "preact/hooks";
import { words } from "../../words";
import { Find } from "./Find";
import { Outline } from "./Outline";
import type { PdfPort } from "./PdfView";
import { Thumbs } from "./Thumbs";
import type { Place } from "./passage";
import type { ReadDocument, Text } from "./useDocument";

const say = words.reader;

interface Props {
  document: ReadDocument;
  here: Place;
  text: Text | null;
  port: PdfPort | null;
}

export function Left({ document, here, text, port }: Props) {
  const hasOutline = document.outline.length > 0;
  const [tab, setTab] = useState<"pages" | "outline">(hasOutline ? "outline" : "pages");
  const shown = port && (tab === "pages" || !hasOutline) ? "pages" : "outline";
  return (
    <aside class="reader-left" aria-label={say.left}>
      <Find text={text} />
      {port && hasOutline && (
        <div class="tabs" role="group" aria-label={say.left}>
          <button type="button" class="quiet" aria-pressed={shown === "outline"} onClick={() => setTab("outline")}>
            {say.outline}
          </button>
          <button type="button" class="quiet" aria-pressed={shown === "pages"} onClick={() => setTab("pages")}>
            {say.pages}
          </button>
        </div>
      )}
      {shown === "pages" && port ? <Thumbs pages={document.pages ?? 1} page={here.page} port={port} /> : <Outline entries={document.outline} page={here.page} />}
    </aside>
  );
}
