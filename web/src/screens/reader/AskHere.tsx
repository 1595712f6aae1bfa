// A question about this document alone, or about what is selected in it. What was asked here before
// is a conversation of its own, kept by the server.
import { useEffect, useState } from "preact/hooks";
import { link } from "../../address";
import { get } from "../../api/client";
import type { SessionRow, SessionTold } from "../../api/types";
import { useLoad } from "../../load";
import { words } from "../../words";
import { Field } from "../ask/Field";
import { TurnView } from "../ask/TurnView";
import { type Wish, askIn, useThread } from "../ask/turns";
import { useSources } from "../ask/useSources";
import type { ReadDocument } from "./useDocument";

const say = words.reader;
/** Characters of a selection that go with a question. */
const SELECTED_MAX = 600;

/** Sessions that are looked through for that of this document. */
const SESSIONS_MAX = 1000;

/** Looked up in the list first: one that is not there yet would be an error. */
async function askedBefore(session: string, signal: AbortSignal): Promise<SessionTold | null> {
  const { sessions } = await get<{ sessions: SessionRow[] }>("sessions", { limit: SESSIONS_MAX }, signal);
  const known = sessions.some((one) => one.session_id === session);
  return known ? get<SessionTold>(`sessions/${session}`, {}, signal) : null;
}

export function AskHere({ document, selected }: { document: ReadDocument; selected: string }) {
  const session = `document-${document.document_id}`;
  const thread = useThread(session, null);
  const [kept, keep] = useState("");
  // What was selected stays when the field takes the focus.
  useEffect(() => {
    if (selected.trim()) keep(selected.trim().slice(0, SELECTED_MAX));
  }, [selected]);
  const before = useLoad((signal) => askedBefore(session, signal), [session]);
  useSources();
  const ask = (question: string, wish: Wish) => {
    const filters = [`document="${document.document}"`];
    const about = kept ? `${question} “${kept}”` : question;
    keep("");
    void askIn(session, about, { ...wish, filters });
  };
  const last = thread.turns.at(-1);
  const busy = last?.state === "waiting" || last?.state === "writing";
  const asked = (before.value?.turns ?? []).filter((turn) => turn.trace && !thread.turns.some((one) => one.trace === turn.trace));
  return (
    <section class="ask-here">
      {kept && (
        <p class="selected">
          <q dir="auto">{kept}</q>
          <button type="button" class="quiet" aria-label={say.forgetSelected} onClick={() => keep("")}>
            ✕
          </button>
        </p>
      )}
      <Field
        busy={busy}
        label={kept ? say.askSelected : say.askDocument}
        failed={last?.state === "failed" ? last.question : ""}
        onAsk={ask}
        onStop={() => last?.stop()}
      />
      {thread.turns.map((_, at) => {
        // Newest first: what was just asked stands below the field.
        const turn = thread.turns.at(-1 - at);
        return turn && <TurnView key={thread.turns.length - at} turn={turn} last={at === 0} still session={session} onAsk={ask} />;
      })}
      {asked.length > 0 && (
        <ul class="asked-before">
          {asked.toReversed().map((turn) => (
            <li key={turn.trace}>
              <a href={link(["ask", turn.trace ?? ""], { session })} dir="auto">
                {turn.question}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
