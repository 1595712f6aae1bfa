// A document at a passage: the file or its text in the middle, pages and sections at the left, what
// was asked and the tables of the page at the right.
import { useCallback, useEffect, useState } from "preact/hooks";
import { link, useAddress } from "../../address";
import { Trouble } from "../../api/client";
import { useTitle } from "../../title";
import { useKeys } from "../../keys";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { Reason } from "../../parts/Reason";
import { words } from "../../words";
import { Bar } from "./Bar";
import { Beside } from "./Beside";
import { Left } from "./Left";
import { type PdfPort, PdfView } from "./PdfView";
import { TextView } from "./TextView";
import { goTo, place, stand } from "./passage";
import { type ReadDocument, fileOf, textOf, useDocument } from "./useDocument";
import "./reader.css";

const say = words.reader;
const isWide = (pixels: number) => matchMedia(`(min-width: ${pixels}px)`).matches;

export function Reader() {
  const { path } = useAddress();
  const document = useDocument(path[1] ?? "");
  if (document.error instanceof Trouble && document.error.status === 404) {
    return (
      <div class="column">
        <Notice kind="warn" title={words.documents.gone}>
          <p>{words.documents.goneHint}</p>
          <a href={link(["documents"])}>{say.toDocuments}</a>
        </Notice>
      </div>
    );
  }
  if (document.error) {
    return (
      <div class="column">
        <TroubleNotice error={document.error} again={document.again} />
      </div>
    );
  }
  if (!document.value) return <Progress label={say.loading} />;
  if (document.value.state === "failed") {
    return (
      <div class="column">
        <Notice kind="bad" title={say.unread(document.value.document)}>
          <p>{document.value.reason && <Reason of={document.value.reason} />}</p>
          <a href={link(["documents"])}>{say.toDocuments}</a>
        </Notice>
      </div>
    );
  }
  return <Open key={document.value.document_id} document={document.value} />;
}

type Failed = "" | "gone" | "password" | "broken";

function Open({ document }: { document: ReadDocument }) {
  useAddress();
  const here = place();
  const isPdf = document.type === "pdf";
  const [failed, setFailed] = useState<Failed>("");
  const [port, setPort] = useState<PdfPort | null>(null);
  const [left, showLeft] = useState(isWide(1100));
  const [right, showRight] = useState(isWide(860));
  const [selected, select] = useState("");
  const asText = here.text || !isPdf || failed !== "";
  const id = document.document_id;
  const file = useLoad((signal) => (isPdf ? fileOf(id, signal) : Promise.resolve(null)), [id]);
  const text = useLoad((signal) => textOf(id, document.pages !== null, signal), [id]);
  useEffect(() => {
    if (isPdf && !file.loading && !file.error && file.value === null) setFailed("gone");
  }, [file.loading]);
  useTitle(document.document);
  const turn = (by: number) => {
    const page = Math.min(document.pages ?? 1, Math.max(1, (place().page ?? 1) + by));
    goTo({ page, span: null });
  };
  useKeys([
    { key: "n", says: say.keyNext, does: () => turn(1) },
    { key: "p", says: say.keyPrevious, does: () => turn(-1) },
    { key: "f", says: say.keyFind, does: () => find(() => showLeft(true)) },
    { key: "t", says: say.keyText, does: () => (isPdf ? goTo({ text: !here.text }) : false) },
    { key: "+", says: say.larger, does: () => port?.tell({ say: "zoom", by: 1.25 }) },
    { key: "-", says: say.smaller, does: () => port?.tell({ say: "zoom", by: 0.8 }) },
    { key: "o", says: say.keyLeft, does: () => showLeft((open) => !open) },
    { key: "b", says: say.keyRight, does: () => showRight((open) => !open) },
  ]);
  const onPage = useCallback((page: number) => stand(page), []);
  return (
    <div class={`reader ${left ? "with-left" : ""} ${right ? "with-right" : ""}`}>
      <Bar
        document={document}
        here={here}
        port={asText ? null : port}
        canDraw={isPdf && failed === ""}
        left={left}
        right={right}
        onLeft={() => showLeft(!left)}
        onRight={() => showRight(!right)}
        onTurn={turn}
      />
      {left && <Left document={document} here={here} text={text.value} port={asText ? null : port} />}
      <div class="reader-middle">
        {failed && <Failure why={failed} />}
        {asText ? (
          text.error ? (
            <TroubleNotice error={text.error} again={text.again} />
          ) : text.value ? (
            <TextView text={text.value} outline={document.outline} span={here.span} page={here.page} onPage={onPage} onSelected={select} />
          ) : (
            <Progress label={say.loading} />
          )
        ) : file.value ? (
          <PdfView
            id={id}
            data={file.value}
            span={here.span}
            page={here.page}
            onPort={setPort}
            onPage={onPage}
            onSelected={select}
            onFailed={(needsPassword) => setFailed(needsPassword ? "password" : "broken")}
          />
        ) : file.error ? (
          <TroubleNotice error={file.error} again={file.again} />
        ) : (
          <Progress label={say.loading} />
        )}
      </div>
      {right && <Beside document={document} here={here} selected={selected} />}
    </div>
  );
}

/** Why the text is shown instead of the file. */
function Failure({ why }: { why: Exclude<Failed, ""> }) {
  return (
    <Notice kind="warn" title={say.failures[why].title}>
      <p>{say.failures[why].hint}</p>
    </Notice>
  );
}

function find(open: () => void): void {
  open();
  requestAnimationFrame(() => window.document.querySelector<HTMLElement>("[data-find]")?.focus());
}
