// Before the first question: the field, questions that these documents can answer, and how far the
// library is. An empty one says in a sentence what to do, and takes files at once.
import { useEffect } from "preact/hooks";
import { link } from "../../address";
import { get } from "../../api/client";
import type { Stats } from "../../api/types";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { number, percent, words } from "../../words";
import { Empty } from "./Empty";
import { Field } from "./Field";
import type { Wish } from "./turns";

const say = words.ask;
/** While vectors are being made, how far they are is asked for so often, in milliseconds. */
const LOOK_EVERY_MS = 2000;

export function Home({ onAsk }: { onAsk: (question: string, wish: Wish) => void }) {
  const stats = useLoad((signal) => get<Stats>("stats", {}, signal), []);
  const examples = useLoad((signal) => get<{ examples: string[] }>("examples", {}, signal), []);
  const index = stats.value?.index;
  const unfinished = index !== undefined && index.embedded_chunks < index.chunks;
  useEffect(() => {
    if (!unfinished) return;
    const timer = setInterval(stats.again, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [unfinished]);
  const isEmpty = stats.value !== null && !index?.documents;
  const again = () => {
    stats.again();
    examples.again();
  };
  return (
    <div class="home">
      <h1>{say.title}</h1>
      <Field busy={false} onAsk={onAsk} onStop={() => undefined} />
      {stats.error ? <TroubleNotice error={stats.error} again={stats.again} /> : null}
      {isEmpty && <Empty onAdded={again} />}
      {index && !isEmpty && (
        <>
          <p class="home-library" role="status">
            <a href={link(["documents"])}>{say.documents(index.documents, number.format(index.documents))}</a>
            {` · ${searchable(index)}`}
          </p>
          <Examples questions={examples.value?.examples ?? []} onAsk={onAsk} />
        </>
      )}
    </div>
  );
}

/** By what it can be searched; without vectors, or before the first one, by words alone. */
function searchable({ chunks, embedded_chunks: made }: NonNullable<Stats["index"]>): string {
  if (made === 0) return say.byWordsAlone;
  return made < chunks ? say.byWords(percent(Math.floor((100 * made) / chunks) / 100)) : say.byMeaning;
}

function Examples({ questions, onAsk }: { questions: string[]; onAsk: (question: string, wish: Wish) => void }) {
  if (!questions.length) return null;
  return (
    <section class="examples" aria-label={say.examples}>
      <h2>{say.examples}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" class="example" dir="auto" onClick={() => onAsk(question, {})}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
