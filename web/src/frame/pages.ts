// The pages of a PDF below each other. Those in sight are drawn, those far away are let go.
import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist";
import { mark } from "./marks";
import type { Box } from "./messages";

interface Shown {
  place: HTMLElement;
  page: PDFPageProxy | null;
  task: RenderTask | null;
  /** The scale it is drawn at; 0: not drawn. */
  drawn: number;
}

/** Space beside a page, in pixels. */
const MARGIN = 28;
/** A page is never wider than this times its size in points, unless one zooms. */
const FIT_MAX = 1.7;
/** Pages kept drawn around those in sight. */
const NEAR = 2;
/** Pixels of a canvas; browsers refuse far larger ones. */
const PIXELS_MAX = 16_000_000;

export class Pages {
  private shown: Shown[] = [];
  private zoom = 1;
  private marks = new Map<number, Box[]>();
  private now = 0;
  private readonly sight = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "50% 0px" });
  private readonly visible = new Set<number>();

  constructor(
    private readonly root: HTMLElement,
    private readonly file: PDFDocumentProxy,
    private readonly onPage: (page: number) => void,
  ) {}

  async lay(): Promise<void> {
    const first = await this.file.getPage(1);
    for (let number = 1; number <= this.file.numPages; number += 1) {
      const place = document.createElement("div");
      place.className = "page";
      place.dataset["page"] = String(number);
      this.shown.push({ place, page: number === 1 ? first : null, task: null, drawn: 0 });
      this.size(number, first);
    }
    this.root.append(...this.shown.map((one) => one.place));
    for (const one of this.shown) this.sight.observe(one.place);
    this.root.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(this.root);
  }

  /** Shows the top of a page, or the first mark on it a third below the top of the window. */
  async go(number: number): Promise<void> {
    const one = this.shown[number - 1];
    if (!one) return;
    await this.load(number);
    const first = one.place.querySelector<HTMLElement>(".mark");
    const within = first ? first.offsetTop - this.root.clientHeight / 3 : -8;
    this.root.scrollTop = one.place.offsetTop + within;
    const aside = first && first.offsetLeft + one.place.offsetLeft > this.root.clientWidth + this.root.scrollLeft;
    if (aside) this.root.scrollLeft = first.offsetLeft - MARGIN;
    this.told(number);
  }

  async setMarks(marks: { page: number; box: Box }[]): Promise<void> {
    for (const page of this.marks.keys()) this.shown[page - 1]?.place.querySelectorAll(".mark").forEach((old) => old.remove());
    this.marks = new Map();
    for (const { page, box } of marks) this.marks.set(page, [...(this.marks.get(page) ?? []), box]);
    for (const page of this.marks.keys()) await this.load(page);
  }

  setZoom(by: number): void {
    const at = this.root.scrollTop / Math.max(1, this.root.scrollHeight);
    this.zoom = by === 0 ? 1 : Math.min(5, Math.max(0.4, this.zoom * by));
    this.resize();
    this.root.scrollTop = at * this.root.scrollHeight;
  }

  async thumb(number: number, width: number): Promise<ImageBitmap> {
    const page = await this.file.getPage(number);
    const size = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(width / size.width, (2 * width) / size.height) });
    const canvas = canvasOf(viewport.width, viewport.height);
    await page.render({ canvas, viewport }).promise;
    return createImageBitmap(canvas);
  }

  private scale(page: PDFPageProxy): number {
    const { width } = page.getViewport({ scale: 1 });
    return Math.min(FIT_MAX, Math.max(0.1, (this.root.clientWidth - MARGIN) / width)) * this.zoom;
  }

  private size(number: number, page: PDFPageProxy): void {
    const one = this.shown[number - 1];
    if (!one) return;
    const viewport = page.getViewport({ scale: this.scale(page) });
    one.place.style.width = `${Math.floor(viewport.width)}px`;
    one.place.style.height = `${Math.floor(viewport.height)}px`;
    one.place.style.setProperty("--total-scale-factor", String(viewport.scale));
    one.place.style.setProperty("--scale-round-x", "1px");
    one.place.style.setProperty("--scale-round-y", "1px");
  }

  private async load(number: number): Promise<PDFPageProxy | null> {
    const one = this.shown[number - 1];
    if (!one) return null;
    one.page ??= await this.file.getPage(number);
    this.size(number, one.page);
    const boxes = this.marks.get(number);
    if (boxes) mark(one.place, boxes, one.page.getViewport({ scale: 1 }));
    return one.page;
  }

  private seen(seen: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      const number = Number((target as HTMLElement).dataset["page"]);
      if (isIntersecting) this.visible.add(number);
      else this.visible.delete(number);
    }
    for (const number of [...this.visible].sort((a, b) => a - b)) void this.draw(number);
    this.letGo();
  }

  private async draw(number: number): Promise<void> {
    const page = await this.load(number);
    const one = this.shown[number - 1];
    if (!page || !one) return;
    const scale = this.scale(page);
    if (one.drawn === scale) return;
    one.drawn = scale;
    one.task?.cancel();
    const viewport = page.getViewport({ scale });
    const density = Math.min(devicePixelRatio || 1, Math.sqrt(PIXELS_MAX / (viewport.width * viewport.height)));
    const canvas = canvasOf(viewport.width * density, viewport.height * density);
    one.task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    try {
      await one.task.promise;
    } catch {
      return; // Cancelled, or it cannot be drawn: the text layer and the marks stay.
    }
    one.place.querySelector("canvas")?.remove();
    one.place.prepend(canvas);
    one.place.dataset["drawn"] = "yes";
    await this.text(one, page, scale);
  }

  private async text(one: Shown, page: PDFPageProxy, scale: number): Promise<void> {
    const layer = document.createElement("div");
    layer.className = "words";
    const viewport = page.getViewport({ scale });
    await new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport }).render();
    one.place.querySelector(".words")?.remove();
    if (one.drawn) one.place.append(layer);
  }

  private letGo(): void {
    const [first, last] = [Math.min(...this.visible), Math.max(...this.visible)];
    this.shown.forEach((one, at) => {
      const number = at + 1;
      if (!one.drawn || (number >= first - NEAR && number <= last + NEAR)) return;
      one.task?.cancel();
      one.place.querySelectorAll("canvas, .words").forEach((old) => old.remove());
      delete one.place.dataset["drawn"];
      one.drawn = 0;
    });
  }

  private resize(): void {
    this.shown.forEach((one, at) => {
      const page = one.page ?? this.shown[0]?.page;
      if (page) this.size(at + 1, page);
    });
    for (const number of this.visible) void this.draw(number);
  }

  private scrolled(): void {
    const middle = this.root.scrollTop + this.root.clientHeight / 3;
    let [low, high] = [0, this.shown.length - 1];
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      if ((this.shown[half]?.place.offsetTop ?? 0) <= middle) low = half;
      else high = half - 1;
    }
    this.told(low + 1);
  }

  private told(page: number): void {
    if (page !== this.now) this.onPage((this.now = page));
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width));
  canvas.height = Math.max(1, Math.floor(height));
  return canvas;
}
