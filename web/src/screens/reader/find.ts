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

/** Letters as they are searched: small, and white space of any kind alike. */
function folded(text: string): string {
  // One unit for one unit, so that places stay where they are.
  return text.replace(/\s/g, " ").replace(/./gsu, (one) => {
    const small = one.toLowerCase();
    return small.length === one.length ? small : one;
  });
}

export function find({ text, pages }: Text, wanted: string): Found[] {
  const sought = folded(wanted.trim());
  if (!sought) return [];
  const within = folded(text);
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
