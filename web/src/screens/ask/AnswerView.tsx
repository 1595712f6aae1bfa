// The answer itself: values, a list as a table, or prose with its citations.
import { Chip } from "../../parts/Chip";
import { Quoted } from "../../parts/Quoted";
import { UNHELD } from "../../parts/prose";
import { words } from "../../words";
import { Items } from "./Items";
import { Values } from "./Values";
import type { Turn } from "./turns";

const say = words.ask;
/** More values than this are read in the text, or in the table of items. */
const VALUES_SHOWN = 12;

interface Props {
  turn: Turn;
  lit: number | null;
  onHover: (marker: number | null) => void;
}

export function AnswerView({ turn, onHover }: Props) {
  const answer = turn.asked?.answer;
  const sources = turn.sources ?? [];
  const text = answer?.text ?? turn.text;
  const chip = (marker: number) => {
    const citation = sources.find((one) => one.marker === marker);
    if (!citation) return `[${marker}]`;
    return <Chip citation={citation} trace={turn.trace} onHover={onHover} />;
  };
  if (!text && !answer?.items?.length) return null;
  const values = answer?.values ?? [];
  const isList = Boolean(answer?.items?.length);
  const isSum = Boolean(answer?.expression) || values.length > 0;
  const showsValues = !isList && isSum && values.length <= VALUES_SHOWN && Boolean(text);
  return (
    <div class="answer" data-writing={turn.state === "writing"}>
      {showsValues && <Values values={values} expression={answer?.expression ?? null} sources={sources} chip={chip} />}
      {answer && isList ? <Items answer={answer} sources={sources} trace={turn.trace} /> : null}
      {!isList && text && <Quoted text={text} sources={sources} chip={chip} />}
      {answer?.unsupported?.length && !text.includes(UNHELD) ? (
        <section class="unsupported">
          <h3>{say.unsupported}</h3>
          <ul>
            {answer.unsupported.map((one, at) => (
              <li key={at} dir="auto">
                <s>{one.text}</s>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
