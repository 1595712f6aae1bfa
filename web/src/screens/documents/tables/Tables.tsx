// Tables, lists and outlines that were found inside documents, and queries over them.
import { useEffect, useState } from "preact/hooks";
import { become, link, useAddress } from "../../../address";
import { get, post } from "../../../api/client";
import type { Card, Queried } from "../../../api/library";
import { useLoad } from "../../../load";
import { TroubleNotice } from "../../../parts/Notice";
import { remember, remembered } from "../../../storage";
import { words } from "../../../words";
import { Cards } from "./Cards";
import { Result } from "./Result";
import { SqlBox } from "./SqlBox";
import { quoted } from "./complete";

const say = words.documents;
/** Cards that the server gives at once. */
const CARDS_MAX = 1000;
/** Rows that are shown of a table that one looks into. */
const ROWS = 200;
const DRAFT = "sql";

export function Tables() {
  const { query } = useAddress();
  const document = query.get("doc");
  const asked = query.get("sql") ?? "";
  const [sql, setSql] = useState(asked || (remembered(DRAFT) ?? ""));
  const [result, setResult] = useState<Queried | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const held = useLoad(
    (signal) => get<{ tables: Card[]; total: number }>("tables", { document, limit: CARDS_MAX }, signal),
    [document, query.get("collection")],
  );
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    setSql(asked);
    setBusy(true);
    setError(null);
    post<Queried>("query", { sql: asked }, stop.signal)
      .then(setResult, (trouble: unknown) => stop.signal.aborted || setError(trouble))
      .finally(() => stop.signal.aborted || setBusy(false));
    return () => stop.abort();
  }, [asked, query.get("round")]);
  const write = (text: string) => {
    setSql(text);
    remember(DRAFT, text);
  };
  const run = (text: string) => {
    // The same query again is a new round, so that it runs.
    const round = text === asked ? Number(query.get("round") ?? 0) + 1 : null;
    become(link(["documents", "tables"], { doc: document, sql: text, round }));
  };
  const cards = held.value?.tables ?? [];
  return (
    <div class="tables">
      <SqlBox sql={sql} cards={cards} busy={busy} onChange={write} onRun={() => run(sql)} />
      {error != null && <TroubleNotice error={error} again={() => run(sql)} />}
      {result && error == null && <Result result={result} />}
      {held.error != null && <TroubleNotice error={held.error} again={held.again} />}
      {document && (
        <p class="small">
          {say.tablesOf} <strong dir="auto">{cards[0]?.document ?? document}</strong>{" "}
          <a href={link(["documents", "tables"])}>{say.allTables}</a>
        </p>
      )}
      <Cards
        cards={cards}
        total={held.value?.total ?? 0}
        loading={held.loading}
        onLook={(card) => run(`SELECT * FROM ${quoted(card.name)} LIMIT ${ROWS}`)}
      />
    </div>
  );
}
