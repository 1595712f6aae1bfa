// Where one is in a document, as the address has it, and bytes against characters: spans count
// bytes of UTF-8, text in a browser has characters.
import { address, become, link } from "../../address";
import type { Span } from "../../api/types";

export interface Place {
  id: string;
  page: number | null;
  span: Span | null;
  trace: string | null;
  /** The text instead of the file. */
  text: boolean;
}

function count(value: string | null): number | null {
  const number = value === null || value === "" ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export function place(): Place {
  const { path, query } = address();
  const [start, end] = [count(query.get("start")), count(query.get("end"))];
  return {
    id: path[1] ?? "",
    page: count(query.get("page")),
    span: start !== null && end !== null && end > start ? { start, end } : null,
    trace: query.get("trace"),
    text: query.get("view") === "text",
  };
}

function linkTo(at: Place): string {
  return link(["read", at.id], {
    page: at.page,
    start: at.span?.start,
    end: at.span?.end,
    trace: at.trace,
    view: at.text ? "text" : null,
  });
}

/** Goes to another place of the document. Going back leaves the document, whatever was looked at. */
export function goTo(changed: Partial<Place>): void {
  become(linkTo({ ...place(), ...changed }));
}

/** The page one has scrolled to. */
export function stand(page: number): void {
  const now = place();
  if (now.page !== page) become(linkTo({ ...now, page }));
}

const encoder = new TextEncoder();

/** Bytes of a text. */
export function bytes(text: string): number {
  let ascii = true;
  for (let at = 0; at < text.length && ascii; at += 1) ascii = text.charCodeAt(at) < 128;
  return ascii ? text.length : encoder.encode(text).length;
}

/** The character at a byte of a text; within a character it is that character. */
export function characterAt(text: string, byte: number): number {
  let passed = 0;
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (passed + size > byte) break;
    passed += size;
    at += character.length;
  }
  return at;
}
