// The file itself, drawn in a sandboxed frame. What the frame may not reach is handed to it here.
import { useEffect, useRef } from "preact/hooks";
import { get } from "../../api/client";
import type { Boxes, Span } from "../../api/types";
import { type FromFrame, RESOURCE, type ToFrame } from "../../frame/messages";
import { theme } from "../../theme";
import { words } from "../../words";

export interface PdfPort {
  tell: (message: ToFrame) => void;
  /** A small picture of a page. */
  thumb: (page: number, width: number) => Promise<ImageBitmap>;
}

interface Props {
  id: string;
  data: ArrayBuffer;
  span: Span | null;
  page: number | null;
  onPort: (port: PdfPort | null) => void;
  onPage: (page: number) => void;
  onSelected: (text: string) => void;
  onFailed: (needsPassword: boolean) => void;
}

/** Bytes of a passage whose words are placed in one request. */
const SPAN_BYTES_MAX = 100_000;

export function PdfView({ id, data, span, page, onPort, onPage, onSelected, onFailed }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<PdfPort | null>(null);
  const hear = useRef({ onPage, onSelected, onFailed });
  hear.current = { onPage, onSelected, onFailed };
  const here = useRef(page);

  const opened = async () => {
    const inside = frame.current?.contentWindow;
    if (!inside || port.current) return;
    const channel = new MessageChannel();
    const thumbs = new Map<number, (image: ImageBitmap) => void>();
    const tell = (message: ToFrame, transfer: Transferable[] = []) => channel.port1.postMessage(message, transfer);
    channel.port1.onmessage = ({ data: message }: MessageEvent<FromFrame>) => {
      switch (message.say) {
        case "page":
          here.current = message.page;
          return hear.current.onPage(message.page);
        case "selected":
          return hear.current.onSelected(message.text);
        case "failed":
          return hear.current.onFailed(message.needsPassword);
        case "thumb":
          thumbs.get(message.page)?.(message.image);
          return void thumbs.delete(message.page);
        case "need":
          return void resource(message.name).then((given) => tell({ say: "given", name: message.name, data: given }));
        case "marked":
          if (frame.current) frame.current.dataset["marks"] = String(message.count);
          return;
        case "key":
          dispatchEvent(new KeyboardEvent("keydown", { key: message.key }));
      }
    };
    inside.postMessage("port", "*", [channel.port2]);
    const worker = await resource("worker.js");
    if (!worker) return hear.current.onFailed(false);
    // A copy goes: the frame keeps what it is given, and the file may be opened again.
    tell({ say: "open", data: data.slice(0), worker, page: page ?? 1, theme: theme() });
    const thumb = (number: number, width: number) =>
      new Promise<ImageBitmap>((done) => {
        thumbs.set(number, done);
        tell({ say: "thumb", page: number, width });
      });
    port.current = { tell, thumb };
    onPort(port.current);
    void marks();
  };

  const marks = async () => {
    const tell = port.current?.tell;
    if (!tell) return;
    if (!span) return tell({ say: "marks", marks: [], go: false });
    const end = Math.min(span.end, span.start + SPAN_BYTES_MAX);
    const boxes = await get<Boxes>(`documents/${encodeURIComponent(id)}/boxes`, { start: span.start, end }).catch(() => null);
    tell({ say: "marks", marks: boxes?.words ?? [], go: Boolean(boxes?.words.length) });
  };
  useEffect(() => void marks(), [span?.start, span?.end]);
  useEffect(() => {
    if (page && page !== here.current && !span) port.current?.tell({ say: "go", page });
    here.current = page;
  }, [page]);
  useEffect(() => () => onPort(null), []);
  return (
    <iframe
      ref={frame}
      class="pdf"
      title={words.reader.file}
      src="/assets/pdf/frame.html"
      sandbox="allow-scripts"
      onLoad={() => void opened()}
    />
  );
}

/** What comes with pdf.js, by a name that can be nothing else. */
async function resource(name: string): Promise<ArrayBuffer | null> {
  if (name !== "worker.js" && !RESOURCE.test(name)) return null;
  const response = await fetch(`/assets/pdf/${name}`).catch(() => null);
  return response?.ok ? response.arrayBuffer() : null;
}
