// What was decided, tried and planned.
import type { Trace } from "../../api/trace";
import type { Attempt } from "../../api/types";
import { type Column, Table } from "../../parts/Table";
import { strategyName } from "../../parts/names";
import { percent, words } from "../../words";

const say = words.why;

const routeName = (name: string | null | undefined) => (name ? (say.routes[name] ?? name) : name);

export function Decided({ trace }: { trace: Trace }) {
  const { route } = trace;
  const facts: [string, string | null | undefined][] = [
    [say.type, routeName(route.type)],
    [say.layer, say.layers[route.layer] ?? route.layer],
    [say.howSure, percent(route.confidence)],
    [say.intent, routeName(route.intent)],
    [say.granularity, routeName(route.granularity)],
    [say.strategy, strategyName(route.strategy)],
    [say.wantsList, route.enumeration ? say.yes : null],
    [say.resolved, trace.resolved && trace.resolved !== trace.question ? trace.resolved : null],
  ];
  return (
    <section>
      <h2>{say.route}</h2>
      <dl class="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      {(route.signals?.length ?? 0) > 0 && (
        <>
          <h3>{say.signals}</h3>
          <ul class="signals">
            {route.signals?.map((signal) => (
              <li key={signal}>{signal}</li>
            ))}
          </ul>
        </>
      )}
      {route.low_confidence && <p class="warn-text small">{say.lowConfidence}</p>}
    </section>
  );
}

export function Attempts({ trace }: { trace: Trace }) {
  const attempts = trace.attempts ?? [];
  if (!attempts.length) return null;
  const share = (name: string, of: (one: Attempt) => number): Column<Attempt> => ({
    name,
    text: (one) => percent(of(one)),
    number: of,
  });
  const columns: Column<Attempt>[] = [
    { name: say.strategy, text: (one) => strategyName(one.strategy) },
    share(say.relevance, (one) => one.relevance),
    share(say.coverage, (one) => one.coverage),
    share(say.howSure, (one) => one.confidence),
    { name: say.kept, text: (one) => (one.kept ? say.yes : say.no) },
  ];
  return (
    <section>
      <h2>{say.attempts}</h2>
      <Table label={say.attempts} columns={columns} rows={attempts} />
    </section>
  );
}

export function Planned({ trace }: { trace: Trace }) {
  const sql = trace.answer?.query?.sql;
  const others = (trace.candidates ?? []).filter((one) => one.sql && one.sql !== sql);
  const plan = trace.plan?.steps ?? [];
  if (!sql && !others.length && !plan.length) return null;
  return (
    <section>
      <h2>{say.plan}</h2>
      {plan.length > 0 && (
        <ol class="plan">
          {plan.map((step) => (
            <li key={step.id}>
              <span dir="auto">{step.query}</span>
              <span class="muted small">
                {[step.expects, step.needs.length ? say.after(step.needs.join(", ")) : ""].filter(Boolean).join(" · ")}
              </span>
              {step.documents.length > 0 && (
                <span class="muted small" dir="auto">
                  {step.documents.join(", ")}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {sql && (
        <>
          <h3>{say.sql}</h3>
          <pre class="code">{sql}</pre>
        </>
      )}
      {others.length > 0 && (
        <details>
          <summary>{say.otherQueries(others.length)}</summary>
          {others.map((one) => (
            <div key={one.sql} class="other-query">
              <pre class="code">{one.sql}</pre>
              <p class="small muted">
                {one.values.map((value) => value.text).join(", ")}
                {typeof one.confidence === "number" && ` · ${percent(one.confidence)}`}
              </p>
            </div>
          ))}
        </details>
      )}
    </section>
  );
}
