// Where one is: path and query of the address, and nothing else. Every answer, page and trace is
// an address, so it can be linked, reloaded and gone back to.
import { useEffect, useState } from "preact/hooks";

/** An address, taken apart. `path` has no empty parts: `/read/abc` is `["read", "abc"]`. */
export interface Address {
  path: string[];
  query: URLSearchParams;
}

type Query = Record<string, string | number | null | undefined>;

const MOVED = "perusal:moved";

export function address(): Address {
  const parts = location.pathname.split("/").filter(Boolean);
  const path = parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { path, query: new URLSearchParams(location.search) };
}

/** The collection that is worked in; `null` is the one of the store. */
export function collection(): string | null {
  return new URLSearchParams(location.search).get("collection");
}

/** An address within the page. The collection is kept unless `query` names another. */
export function link(path: string[], query: Query = {}): string {
  const given = new URLSearchParams();
  const kept = { collection: collection(), ...query };
  for (const [key, value] of Object.entries(kept)) {
    if (value !== null && value !== undefined && value !== "") given.set(key, String(value));
  }
  const search = given.size ? `?${given}` : "";
  return `/${path.map(encodeURIComponent).join("/")}${search}`;
}

/** Goes there; one can come back. */
export function go(to: string): void {
  history.pushState(null, "", to);
  dispatchEvent(new Event(MOVED));
}

/** The address is more precise now; going back passes over it. */
export function become(to: string): void {
  history.replaceState(null, "", to);
  dispatchEvent(new Event(MOVED));
}

/** The address, kept up to date. */
export function useAddress(): Address {
  const [now, set] = useState(address);
  useEffect(() => {
    const moved = () => set(address());
    addEventListener("popstate", moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return now;
}

/** Links within the page move without loading it anew. Called once. */
export function followLinks(): void {
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target.closest("a") : null;
    if (!target || target.target || target.origin !== location.origin) return;
    if (target.hasAttribute("download") || target.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(target.pathname + target.search + target.hash);
  });
}
