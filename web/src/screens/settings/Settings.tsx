// How this library is set, and where each value comes from; the models on this machine; who one is.
// Values are shown, not changed: they stand in files and in the environment, where they can be read.
import { useEffect, useState } from "preact/hooks";
import { words } from "../../words";
import { Access } from "./Access";
import { Models } from "./Models";
import { ThisPage } from "./ThisPage";
import { Values } from "./Values";
import "./settings.css";

const say = words.settings;

const SECTIONS: [string, string][] = [
  ["page", say.page],
  ["access", say.access],
  ["models", say.models],
  ["values", say.values],
];

export function Settings() {
  return (
    <div class="wide settings">
      <h1>{words.frame.settings}</h1>
      <nav class="settings-ways" aria-label={words.frame.settings}>
        {SECTIONS.map(([id, name]) => (
          <Way key={id} id={id} name={name} />
        ))}
      </nav>
      <section id="page-settings">
        <h2>{say.page}</h2>
        <ThisPage />
      </section>
      <section id="access-settings">
        <h2>{say.access}</h2>
        <Access />
      </section>
      <section id="models-settings">
        <h2>{say.models}</h2>
        <Models />
      </section>
      <section id="values-settings">
        <h2>{say.values}</h2>
        <Values />
      </section>
    </div>
  );
}

/** To a section; the one in sight is told. */
function Way({ id, name }: { id: string; name: string }) {
  const [here, setHere] = useState(false);
  useEffect(() => {
    const section = document.getElementById(`${id}-settings`);
    if (!section) return;
    const sight = new IntersectionObserver((seen) => setHere(seen.at(-1)?.isIntersecting ?? false), {
      rootMargin: "-20% 0px -70% 0px",
    });
    sight.observe(section);
    return () => sight.disconnect();
  }, []);
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={here}
      onClick={() => document.getElementById(`${id}-settings`)?.scrollIntoView({ block: "start" })}
    >
      {name}
    </button>
  );
}
