// Long documents, read for a question within a time that one sets.
import { useEffect, useState } from "preact/hooks";
import { become, link, useAddress } from "../../address";
import { Trouble } from "../../api/client";
import type { AnalyzeWish, Wish } from "../../api/analysis";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { remember, remembered } from "../../storage";
import { words } from "../../words";
import { Conclusion } from "./Conclusion";
import { Conflicts, Findings } from "./Findings";
import { Form } from "./Form";
import { DocumentMap } from "./DocumentMap";
import { Course } from "./Course";
import { Recent } from "./Recent";
import "./analyze.css";
import { type Reading, begin, earlier, stop, useReading } from "./reading";

const say = words.analyze;
const DRAFT = "analyze";
const DEADLINE = 30;

export function Analyze() {
  const { path, query } = useAddress();
  const trace = path[1] ?? null;
  const running = useReading();
  const [wish, setWish] = useState<AnalyzeWish>(() => drafted(query));
  const kept = useLoad(
    (signal) => (trace ? earlier(trace, signal) : Promise.resolve(null)),
    [trace],
  );
  useEffect(() => {
    // The question of an earlier reading stands in the field, to be asked anew.
    const asked = kept.value?.wish.query;
    if (trace && asked) setWish((now) => ({ ...now, query: asked }));
  }, [kept.value]);
  const change = (next: AnalyzeWish) => {
    setWish(next);
    remember(DRAFT, JSON.stringify(next));
    if (!trace) become(link(["analyze"], { doc: next.document_ids.join(",") }));
  };
  const run = async () => {
    const asked = { ...wish, query: wish.query.trim() };
    become(link(["analyze"], { doc: asked.document_ids.join(",") }));
    const done = await begin(asked);
    if (done && location.pathname === "/analyze") {
      become(link(["analyze", done], { doc: asked.document_ids.join(",") }));
    }
  };
  const shown = trace ? kept.value : running;
  return (
    <div class="analyze wide">
      <header class="screen-head">
        <h1>{say.title}</h1>
        {!shown && !trace && <p class="muted">{say.intro}</p>}
      </header>
      <Form wish={wish} busy={running?.state === "reading"} onChange={change} onBegin={() => void run()} onStop={stop} />
      {trace && kept.error != null && <Missing error={kept.error} again={kept.again} />}
      {shown ? <Shown reading={shown} onAgain={() => void run()} /> : !trace && <Recent />}
    </div>
  );
}

function Missing({ error, again }: { error: unknown; again: () => void }) {
  if (error instanceof Trouble && error.status === 404) {
    return (
      <Notice kind="warn" title={words.why.gone}>
        <p>{words.why.goneHint}</p>
      </Notice>
    );
  }
  return <TroubleNotice error={error} again={again} />;
}

function Shown({ reading, onAgain }: { reading: Reading; onAgain: () => void }) {
  const trace = reading.done?.trace ?? null;
  return (
    <>
      <Course reading={reading} />
      {reading.error != null && <TroubleNotice error={reading.error} again={onAgain} />}
      {reading.state === "stopped" && <Notice title={say.stopped} />}
      {reading.done && <Conclusion analysis={reading.done} />}
      <Conflicts conflicts={reading.done?.conflicts ?? []} trace={trace} />
      {reading.segments.size > 0 && (
        <DocumentMap segments={reading.segments} findings={reading.findings} news={reading.news} />
      )}
      <Findings findings={reading.findings} trace={trace} />
    </>
  );
}

/** What the address says, else what was typed here last. */
function drafted(query: URLSearchParams): AnalyzeWish {
  const blank: AnalyzeWish = { query: "", document_ids: [], wish: "", deadline: DEADLINE };
  let before: Partial<AnalyzeWish> = {};
  try {
    before = JSON.parse(remembered(DRAFT) ?? "{}") as Partial<AnalyzeWish>;
  } catch {
    // What cannot be read is as good as nothing.
  }
  const ids = query.get("doc")?.split(",").filter(Boolean);
  return {
    ...blank,
    ...before,
    ...(ids && { document_ids: ids }),
    ...(query.has("q") && { query: query.get("q") ?? "" }),
    ...(query.has("wish") && { wish: query.get("wish") as Wish }),
  };
}
