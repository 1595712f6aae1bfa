// Questions with what is right, a row each; the last row is empty for the next one.
import { words } from "../../words";

const say = words.measure.own;

export interface Row {
  question: string;
  /** Accepted answers between bars; empty where the documents do not hold one. */
  answers: string;
  /** Path of the document that holds it; may be empty. */
  document: string;
}

export const emptyRow = (): Row => ({ question: "", answers: "", document: "" });

export function Questions({ rows, onChange }: { rows: Row[]; onChange: (rows: Row[]) => void }) {
  const change = (at: number, part: Partial<Row>) => {
    const next = rows.map((row, place) => (place === at ? { ...row, ...part } : row));
    if (next.at(-1)?.question) next.push(emptyRow());
    onChange(next);
  };
  const field = (at: number, key: keyof Row, label: string) => (
    <input
      value={rows[at]?.[key] ?? ""}
      aria-label={`${label} ${at + 1}`}
      placeholder={label}
      dir="auto"
      onInput={(event) => change(at, { [key]: event.currentTarget.value })}
    />
  );
  return (
    <ol class="own-rows">
      {rows.map((_, at) => (
        <li key={at}>
          {field(at, "question", say.question)}
          {field(at, "answers", say.answers)}
          {field(at, "document", say.document)}
          <button
            type="button"
            class="quiet"
            aria-label={say.leave(at + 1)}
            title={say.leave(at + 1)}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          >
            ×
          </button>
        </li>
      ))}
    </ol>
  );
}
