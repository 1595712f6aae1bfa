// The documents of a library, page by page until all are there; a deleted one goes at once and
// comes back when that is undone.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { get } from "../../api/client";
import type { DocumentRow, Documents } from "../../api/types";

/** Documents asked for at once; the server gives no more. */
const PAGE = 1000;
/** Documents that are listed at all; beyond that one filters or asks. */
const MAX = 100_000;

export interface Listed {
  rows: DocumentRow[];
  total: number;
  loading: boolean;
  error: unknown;
  again: () => void;
}

export function useDocuments(collection: string | null): Listed {
  const [rows, setRows] = useState<DocumentRow[]>([]);
  const [total, setTotal] = useState(0);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      setLoading(true);
      setError(null);
      let got: DocumentRow[] = [];
      for (let offset: number | null = 0; offset !== null && offset < MAX; ) {
        const page: Documents = await get<Documents>("documents", { offset, limit: PAGE }, stop.signal);
        got = got.concat(page.documents);
        // A list that is loaded anew stays as it is until there is as much of it again.
        const soFar = got;
        const whole = (page.next_offset ?? null) === null;
        setRows((now) => (whole || soFar.length >= now.length ? soFar : now));
        setTotal(page.total);
        offset = page.next_offset ?? null;
      }
      setLoading(false);
    };
    load().catch((trouble: unknown) => {
      if (stop.signal.aborted) return;
      setError(trouble);
      setLoading(false);
    });
    return () => stop.abort();
  }, [collection, round]);
  const again = useCallback(() => setRound((now) => now + 1), []);
  return { rows, total, loading, error, again };
}

export type Sorting = "name" | "pages" | "passages" | "tables" | "size";

/** Those whose name, title or kind hold all words, in order. */
export function useShown(
  rows: DocumentRow[],
  words: string,
  state: string,
  sorting: Sorting,
  hidden: ReadonlySet<string>,
): DocumentRow[] {
  return useMemo(() => {
    const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const shown = rows.filter((row) => {
      if (hidden.has(pathOf(row.document_id))) return false;
      if (state === "failed" && row.state !== "failed") return false;
      if (state === "warned" && !(row.warnings.length > 0 || row.state === "failed")) return false;
      const text = `${row.document} ${row.title ?? ""} ${row.type ?? ""}`.toLocaleLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const by = MEASURES[sorting];
    return by ? shown.sort((a, b) => (by(b) ?? -1) - (by(a) ?? -1)) : shown;
  }, [rows, words, state, sorting, hidden]);
}

/** Route of a document. */
export const pathOf = (id: string): string => `documents/${encodeURIComponent(id)}`;

const MEASURES: Record<Sorting, ((row: DocumentRow) => number | null | undefined) | null> = {
  name: null,
  pages: (row) => row.pages,
  passages: (row) => row.chunks,
  tables: (row) => row.tables,
  size: (row) => row.bytes,
};
