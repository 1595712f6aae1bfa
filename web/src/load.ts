// Something that comes from the server: not yet, there, or the trouble it met.
import { useCallback, useEffect, useState } from "preact/hooks";

export interface Loaded<T> {
  value: T | null;
  error: unknown;
  loading: boolean;
  again: () => void;
}

/** Loads when `keys` change; what comes late for older keys is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, keys: unknown[]): Loaded<T> {
  const [state, set] = useState<Omit<Loaded<T>, "again">>({ value: null, error: null, loading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    set((now) => ({ ...now, error: null, loading: true }));
    load(stop.signal).then(
      (value) => stop.signal.aborted || set({ value, error: null, loading: false }),
      (error: unknown) => stop.signal.aborted || set((now) => ({ ...now, error, loading: false })),
    );
    return () => stop.abort();
  }, [...keys, round]);
  // What was refused for want of a token is asked for again when there is one.
  useEffect(() => {
    const now = () => setRound((round) => round + 1);
    addEventListener("perusal:logged-in", now);
    return () => removeEventListener("perusal:logged-in", now);
  }, []);
  const again = useCallback(() => setRound((now) => now + 1), []);
  return { ...state, again };
}
