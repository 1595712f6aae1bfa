// Answers whose way is kept, newest first.
import { link } from "../../address";
import { get } from "../../api/client";
import type { TraceRow } from "../../api/trace";
import { useLoad } from "../../load";
import { TroubleNotice } from "../../parts/Notice";
import { type Column, Table } from "../../parts/Table";
import { statusName, strategyName } from "../../parts/names";
import { moment, time, words } from "../../words";

const say = words.why;
/** As many as the server keeps. */
const LIMIT = 1000;

const COLUMNS: Column<TraceRow>[] = [
  {
    name: say.question,
    text: (row) => row.question,
    shows: (row) => (
      <a href={link(["why", row.trace])} dir="auto">
        {row.question}
      </a>
    ),
  },
  { name: say.status, text: (row) => statusName(row.status) },
  { name: say.strategy, text: (row) => strategyName(row.strategy) },
  { name: say.time, text: (row) => (row.total_ms === null ? "" : time(row.total_ms)), number: (row) => row.total_ms },
  { name: say.when, text: (row) => moment(row.asked) },
];

export function Traces() {
  const held = useLoad((signal) => get<{ traces: TraceRow[]; total: number }>("traces", { limit: LIMIT }, signal), []);
  const rows = held.value?.traces ?? [];
  return (
    <div class="wide why all-answers">
      <h1>{say.all}</h1>
      {held.error != null && <TroubleNotice error={held.error} again={held.again} />}
      {held.value && rows.length === 0 && <p class="nothing">{say.none}</p>}
      {rows.length > 0 && <Table label={say.all} columns={COLUMNS} rows={rows} />}
    </div>
  );
}
