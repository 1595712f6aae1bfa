// The keyboard. A screen says which keys it hears and what they do; the newest hears first. `?`
// lists what can be heard now, so that nothing has to be learned by heart.
import { useEffect, useRef } from "preact/hooks";

export interface Binding {
  /** As `KeyboardEvent.key` names it, or two in a row: `g d`. */
  key: string;
  /** What it does, for the list; without words it is not listed. */
  says?: string;
  /** Also heard while one types; `Escape` is. */
  typing?: boolean;
  /** `false`: not for me, ask the next. */
  does: (event: KeyboardEvent) => void | false;
}

type Layer = { bindings: Binding[] };

/** Time between the two keys of one binding, in milliseconds. */
const PAIR_MS = 900;

const layers: Layer[] = [];
let first = { key: "", at: 0 };

/**
 * Hears these keys as long as the component stands; those of the frame, which stands around all,
 * are heard last.
 */
export function useKeys(bindings: Binding[], last = false): void {
  const layer = useRef<Layer>({ bindings });
  layer.current.bindings = bindings;
  useEffect(() => {
    const mine = layer.current;
    if (last) layers.unshift(mine);
    else layers.push(mine);
    return () => void layers.splice(layers.indexOf(mine), 1);
  }, []);
}

/** What can be heard now, for the list. */
export function heard(): { key: string; says: string }[] {
  const told = new Map<string, string>();
  for (const { bindings } of [...layers].reverse()) {
    for (const { key, says } of bindings) {
      if (says && !told.has(key)) told.set(key, says);
    }
  }
  return [...told].map(([key, says]) => ({ key, says }));
}

/** Starts to listen. Called once. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // A box over the page has the keys to itself.
    if (document.querySelector("dialog[open]")) return;
    const pair = Date.now() - first.at < PAIR_MS ? `${first.key} ${event.key}` : "";
    first = { key: "", at: 0 };
    if (pair && run(pair, event)) return;
    if (run(event.key, event)) return;
    if (!isTyping(event) && startsPair(event.key)) first = { key: event.key, at: Date.now() };
  });
}

function run(key: string, event: KeyboardEvent): boolean {
  const typing = isTyping(event);
  for (const { bindings } of [...layers].reverse()) {
    for (const binding of bindings) {
      if (binding.key !== key || (typing && !binding.typing)) continue;
      if (key === "Enter" && isPressable(event)) continue;
      if (binding.does(event) !== false) {
        event.preventDefault();
        return true;
      }
    }
  }
  return false;
}

function startsPair(key: string): boolean {
  return layers.some((layer) => layer.bindings.some((one) => one.key.startsWith(`${key} `)));
}

function isTyping(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at instanceof HTMLTextAreaElement) return true;
  if (at instanceof HTMLSelectElement) return true;
  const plain = ["checkbox", "radio", "button", "submit"];
  return at instanceof HTMLInputElement && !plain.includes(at.type);
}

/** A button or link under the focus is pressed by `Enter` itself. */
function isPressable(event: KeyboardEvent): boolean {
  const at = event.target;
  return at instanceof HTMLElement && at.matches("button, a[href], summary, [role=option]");
}
