// The home: a field, and below it the conversation. The address of an answer is
// `/ask/TRACE?session=NAME`; while an answer comes it is `/ask?q=QUESTION&session=NAME`.
import { useEffect, useRef, useState } from "preact/hooks";
import { become, go, link, useAddress } from "../../address";
import { useKeys } from "../../keys";
import { Trouble } from "../../api/client";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { Progress } from "../../parts/Progress";
import { useTitle } from "../../title";
import { words } from "../../words";
import { Field } from "./Field";
import { Home } from "./Home";
import { Sessions } from "./Sessions";
import { TurnView } from "./TurnView";
import { type Wish, askIn, newSession, reload, useThread } from "./turns";
import { useSources } from "./useSources";
import "./ask.css";

const say = words.ask;

export function Ask() {
  const { path, query } = useAddress();
  const trace = path[0] === "ask" ? (path[1] ?? null) : null;
  const asked = path[0] === "ask" ? query.get("q") : null;
  const session = query.get("session") ?? trace;
  const thread = useThread(session ?? "", trace);
  const [drawer, setDrawer] = useState(false);
  const again = useRef("");

  const put = (question: string, wish: Wish) => {
    // A follow-up belongs to its conversation; an answer that was linked alone begins a new one.
    const name = session && session !== trace ? session : newSession();
    again.current = question;
    go(link(["ask"], { q: question, session: name }));
    void answer(name, question, wish);
  };
  // The address of a question that was not asked here: a link, or a page that was loaded anew.
  useEffect(() => {
    if (!asked || again.current === asked || thread.turns.length) return;
    again.current = asked;
    void answer(session ?? newSession(), asked, {});
  }, [asked, session]);

  const last = thread.turns.at(-1);
  const busy = last?.state === "waiting" || last?.state === "writing";
  useSources();
  useTitle(thread.turns.find((turn) => turn.trace === trace)?.question ?? last?.question ?? "");
  useKeys([
    { key: "Escape", does: () => (busy ? last?.stop() : drawer ? setDrawer(false) : false) },
    { key: "s", says: say.keySessions, does: () => searchSessions(() => setDrawer(true)) },
  ]);
  const isHome = !thread.turns.length && !thread.loading && !thread.error && !asked;
  return (
    <div class={`ask ${isHome ? "ask-home" : ""}`}>
      <Sessions open={drawer} current={session} round={thread.turns.filter((turn) => turn.state === "done").length} onClose={() => setDrawer(false)} />
      <div class="ask-main">
        <button type="button" class="quiet sessions-open" aria-expanded={drawer} onClick={() => setDrawer(!drawer)}>
          {say.sessions}
        </button>
        {isHome ? (
          <Home onAsk={put} />
        ) : (
          <div class="thread">
            <h1 class="unseen">{say.title}</h1>
            {thread.loading && <Progress label={say.loading} />}
            {thread.error && session && trace ? <Missing error={thread.error} again={() => reload(session, trace)} /> : null}
            {thread.turns.map((turn, at) => (
              <TurnView key={at} turn={turn} last={at === thread.turns.length - 1} session={session} onAsk={put} />
            ))}
          </div>
        )}
        {!isHome && <Field busy={busy} failed={last?.state === "failed" ? last.question : ""} onAsk={put} onStop={() => last?.stop()} follow />}
      </div>
    </div>
  );
}

/** An answer of an address that cannot be shown. */
function Missing({ error, again }: { error: unknown; again: () => void }) {
  if (!(error instanceof Trouble) || error.status !== 404) return <TroubleNotice error={error} again={again} />;
  return (
    <Notice kind="warn" title={say.gone}>
      <p>{words.why.goneHint}</p>
    </Notice>
  );
}

/** To the field that searches conversations, wherever they are shown. */
function searchSessions(open: () => void): void {
  // Where there is room they stand beside the answers.
  if (matchMedia("(max-width: 860px)").matches) open();
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".sessions input")?.focus());
}

/** Asks; when the answer is there, the address names it. */
async function answer(session: string, question: string, wish: Wish): Promise<void> {
  const trace = await askIn(session, question, wish);
  const { pathname, search } = location;
  const here = new URLSearchParams(search);
  const isHere = pathname === "/ask" && here.get("session") === session && here.get("q") === question;
  if (trace && isHere) become(link(["ask", trace], { session }));
}
