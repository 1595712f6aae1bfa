// The passages that were weighed, in the order after fusion, with the rank and score that each
// arm gave before it.
import type { Contribution, Explained, Hit } from "../../api/trace";
import { passageLink } from "../../parts/Chip";
import { type Column, Table } from "../../parts/Table";
import { strategyName } from "../../parts/names";
import { number, percent, score, words } from "../../words";
import type { Passages } from "./trace";

const say = words.why;

interface Props {
  explain: Explained;
  /** `null` while they are looked for. */
  passages: Passages | null;
}

export function Candidates({ explain, passages }: Props) {
  const arms = explain.arms.map((arm) => arm.arm);
  const of = (row: Contribution, arm: string) => row.arms.find((one) => one.arm === arm);
  const rank = new Map(explain.contributions.map((row, at) => [row.chunk_id, at + 1]));
  const columns: Column<Contribution>[] = [
    {
      name: say.rank,
      text: (row) => String(rank.get(row.chunk_id)),
      number: (row) => rank.get(row.chunk_id) ?? null,
    },
    {
      name: say.passage,
      text: (row) => passages?.get(row.chunk_id)?.text ?? `#${row.chunk_id}`,
      shows: (row) =>
        passages ? (
          <Passage hit={passages.get(row.chunk_id)} id={row.chunk_id} />
        ) : (
          <span class="muted">{say.loading}</span>
        ),
    },
    { name: say.fused, text: (row) => score(row.score), number: (row) => row.score },
    ...arms.map((arm): Column<Contribution> => ({
      name: strategyName(arm),
      text: (row) => {
        const one = of(row, arm);
        return one ? say.rankScore(one.rank ?? "–", score(one.score)) : "–";
      },
      number: (row) => of(row, arm)?.rank ?? null,
      shows: (row) => {
        const one = of(row, arm);
        if (!one) return <span class="muted">–</span>;
        return (
          <span class="arm">
            <b>{one.rank ? `${one.rank}.` : "–"}</b> <span class="muted">{score(one.score)}</span>
            <meter min={0} max={1} value={Math.min(1, one.contribution)} aria-label={say.contribution} />
          </span>
        );
      },
    })),
  ];
  return (
    <section class="candidates">
      <h2>{say.candidates}</h2>
      <p class="muted small">
        {say.fusedBy(number.format(explain.candidates), explain.fusion)}
        {explain.arms.map((arm) => (
          <span key={arm.arm}>
            {" · "}
            {strategyName(arm.arm)} {arm.weight !== undefined && percent(arm.weight)}
          </span>
        ))}
        {(explain.terms?.length ?? 0) > 0 && <span> · {say.terms(explain.terms?.join(", ") ?? "")}</span>}
      </p>
      <Table label={say.candidates} columns={columns} rows={explain.contributions} />
      {explain.dropped.length > 0 && <p class="muted small">{say.dropped(explain.dropped.length)}</p>}
    </section>
  );
}

/** A passage in two lines, and where it stands. */
export function Passage({ hit, id }: { hit: Hit | undefined; id: number }) {
  if (!hit) return <span class="muted">{say.chunk(id)}</span>;
  return (
    <a class="passage" href={passageLink(hit)}>
      <span class="passage-text" dir="auto">
        {hit.text}
      </span>
      <span class="passage-place small" dir="auto">
        {hit.document}
        {hit.pages ? `, ${words.pages(hit.pages[0], hit.pages[1])}` : ""}
      </span>
    </a>
  );
}
