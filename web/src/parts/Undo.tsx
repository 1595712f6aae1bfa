// Deleting for good, a moment after one said so: until then it can be taken back.
import { useEffect, useRef, useState } from "preact/hooks";
import { at, remove, send } from "../api/client";
import { useKeys } from "../keys";
import { words } from "../words";
import { TroubleNotice } from "./Notice";

/** Time to think again, in milliseconds. */
const MOMENT_MS = 7000;

/** What can be deleted. */
export interface Removable {
  /** Path of its route. */
  path: string;
  /** As a person knows it. */
  name: string;
}

export interface Removal {
  /** Paths of what is not shown any more. */
  hidden: ReadonlySet<string>;
  last: Removable | null;
  error: unknown;
  ask: (one: Removable) => void;
  undo: () => void;
}

export function useRemoval(onDone: () => void): Removal {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Removable | null>(null);
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef(new Map<string, number>());
  const show = (path: string) =>
    setHidden((now) => {
      const next = new Set(now);
      next.delete(path);
      return next;
    });
  const act = ({ path }: Removable) => {
    waiting.current.delete(path);
    setLast((now) => (now?.path === path ? null : now));
    remove(path).then(onDone, (trouble: unknown) => {
      show(path);
      setError(trouble);
    });
  };
  useEffect(() => {
    // Who leaves within the moment has not taken it back.
    const leave = () => {
      for (const [path, timer] of waiting.current) {
        clearTimeout(timer);
        void send(at(path), { method: "DELETE", keepalive: true }).catch(() => null);
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
    ask: (one) => {
      if (waiting.current.has(one.path)) return;
      setError(null);
      setHidden((now) => new Set(now).add(one.path));
      setLast(one);
      waiting.current.set(one.path, window.setTimeout(() => act(one), MOMENT_MS));
    },
    undo: () => {
      if (!last) return;
      clearTimeout(waiting.current.get(last.path));
      waiting.current.delete(last.path);
      show(last.path);
      setLast(null);
    },
  };
}

export function Undo({ removal }: { removal: Removal }) {
  const { last, error, undo } = removal;
  useKeys([{ key: "z", says: words.undo.key, does: () => (last ? undo() : false) }]);
  return (
    <div class="undo-place" role="status">
      {error != null && <TroubleNotice error={error} />}
      {last && (
        <div class="undo">
          <span class="undo-name" dir="auto">
            {words.undo.deleted(last.name)}
          </span>
          <button type="button" class="quiet" onClick={undo}>
            {words.undo.undo}
          </button>
        </div>
      )}
    </div>
  );
}
