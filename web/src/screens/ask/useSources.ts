// `j` and `k` go through the sources of the page, `Enter` opens the one that is gone to.
import { useKeys } from "../../keys";
import { words } from "../../words";

const say = words.ask;

export function useSources(): void {
  useKeys([
    { key: "j", says: say.keyNext, does: () => step(1) },
    { key: "k", says: say.keyPrevious, does: () => step(-1) },
    // A link that has the focus is opened by the browser; this line is for the list.
    { key: "Enter", says: say.keyOpen, does: () => false },
  ]);
}

function step(by: number): void {
  const sources = [...document.querySelectorAll<HTMLElement>("[data-source]")];
  if (!sources.length) return;
  const now = sources.findIndex((one) => one === document.activeElement);
  // From nowhere the first source of the newest answer is gone to.
  const newest = sources.findIndex((one) => one.closest("[data-turn=last]"));
  const to = now < 0 ? Math.max(0, newest) : Math.min(sources.length - 1, Math.max(0, now + by));
  sources[to]?.focus();
  sources[to]?.scrollIntoView({ block: "nearest" });
}
