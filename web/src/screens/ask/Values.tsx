// What an answer comes to: values with where they stand, a calculation with its operands cited.
import type { ComponentChildren } from "preact";
import type { Citation, Value } from "../../api/types";
import { words } from "../../words";

const say = words.ask;

interface Props {
  values: Value[];
  /** Such as `210 × 1.105 = 232.05`. */
  expression: string | null;
  sources: Citation[];
  chip: (marker: number) => ComponentChildren;
}

export function Values({ values, expression, sources, chip }: Props) {
  return (
    <ul class="values" aria-label={say.values}>
      {values.map((value, at) => (
        <li key={at} class="value">
          <span class="value-text" dir="auto">
            {toldValue(value)}
          </span>
          {value.citations.map((marker) => (
            <span key={marker}>{chip(marker)}</span>
          ))}
        </li>
      ))}
      {expression && (
        <li class="value-expression">
          {operands(expression, sources).map((part, at) => (
            <span key={at}>
              {part.text}
              {part.marker !== null && chip(part.marker)}
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

/** A value as it stands in the document, with the unit and the scale of its column. */
function toldValue({ text, number, unit, scale }: Value): string {
  const shown = text || number || "";
  const big = scale === null ? "" : (say.scales[String(scale) as keyof typeof say.scales] ?? "");
  const signed = /[$€£¥%]/.test(shown) || !unit || shown.includes(unit);
  return [shown, big, signed ? "" : unit].filter(Boolean).join(" ");
}

/** The parts of a calculation; a number that a source holds is followed by that source. */
function operands(expression: string, sources: Citation[]): { text: string; marker: number | null }[] {
  const bare = (text: string) => text.replace(/(?<=\d),(?=\d)/g, "");
  const [calculation = "", ...results] = expression.split(" = ");
  const parts = calculation.split(/(?<=\d)(?=[^\d.,])|(?<=\s)(?=[\d$€£¥(-])/).map((text) => {
    const number = /\d[\d.,]*/.exec(text)?.[0];
    const holds = ({ quote }: Citation) => number !== undefined && new RegExp(`(?<![\\d.])${escaped(bare(number))}(?![\\d])`).test(bare(quote));
    return { text, marker: sources.find(holds)?.marker ?? null };
  });
  if (results.length) parts.push({ text: ` = ${results.join(" = ")}`, marker: null });
  return parts;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
