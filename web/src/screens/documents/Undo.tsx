// Deleting for good, a moment after one said so: until then it can be taken back.
import { useEffect, useRef, useState } from "preact/hooks";
import { at, remove, send } from "../../api/client";
import type { DocumentRow } from "../../api/types";
import { TroubleNotice } from "../../parts/Notice";
import { words } from "../../words";

/** Time to think again, in milliseconds. */
const MOMENT_MS = 7000;

export interface Removal {
  hidden: ReadonlySet<string>;
  last: DocumentRow | null;
  error: unknown;
  ask: (row: DocumentRow) => void;
  undo: () => void;
}

export function useRemoval(onDone: () => void): Removal {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<DocumentRow | null>(null);
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef(new Map<string, { timer: number; row: DocumentRow }>());
  const show = (id: string) =>
    setHidden((now) => {
      const next = new Set(now);
      next.delete(id);
      return next;
    });
  const act = (row: DocumentRow) => {
    waiting.current.delete(row.document_id);
    setLast((now) => (now?.document_id === row.document_id ? null : now));
    remove(`documents/${encodeURIComponent(row.document_id)}`).then(onDone, (trouble: unknown) => {
      show(row.document_id);
      setError(trouble);
    });
  };
  useEffect(() => {
    // Who leaves within the moment has not taken it back.
    const leave = () => {
      for (const [id, { timer }] of waiting.current) {
        clearTimeout(timer);
        void send(at(`documents/${encodeURIComponent(id)}`), { method: "DELETE", keepalive: true }).catch(() => null);
      }
      waiting.current.clear();
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  return {
    hidden,
    last,
    error,
    ask: (row) => {
      setError(null);
      setHidden((now) => new Set(now).add(row.document_id));
      setLast(row);
      const timer = window.setTimeout(() => act(row), MOMENT_MS);
      waiting.current.set(row.document_id, { timer, row });
    },
    undo: () => {
      if (!last) return;
      clearTimeout(waiting.current.get(last.document_id)?.timer);
      waiting.current.delete(last.document_id);
      show(last.document_id);
      setLast(null);
    },
  };
}

export function Undo({ removal }: { removal: Removal }) {
  const { last, error, undo } = removal;
  return (
    <div class="undo-place" role="status">
      {error != null && <TroubleNotice error={error} />}
      {last && (
        <div class="undo">
          <span class="undo-name" dir="auto">
            {words.documents.deleted(last.document)}
          </span>
          <button type="button" class="quiet" onClick={undo}>
            {words.documents.undo}
          </button>
        </div>
      )}
    </div>
  );
}
