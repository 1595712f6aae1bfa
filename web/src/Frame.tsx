// What stands around every screen: the ways to the others, the collection, the keys.
import { useState } from "preact/hooks";
import { Collections } from "./Collections";
import { Keys } from "./Keys";
import { Login } from "./Login";
import { type Address, collection, go, link, useAddress } from "./address";
import { useKeys } from "./keys";
import { Analyze } from "./screens/analyze/Analyze";
import { Ask } from "./screens/ask/Ask";
import { Documents } from "./screens/documents/Documents";
import { Measure } from "./screens/measure/Measure";
import { Reader } from "./screens/reader/Reader";
import { Settings } from "./screens/settings/Settings";
import { Why } from "./screens/why/Why";
import { words } from "./words";

const say = words.frame;

/** The ways of the head, by the first part of their path. */
const WAYS: [string, string][] = [
  ["", say.ask],
  ["documents", say.documents],
  ["analyze", say.analyze],
  ["measure", say.measure],
  ["settings", say.settings],
];

export function Frame() {
  const address = useAddress();
  const [keys, showKeys] = useState(false);
  useKeys([
    { key: "/", says: say.goAsk, does: () => void toQuestion() },
    { key: "g d", says: say.goDocuments, does: () => go(link(["documents"])) },
    { key: "g a", says: say.goAnalyze, does: () => go(link(["analyze"])) },
    { key: "g m", says: say.goMeasure, does: () => go(link(["measure"])) },
    { key: "g s", says: say.goSettings, does: () => go(link(["settings"])) },
    { key: "?", says: say.showKeys, does: () => showKeys(true) },
    { key: "Escape", says: say.back, typing: true, does: escape },
  ], true);
  const here = address.path[0] ?? "";
  return (
    <>
      <a class="skip" href="#main" onClick={() => document.getElementById("main")?.focus()}>
        {say.skip}
      </a>
      <header class="head">
        <a class="brand" href={link([])}>
          Perusal
        </a>
        <nav aria-label={say.main}>
          {WAYS.map(([path, name]) => (
            <a key={path} href={link(path ? [path] : [])} aria-current={isHere(path, here) ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <Collections />
        <button type="button" class="quiet" onClick={() => showKeys(true)} aria-label={say.keys}>
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1} class={`screen screen-${here || "ask"}`}>
        <Screen key={collection()} address={address} />
      </main>
      <Login />
      {keys && <Keys onClose={() => showKeys(false)} />}
    </>
  );
}

/** What the address names. Screens read the rest of the address themselves. */
function Screen({ address }: { address: Address }) {
  switch (address.path[0] ?? "") {
    case "":
    case "ask":
      return <Ask />;
    case "read":
      return <Reader />;
    case "documents":
      return <Documents />;
    case "why":
      return <Why />;
    case "analyze":
      return <Analyze />;
    case "measure":
      return <Measure />;
    case "settings":
      return <Settings />;
    default:
      return (
        <div class="lost">
          <p>{say.noSuchPage}</p>
          <a href={link([])}>{say.home}</a>
        </div>
      );
  }
}

function isHere(path: string, here: string): boolean {
  return path === here || (path === "" && (here === "ask" || here === "why")) || (path === "documents" && here === "read");
}

/** To the field of the question: on this screen, or on the first one. */
function toQuestion(): void {
  const field = document.querySelector<HTMLElement>("[data-question]");
  if (field) field.focus();
  else {
    go(link([]));
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-question]")?.focus());
  }
}

/** Out of a field first, then to where one came from. */
function escape(): void {
  const at = document.activeElement;
  if (at instanceof HTMLElement && at.matches("input, textarea, select")) at.blur();
  else if (history.length > 1 && location.pathname !== "/") history.back();
}
