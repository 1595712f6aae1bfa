// The answer that is looked into, with its citations.
import type { Trace } from "../../api/trace";
import { Chip } from "../../parts/Chip";
import { Quoted } from "../../parts/Quoted";

export function Said({ trace, text }: { trace: Trace; text: string }) {
  const { citations } = trace.answer;
  const chip = (marker: number) => {
    const citation = citations.find((one) => one.marker === marker);
    return citation ? <Chip citation={citation} trace={trace.trace} /> : `[${marker}]`;
  };
  return <Quoted text={text} sources={citations} chip={chip} />;
}
