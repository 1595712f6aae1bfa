// A line a table: what it is called, where it stands, its columns.
import { useMemo, useRef, useState } from "preact/hooks";
import { passageLink } from "../../../parts/Chip";
import type { Card } from "../../../api/library";
import { useWindow } from "../../../parts/rows";
import { number, words } from "../../../words";

const say = words.documents;
const CARD_PX = 74;
/** Columns named on a card. */
const COLUMNS = 12;

interface Props {
  cards: Card[];
  total: number;
  loading: boolean;
  onLook: (card: Card) => void;
}

export function Cards({ cards, total, loading, onLook }: Props) {
  const [wanted, setWanted] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const parts = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return cards.filter((card) => {
      const names = card.columns.map((column) => column.name).join(" ");
      const text = `${card.title ?? ""} ${card.name} ${card.document} ${names}`.toLocaleLowerCase();
      return parts.every((part) => text.includes(part));
    });
  }, [cards, wanted]);
  const drawn = useWindow(box, shown.length, CARD_PX);
  if (!cards.length) return <p class="nothing">{loading ? say.reading : say.noTables}</p>;
  return (
    <div class="list">
      <div class="filters">
        <input
          type="search"
          value={wanted}
          placeholder={say.findTable}
          aria-label={say.findTable}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <span class="muted small" role="status">
          {say.shown(shown.length, Math.max(total, cards.length), words.counted.tables)}
        </span>
      </div>
      <div ref={box} class="rows" tabIndex={0} role="region" aria-label={say.tablesFound} style={{ "--rows": `${drawn.total + 2}px` }}>
        <ul>
          {drawn.before > 0 && <li class="gap" aria-hidden="true" style={{ height: `${drawn.before}px` }} />}
          {shown.slice(drawn.first, drawn.end).map((card, index) => (
            <li key={card.id} data-row={drawn.first + index} class="row card">
              <div class="row-name">
                <strong dir="auto">{titleOf(card)}</strong>
                <span class="muted small">
                  <span>{say.kinds[card.kind] ?? card.kind}</span> · {words.table.rows(card.rows)} ·{" "}
                  <a href={passageLink(card)} dir="auto">
                    {card.document}
                    {card.pages ? `, ${words.pages(card.pages[0], card.pages[1])}` : ""}
                  </a>
                </span>
                <code class="card-columns">{columnsOf(card)}</code>
              </div>
              <div class="row-does">
                <button type="button" aria-label={say.lookInto(card.title ?? card.name)} onClick={() => onLook(card)}>
                  {say.look}
                </button>
              </div>
            </li>
          ))}
          {drawn.after > 0 && <li class="gap" aria-hidden="true" style={{ height: `${drawn.after}px` }} />}
        </ul>
      </div>
    </div>
  );
}

/** An outline is called what it is. */
function titleOf(card: Card): string {
  if (card.kind === "sections") return say.outline;
  return card.title ?? say.untitled;
}

function columnsOf(card: Card): string {
  const names = card.columns.slice(0, COLUMNS).map((column) => column.name);
  const more = card.columns.length - names.length;
  return names.join(", ") + (more > 0 ? `, +${number.format(more)}` : "");
}
