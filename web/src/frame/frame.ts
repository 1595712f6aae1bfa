// Draws a PDF, alone: in a sandboxed frame without origin, without network, and without running
// what scripts a PDF may hold. It hears and speaks over one port that the page gives it.
import { GlobalWorkerOptions, getDocument } from "pdfjs-dist";
import { type FromFrame, SELECTION_MAX, type ToFrame } from "./messages";
import { Pages } from "./pages";
import { Resources, askThrough, given } from "./resources";

let port: MessagePort | null = null;
let pages: Pages | null = null;
/** What was asked for before the file was open. */
let early: ToFrame[] = [];

function say(message: FromFrame, transfer: Transferable[] = []): void {
  port?.postMessage(message, transfer);
}

addEventListener("message", (event) => {
  const given = event.ports[0];
  if (event.source !== parent || port || !given) return;
  port = given;
  askThrough(say);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => void hear(data);
});

async function hear(message: ToFrame): Promise<void> {
  if (message.say === "open") return open(message);
  if (message.say === "given") return given(message.name, message.data);
  if (message.say === "theme") return setTheme(message.theme);
  if (!pages) return void early.push(message);
  switch (message.say) {
    case "marks": {
      const first = message.marks[0]?.page;
      await pages.setMarks(message.marks);
      if (first && message.go) await pages.go(first);
      return say({ say: "marked", page: first ?? 0, count: document.querySelectorAll(".mark").length });
    }
    case "go":
      return pages.go(message.page);
    case "zoom":
      return pages.setZoom(message.by);
    case "thumb": {
      const image = await pages.thumb(message.page, message.width);
      return say({ say: "thumb", page: message.page, image }, [image]);
    }
  }
}

async function open({ data, worker, page, theme }: Extract<ToFrame, { say: "open" }>): Promise<void> {
  setTheme(theme);
  const root = document.getElementById("pages");
  if (!root) return;
  try {
    const code = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    GlobalWorkerOptions.workerPort = new Worker(code);
    const task = getDocument({
      data,
      isEvalSupported: false,
      enableXfa: false,
      useWorkerFetch: false,
      useSystemFonts: false,
      BinaryDataFactory: Resources,
    });
    // Nobody is asked for a password: the text was read without one, or not at all.
    task.onPassword = () => {
      say({ say: "failed", reason: "", needsPassword: true });
      void task.destroy();
    };
    const file = await task.promise;
    const shown = new Pages(root, file, (now) => say({ say: "page", page: now }));
    await shown.lay();
    pages = shown;
    say({ say: "opened", pages: file.numPages });
    if (page > 1) await shown.go(page);
    for (const message of early) await hear(message);
    early = [];
  } catch (error) {
    say({ say: "failed", reason: error instanceof Error ? error.message : "", needsPassword: false });
  }
}

function setTheme(theme: string): void {
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
}

// Keys belong to the page, but for those that scroll.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 && event.key !== " ") say({ say: "key", key: event.key });
  if (event.key === "Escape" || event.key === "Enter") say({ say: "key", key: event.key });
});

document.addEventListener("selectionchange", () => {
  const text = document.getSelection()?.toString() ?? "";
  say({ say: "selected", text: text.slice(0, SELECTION_MAX) });
});
