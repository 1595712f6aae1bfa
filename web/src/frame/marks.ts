// Where a passage stands: rectangles of words on a page, joined to lines, in shares of the page, so
// that they hold at every size.
import type { PageViewport } from "pdfjs-dist";
import type { Box } from "./messages";

interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Rectangles on the page as it is shown: turned pages are turned, the origin is at the top left. */
export function places(boxes: Box[], viewport: PageViewport): Place[] {
  const shown = boxes.map((box) => {
    const [x0, y0] = viewport.convertToViewportPoint(box[0], box[1]) as [number, number];
    const [x1, y1] = viewport.convertToViewportPoint(box[2], box[3]) as [number, number];
    return { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) };
  });
  const joined: Place[] = [];
  for (const place of shown) {
    const last = joined.at(-1);
    if (last && continues(last, place)) {
      last.right = Math.max(last.right, place.right);
      last.top = Math.min(last.top, place.top);
      last.bottom = Math.max(last.bottom, place.bottom);
    } else joined.push({ ...place });
  }
  return joined;
}

/** The next word of the same line, a space away. */
function continues(last: Place, next: Place): boolean {
  const height = Math.max(last.bottom - last.top, next.bottom - next.top);
  const gap = next.left - last.right;
  return Math.abs(next.top - last.top) < height * 0.4 && gap > -height && gap < height * 1.2;
}

/** Puts marks into the page; what was marked before is gone. */
export function mark(place: HTMLElement, boxes: Box[], viewport: PageViewport): void {
  for (const old of place.querySelectorAll(".mark")) old.remove();
  for (const { left, top, right, bottom } of places(boxes, viewport)) {
    const box = document.createElement("div");
    box.className = "mark";
    box.style.left = `${(100 * left) / viewport.width}%`;
    box.style.top = `${(100 * top) / viewport.height}%`;
    box.style.width = `${(100 * (right - left)) / viewport.width}%`;
    box.style.height = `${(100 * (bottom - top)) / viewport.height}%`;
    place.append(box);
  }
}
