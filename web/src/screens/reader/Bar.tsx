// Over the document: its name, the page, sizes, and what is shown beside it.
import { link } from "../../address";
import { words } from "../../words";
import type { PdfPort } from "./PdfView";
import { type Place, goTo } from "./passage";
import type { ReadDocument } from "./useDocument";

const say = words.reader;

interface Props {
  document: ReadDocument;
  here: Place;
  port: PdfPort | null;
  /** The file can be drawn. */
  canDraw: boolean;
  left: boolean;
  right: boolean;
  onLeft: () => void;
  onRight: () => void;
  onTurn: (by: number) => void;
}

export function Bar({ document, here, port, canDraw, left, right, onLeft, onRight, onTurn }: Props) {
  const zoom = (by: number) => port?.tell({ say: "zoom", by });
  const back = here.trace ? link(["ask", here.trace]) : link(["documents"]);
  return (
    <div class="reader-bar" role="toolbar" aria-label={say.tools}>
      <button type="button" class="quiet" aria-pressed={left} onClick={onLeft} title={say.left} aria-label={say.left}>
        <Panel side="left" />
      </button>
      <a class="reader-back" href={back}>
        ← {here.trace ? say.toAnswer : say.toDocuments}
      </a>
      <h1 class="reader-name" dir="auto" title={document.document}>
        {document.document}
      </h1>
      {document.pages !== null && (
        <span class="reader-pages">
          <button type="button" class="quiet" aria-label={say.keyPrevious} onClick={() => onTurn(-1)}>
            ‹
          </button>
          <label>
            <span class="unseen">{say.page}</span>
            <input
              class="reader-page"
              inputMode="numeric"
              size={String(document.pages).length + 1}
              value={String(here.page ?? 1)}
              onChange={(event) => {
                const page = Number(event.currentTarget.value);
                if (page >= 1 && page <= (document.pages ?? 1)) goTo({ page, span: null });
                else event.currentTarget.value = String(here.page ?? 1);
              }}
            />
          </label>
          <span class="muted">/ {document.pages}</span>
          <button type="button" class="quiet" aria-label={say.keyNext} onClick={() => onTurn(1)}>
            ›
          </button>
        </span>
      )}
      {port && (
        <span class="reader-zoom">
          <button type="button" class="quiet" aria-label={say.smaller} title={say.smaller} onClick={() => zoom(0.8)}>
            −
          </button>
          <button type="button" class="quiet" aria-label={say.larger} title={say.larger} onClick={() => zoom(1.25)}>
            +
          </button>
        </span>
      )}
      {canDraw && (
        <button type="button" class="quiet" aria-pressed={here.text} onClick={() => goTo({ text: !here.text })}>
          {say.text}
        </button>
      )}
      <button type="button" class="quiet" aria-pressed={right} onClick={onRight} title={say.right} aria-label={say.right}>
        <Panel side="right" />
      </button>
    </div>
  );
}

function Panel({ side }: { side: "left" | "right" }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <rect x="1.5" y="2.5" width="13" height="11" rx="2" fill="none" stroke="currentColor" stroke-width="1.3" />
      <path d={side === "left" ? "M6 3v10" : "M10 3v10"} stroke="currentColor" stroke-width="1.3" />
    </svg>
  );
}
