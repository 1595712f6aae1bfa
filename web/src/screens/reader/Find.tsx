// The field that searches in this document, and what it found.
import { useMemo, useState } from "preact/hooks";
import { words } from "../../words";
import { FOUND_MAX, type Found, find } from "./find";
import { goTo } from "./passage";
import type { Text } from "./useDocument";

const say = words.reader;

export function Find({ text }: { text: Text | null }) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => (text && wanted.trim().length > 1 ? find(text, wanted) : []), [text, wanted]);
  const show = (index: number) => {
    const to = (index + found.length) % Math.max(1, found.length);
    const one = found[to];
    if (!one) return;
    setAt(to);
    goTo({ page: one.page, span: one.span });
  };
  return (
    <div class="find">
      <input
        type="search"
        data-find
        dir="auto"
        value={wanted}
        placeholder={say.find}
        aria-label={say.find}
        onInput={(event) => {
          setWanted(event.currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          show(at + (event.shiftKey ? -1 : 1));
        }}
      />
      {wanted.trim().length > 1 && (
        <p class="find-count" role="status">
          {found.length >= FOUND_MAX ? say.foundMany(FOUND_MAX) : say.found(found.length)}
        </p>
      )}
      <ol class="find-list">
        {found.map((one, index) => (
          <li key={index}>
            <Place one={one} current={index === at} onShow={() => show(index)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Place({ one, current, onShow }: { one: Found; current: boolean; onShow: () => void }) {
  return (
    <button type="button" class="find-place" dir="auto" aria-current={current ? "true" : undefined} onClick={onShow}>
      {one.page !== null && <small>{one.page}</small>}
      <span>
        {one.before}
        <mark>{one.match}</mark>
        {one.after}
      </span>
    </button>
  );
}
