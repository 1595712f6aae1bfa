// Which library is worked in, where the server has several.
import { address, collection, go, link } from "./address";
import { get } from "./api/client";
import { useLoad } from "./load";
import { words } from "./words";

const LISTS = ["documents", "measure", "settings"];

export function Collections() {
  const told = useLoad((signal) => get<{ collections: { collection: string }[] }>("collections", {}, signal), []);
  const names = told.value?.collections.map((one) => one.collection) ?? [];
  if (names.length < 2) return null;
  const now = collection() ?? "default";
  return (
    <select
      class="collections"
      aria-label={words.frame.collection}
      value={now}
      onChange={(event) => {
        const name = event.currentTarget.value;
        // What is open belongs to the other library; lists are there in every one.
        const at = address().path[0] ?? "";
        go(link(LISTS.includes(at) ? [at] : [], { collection: name === "default" ? null : name }));
      }}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
