// Every setting with its value and where that came from, searchable, the changed ones alone if wanted.
import { useMemo, useState } from "preact/hooks";
import { get } from "../../api/client";
import type { Setting } from "../../api/types";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { words } from "../../words";

const say = words.settings;

export function Values() {
  const settings = useLoad((signal) => get<{ settings: Setting[] }>("settings", {}, signal), []);
  const [typed, setTyped] = useState("");
  const [changed, setChanged] = useState(false);
  const groups = useMemo(() => grouped(settings.value?.settings ?? [], typed, changed), [settings.value, typed, changed]);
  if (settings.error) return <TroubleNotice error={settings.error} again={settings.again} />;
  if (!settings.value) return <Progress label={say.values} />;
  return (
    <div class="stack">
      <div class="values-bar">
        <input type="search" value={typed} placeholder={say.search} aria-label={say.search} onInput={(event) => setTyped(event.currentTarget.value)} />
        <label>
          <input type="checkbox" checked={changed} onChange={(event) => setChanged(event.currentTarget.checked)} /> {say.changedOnly}
        </label>
      </div>
      {groups.length === 0 && <p class="muted">{changed && !typed ? say.noneChanged : say.noneFound}</p>}
      {groups.map(([group, rows]) => (
        <section key={group} class="value-group">
          <h3>
            <code>{group}</code>
          </h3>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Row({ row }: { row: Setting }) {
  const isDefault = row.origin === "default";
  return (
    <div class={`value-row ${isDefault ? "" : "value-changed"}`}>
      <div>
        <code>{row.key}</code>
        <p class="muted small">{row.sentence}</p>
      </div>
      <div class="value-told">
        <code dir="auto">{shown(row.value) || "—"}</code>
        <small class="muted">{isDefault ? say.byDefault : `${row.origin} · ${say.default}: ${shown(row.default) || "—"}`}</small>
      </div>
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** By the first part of the key, in order of key. */
function grouped(settings: Setting[], typed: string, changed: boolean): [string, Setting[]][] {
  const sought = typed.trim().toLowerCase();
  const groups = new Map<string, Setting[]>();
  for (const row of settings) {
    if (changed && row.origin === "default") continue;
    if (sought && !`${row.key} ${row.sentence}`.toLowerCase().includes(sought)) continue;
    const group = row.key.split(".")[0] ?? row.key;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups];
}
