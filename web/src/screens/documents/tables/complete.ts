// What could be meant by the beginning of a name in a query: tables, their columns, words of SQL.
import type { Card } from "../../../api/library";

export interface Offer {
  /** What is written into the query. */
  text: string;
  /** Where it is from, in small. */
  about: string;
}

const SQL = ["SELECT", "FROM", "WHERE", "ORDER BY", "GROUP BY", "LIMIT", "COUNT(*)", "SUM(", "AVG(", "MIN(", "MAX(", "DISTINCT", "AND", "OR", "LIKE", "DESC"];
/** Offers shown at once. */
const SHOWN = 12;

/** A name as SQL takes it: plain where it can be, else between quotes. */
export function quoted(name: string): string {
  return name
    .split(".")
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join(".");
}

/** The name that is being written before `caret`, and where it begins. */
export function begun(sql: string, caret: number): { start: number; text: string } {
  const before = sql.slice(0, caret);
  // Inside a text between single quotes nothing is a name.
  if ((before.match(/'/g) ?? []).length % 2) return { start: caret, text: "" };
  const found = /[\w".]+$/.exec(before);
  return found ? { start: found.index, text: found[0] } : { start: caret, text: "" };
}

/** Offers for the beginning of a name, columns of the tables that the query names first. */
export function offers(sql: string, caret: number, cards: Card[]): Offer[] {
  const { text } = begun(sql, caret);
  const wanted = text.replaceAll('"', "").toLowerCase();
  if (!wanted) return [];
  const used = cards.filter((card) => sql.includes(quoted(card.name)));
  const columns = used.flatMap((card) =>
    card.columns.map((column) => ({ text: quoted(column.name), about: `${card.title ?? card.name} · ${column.type}` })),
  );
  const tables = cards.map((card) => ({ text: quoted(card.name), about: card.title ?? card.document }));
  const keywords = SQL.map((word) => ({ text: word, about: "" }));
  const seen = new Set<string>();
  const fits = [...columns, ...keywords, ...tables].filter((offer) => {
    const plain = offer.text.replaceAll('"', "").toLowerCase();
    const fit = plain !== wanted && (plain.startsWith(wanted) || plain.includes(`.${wanted}`) || has(offer, wanted));
    if (!fit || seen.has(offer.text)) return false;
    seen.add(offer.text);
    return true;
  });
  const starts = (offer: Offer) => Number(!offer.text.replaceAll('"', "").toLowerCase().startsWith(wanted));
  return fits.sort((a, b) => starts(a) - starts(b)).slice(0, SHOWN);
}

/** Three letters or more are also looked for in titles. */
function has(offer: Offer, wanted: string): boolean {
  return wanted.length > 2 && `${offer.text} ${offer.about}`.toLowerCase().includes(wanted);
}
