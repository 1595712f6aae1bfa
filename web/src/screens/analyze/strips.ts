// The document as cells: of the segments that are known, the smallest at each place, in the order
// of the text, by document.
import type { Segment, SegmentState } from "../../api/analysis";

export interface Cell {
  segment: Segment;
  /** Read by itself or within what it lies in. */
  state: SegmentState;
  /** A segment of the first level begins here. */
  opens: boolean;
  findings: number;
}

export interface Strip {
  document: string;
  document_id: string;
  tokens: number;
  cells: Cell[];
}

export function strips(segments: Map<number, Segment>, findings: { segment: number }[]): Strip[] {
  const parents = new Set<number>();
  for (const one of segments.values()) if (one.parent !== null) parents.add(one.parent);
  const found = new Map<number, number>();
  for (const { segment } of findings) found.set(segment, (found.get(segment) ?? 0) + 1);
  const byDocument = new Map<string, Segment[]>();
  for (const one of segments.values()) {
    if (parents.has(one.id)) continue;
    const list = byDocument.get(one.document_id) ?? [];
    list.push(one);
    byDocument.set(one.document_id, list);
  }
  const made = [...byDocument.values()].map((list): Strip => {
    list.sort((a, b) => a.span.start - b.span.start || a.id - b.id);
    let top = -1;
    const cells = list.map((segment): Cell => {
      const root = rootOf(segments, segment);
      const opens = root !== top;
      top = root;
      return { segment, state: stateOf(segments, segment), opens, findings: found.get(segment.id) ?? 0 };
    });
    const first = list[0];
    return {
      document: first?.document ?? "",
      document_id: first?.document_id ?? "",
      tokens: list.reduce((sum, one) => sum + one.tokens, 0),
      cells,
    };
  });
  return made.sort((a, b) => a.document.localeCompare(b.document));
}

/** Segments above one another are few: levels are at most four. */
const ABOVE_MAX = 8;

function rootOf(segments: Map<number, Segment>, from: Segment): number {
  let at = from;
  for (let step = 0; step < ABOVE_MAX && at.parent !== null; step++) at = segments.get(at.parent) ?? at;
  return at.id;
}

function stateOf(segments: Map<number, Segment>, from: Segment): SegmentState {
  let at: Segment | undefined = from;
  for (let step = 0; step < ABOVE_MAX && at; step++) {
    if (at.state === "read") return "read";
    at = at.parent === null ? undefined : segments.get(at.parent);
  }
  return from.state;
}

/** How many cells are in each state. */
export function tally(strips: Strip[]): Map<SegmentState, number> {
  const counts = new Map<SegmentState, number>();
  for (const { cells } of strips) {
    for (const { state } of cells) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/**
 * Pixels of a cell: as wide as it is long, so that the whole fills some lines of about
 * `LINE_PX`; never too narrow to be pointed at.
 */
const LINE_PX = 1080;
const CELLS_A_LINE = 64;

export function width(cell: Cell, strips: Strip[]): number {
  const cells = strips.reduce((sum, one) => sum + one.cells.length, 0);
  const tokens = strips.reduce((sum, one) => sum + one.tokens, 0);
  const lines = Math.max(1, cells / CELLS_A_LINE);
  return Math.max(8, Math.round((cell.segment.tokens / Math.max(1, tokens)) * LINE_PX * lines));
}
