// Models that can be had, and which of them are on this machine.
import { get } from "../../api/client";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { type Column, Table } from "../../parts/Table";
import { words } from "../../words";

const say = words.settings;

interface Model {
  name: string;
  description?: string;
  state?: string;
  dim?: number;
  licence?: string;
  default?: boolean;
  [other: string]: unknown;
}

interface Told {
  models: Model[];
  /** Models on servers that the settings name, where there are any. */
  [other: string]: unknown;
}

const COLUMNS: Column<Model>[] = [
  { name: say.model, text: (model) => model.name, shows: (model) => <code>{model.name}</code> },
  {
    name: say.state,
    text: (model) => model.state ?? "",
    shows: (model) => <State model={model} />,
  },
  { name: say.description, text: (model) => model.description ?? "" },
  { name: say.dimensions, text: (model) => (model.dim ? String(model.dim) : ""), number: (model) => model.dim ?? null },
  { name: say.licence, text: (model) => model.licence ?? "" },
];

export function Models() {
  const models = useLoad((signal) => get<Told>("models", {}, signal), []);
  if (models.error) return <TroubleNotice error={models.error} again={models.again} />;
  if (!models.value) return <Progress label={say.models} />;
  return (
    <div class="stack">
      <Table label={say.models} columns={COLUMNS} rows={models.value.models} />
      <p class="muted small">
        {say.pull} <code>perusal models pull NAME</code>
      </p>
    </div>
  );
}

function State({ model }: { model: Model }) {
  const installed = model.state === "installed";
  const told = installed ? say.installed : model.state === "not installed" ? say.notInstalled : model.state;
  return <span class={installed ? "good" : "muted"}>{told}</span>;
}
