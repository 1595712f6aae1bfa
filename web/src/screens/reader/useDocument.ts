// A document as the reader needs it: what was read of it, its text, its file.
import { Trouble, at, get, send } from "../../api/client";
import type { DocumentRow, Span } from "../../api/types";
import { type Loaded, useLoad } from "../../load";

export interface OutlineEntry {
  title: string;
  level: number;
  page: number | null;
  span: Span;
}

export interface ReadDocument extends DocumentRow {
  outline: OutlineEntry[];
}

export interface PageText {
  page: number;
  start: number;
  end: number;
}

export interface Text {
  text: string;
  /** Pages of formats that have them. */
  pages: PageText[];
}

/** More pages than a document may have. */
const PAGES_MAX = 10_000;

const path = (id: string) => `documents/${encodeURIComponent(id)}`;

export function useDocument(id: string): Loaded<ReadDocument> {
  return useLoad((signal) => get<ReadDocument>(path(id), {}, signal), [id]);
}

/** The canonical text, and where pages begin in it, where there are pages. */
export async function textOf(id: string, paged: boolean, signal?: AbortSignal): Promise<Text> {
  const response = await send(at(`${path(id)}/text`), { ...(signal && { signal }) });
  const text = await response.text();
  if (!paged) return { text, pages: [] };
  const pages: PageText[] = [];
  let first: number | null = 1;
  while (first !== null && pages.length < PAGES_MAX) {
    const some: { pages: PageText[]; next: number | null } = await get(`${path(id)}/pages`, { first }, signal);
    pages.push(...some.pages.map(({ page, start, end }) => ({ page, start, end })));
    first = some.next;
  }
  return { text, pages };
}

/** The file, whole; `null` where it is gone or is another now. */
export async function fileOf(id: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  try {
    const response = await send(at(`${path(id)}/original`), { signal });
    return await response.arrayBuffer();
  } catch (error) {
    if (error instanceof Trouble && (error.status === 410 || error.status === 404)) return null;
    throw error;
  }
}
