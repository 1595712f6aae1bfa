// The answer that is looked into, with its citations.
import type { Trace } from "../../api/trace";
import { Chip } from "../../parts/Chip";
import { Prose } from "../../parts/prose";
import { QuotedRows, partsOf } from "../ask/QuotedRows";

export function Said({ trace, text }: { trace: Trace; text: string }) {
  const { citations } = trace.answer;
  const chip = (marker: number) => {
    const citation = citations.find((one) => one.marker === marker);
    return citation ? <Chip citation={citation} trace={trace.trace} /> : `[${marker}]`;
  };
  return (
    <>
      {partsOf(text, citations).map((part, at) =>
        part.kind === "rows" ? <QuotedRows key={at} {...part} chip={chip} /> : <Prose key={at} text={part.text} cite={chip} />,
      )}
    </>
  );
}
