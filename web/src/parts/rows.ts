// Which rows of a long list are drawn: those that can be seen and a few around them. Heights are
// guessed until a row was drawn once, so that rows may wrap.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Rows drawn above and below those that can be seen. */
const AROUND = 8;

export interface Window {
  first: number;
  /** Not included. */
  end: number;
  /** Height of what is not drawn, and of all, in pixels. */
  before: number;
  after: number;
  total: number;
}

/** Lists of up to this many rows are drawn whole. */
export const WHOLE_MAX = 150;

/**
 * The part of `count` rows to draw in `box`, which scrolls. Drawn rows carry `data-row`, their
 * place in the list.
 */
export function useWindow(
  box: { current: HTMLElement | null },
  count: number,
  guess: number,
): Window {
  const heights = useRef(new Map<number, number>());
  const [at, setAt] = useState({ top: 0, height: 800, width: 0 });
  const [measured, setMeasured] = useState(0);
  const starts = useMemo(() => {
    const sums = new Float64Array(count + 1);
    for (let row = 0; row < count; row++) {
      sums[row + 1] = (sums[row] ?? 0) + (heights.current.get(row) ?? guess);
    }
    return sums;
  }, [count, guess, measured]);
  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const next = { top: element.scrollTop, height: element.clientHeight, width: element.clientWidth };
    setAt((now) => (Math.abs(now.top - next.top) < 1 && now.height === next.height && now.width === next.width ? now : next));
  }, [box]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    look();
    element.addEventListener("scroll", look, { passive: true });
    const sized = new ResizeObserver(look);
    sized.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      sized.disconnect();
    };
  }, [box, look, count > 0]);
  const whole = count <= WHOLE_MAX;
  const first = whole ? 0 : Math.max(0, rowAt(starts, at.top) - AROUND);
  const end = whole ? count : Math.min(count, rowAt(starts, at.top + at.height) + 1 + AROUND);
  useLayoutEffect(() => {
    if (!box.current) return;
    let changed = false;
    for (const row of box.current.querySelectorAll<HTMLElement>("[data-row]")) {
      const place = Number(row.dataset["row"]);
      const height = row.offsetHeight;
      if (height && Math.abs((heights.current.get(place) ?? guess) - height) >= 1) changed = true;
      if (height) heights.current.set(place, height);
    }
    if (changed) setMeasured((now) => now + 1);
  }, [box, first, end, whole, guess, count, at.width]);
  const total = starts[count] ?? 0;
  return { first, end, before: starts[first] ?? 0, after: total - (starts[end] ?? total), total };
}

/** The row that stands at `y`. */
function rowAt(starts: Float64Array, y: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= y) low = middle;
    else high = middle;
  }
  return low;
}

/** Brings a row into view, drawn or not. */
export function showRow(box: HTMLElement | null, row: number, guess: number): void {
  if (!box) return;
  const drawn = box.querySelector<HTMLElement>(`[data-row="${row}"]`);
  if (drawn) drawn.scrollIntoView({ block: "nearest" });
  else box.scrollTop = Math.max(0, row * guess - box.clientHeight / 2);
}
