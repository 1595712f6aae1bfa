// Who writes the answer: as the settings say, a language model by its name, or nobody.
import { get } from "../api/client";
import { useLoad } from "../load";
import { words } from "../words";

const say = words.ask;
const NOBODY = "none";

export interface Writing {
  model?: string;
  extractive?: boolean;
}

interface Props {
  writing: Writing;
  onChange: (writing: Writing) => void;
}

/** Models are asked for when this is shown: their servers are looked for then. */
export function Writer({ writing, onChange }: Props) {
  const held = useLoad((signal) => get<{ models: { name: string; kind?: string; state?: string }[] }>("models", {}, signal), []);
  const found = (held.value?.models ?? []).filter((one) => one.kind === "language" && one.state === "answers");
  const names = found.map((one) => one.name);
  if (writing.model && !names.includes(writing.model)) names.push(writing.model);
  const choose = (value: string) => {
    if (value === NOBODY) onChange({ extractive: true });
    else onChange(value ? { model: value } : {});
  };
  return (
    <label>
      <span>{say.model}</span>
      <select
        value={writing.extractive ? NOBODY : (writing.model ?? "")}
        aria-busy={held.loading}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{say.automatic}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={NOBODY}>{say.quotesOnly}</option>
      </select>
    </label>
  );
}
