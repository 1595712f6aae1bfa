// Search within one document: in its canonical text, so that every format and every turned page is
// found alike, and what is found can be marked like a quote.
import type { Span } from "../../api/types";
import { bytes } from "./passage";
import type { Text } from "./useDocument";

export interface Found {
  span: Span;
  page: number | null;
  before: string;
  match: string;
  after: string;
}

/** Places that are listed; more are only counted. */
export const FOUND_MAX = 500;
/** Characters shown around a place. */
const AROUND = 40;

/** Long texts are folded once, not for every key that is pressed. */
const known = new WeakMap<Text, string>();

function foldedText(text: Text): string {
  const held = known.get(text) ?? folded(text.text);
  known.set(text, held);
  return held;
}

/** Letters as they are searched: small, and white space of any kind alike. */
function folded(text: string): string {
  const plain = text.replace(/\s/g, " ");
  const small = plain.toLowerCase();
  if (small.length === plain.length) return small;
  // One unit for one unit, so that places stay where they are.
  return plain.replace(/./gsu, (one) => {
    const small = one.toLowerCase();
    return small.length === one.length ? small : one;
  });
}

export function find(whole: Text, wanted: string): Found[] {
  const { text, pages } = whole;
  const sought = folded(wanted.trim());
  if (!sought) return [];
  const within = foldedText(whole);
  const found: Found[] = [];
  let [counted, byte] = [0, 0];
  for (let at = within.indexOf(sought); at >= 0 && found.length < FOUND_MAX; at = within.indexOf(sought, at + sought.length)) {
    byte += bytes(text.slice(counted, at));
    counted = at;
    const match = text.slice(at, at + sought.length);
    const start = byte;
    const page = pages.findLast((one) => one.start <= start)?.page ?? null;
    found.push({
      span: { start, end: start + bytes(match) },
      page,
      before: text.slice(Math.max(0, at - AROUND), at),
      match,
      after: text.slice(at + match.length, at + match.length + AROUND),
    });
  }
  return found;
}
