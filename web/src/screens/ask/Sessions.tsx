// Conversations, newest first, searchable; at the left, or over the page where it is narrow.
import { useEffect, useState } from "preact/hooks";
import { go, link } from "../../address";
import { get } from "../../api/client";
import type { SessionRow, SessionTold } from "../../api/types";
import { useLoad } from "../../load";
import { Undo, useRemoval } from "../../parts/Undo";
import { day, words } from "../../words";

const say = words.ask;
const LIMIT = 50;
/** Pause after a key before it is searched for, in milliseconds. */
const PAUSE_MS = 150;

interface Props {
  open: boolean;
  current: string | null;
  /** Changes when a turn has its answer: the list is loaded anew. */
  round: number;
  onClose: () => void;
}

export function Sessions({ open, current, round, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  const list = useLoad(
    (signal) => get<{ total: number; sessions: SessionRow[] }>("sessions", { query, limit: LIMIT }, signal),
    [query, round],
  );
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const removal = useRemoval(list.again);
  const sessions = (list.value?.sessions ?? []).filter((one) => !removal.hidden.has(pathOf(one.session_id)));
  const show = async (session: string) => {
    onClose();
    const told = await get<SessionTold>(pathOf(session));
    const trace = told.turns.findLast((turn) => turn.trace)?.trace;
    if (trace) go(link(["ask", trace], { session }));
  };
  const forget = (one: SessionRow) => {
    removal.ask({ path: pathOf(one.session_id), name: one.title });
    if (one.session_id === current) go(link([]));
  };
  return (
    <>
      <aside class={`sessions ${open ? "open" : ""}`} aria-label={say.sessions}>
        <div class="sessions-head">
          <a class="button" href={link([])} onClick={onClose}>
            {say.newSession}
          </a>
        </div>
        <input type="search" value={typed} placeholder={say.searchSessions} aria-label={say.searchSessions} onInput={(event) => setTyped(event.currentTarget.value)} />
        <ul>
          {byDay(sessions).map((one) =>
            typeof one === "string" ? (
              <li key={one} class="sessions-day">
                {one}
              </li>
            ) : (
              <li key={one.session_id} class={one.session_id === current ? "current" : ""}>
                <button type="button" class="session" dir="auto" title={one.title} aria-current={one.session_id === current} onClick={() => void show(one.session_id)}>
                  <span>{one.title}</span>
                  {one.turns > 1 && <small>{one.turns}</small>}
                </button>
                <button type="button" class="quiet forget" aria-label={say.forget(one.title)} onClick={() => forget(one)}>
                  ✕
                </button>
              </li>
            ),
          )}
        </ul>
        {list.value && !sessions.length && <p class="sessions-none">{query ? say.noSessionsFound : say.noSessions}</p>}
      </aside>
      <Undo removal={removal} />
    </>
  );
}

const pathOf = (session: string): string => `sessions/${encodeURIComponent(session)}`;

/** Conversations, and before the first of each day its name. */
function byDay(sessions: SessionRow[]): (SessionRow | string)[] {
  return sessions.flatMap((one, at) => {
    const [before, name] = [sessions[at - 1], day(one.updated)];
    return before && day(before.updated) === name ? [one] : [name, one];
  });
}
