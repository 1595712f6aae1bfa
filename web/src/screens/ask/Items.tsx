// A list that was asked for, as a table, and whether it is whole.
import type { Answer, Citation, Item } from "../../api/types";
import { Chip } from "../../parts/Chip";
import { type Column, Table } from "../../parts/Table";
import { words } from "../../words";

const say = words.ask;

interface Props {
  answer: Answer;
  sources: Citation[];
  trace: string | null;
}

export function Items({ answer, sources, trace }: Props) {
  const items = answer.items ?? [];
  const source = (item: Item) => sources.find((one) => one.marker === item.citation);
  const place = (item: Item) => {
    const from = source(item);
    if (!from) return "";
    return from.pages ? `${from.document}, ${words.pages(from.pages[0], from.pages[1])}` : from.document;
  };
  const columns: Column<Item>[] = [
    { name: say.item, text: (item) => item.text },
    {
      name: say.source,
      text: place,
      shows: (item) => {
        const from = source(item);
        return from && <Chip citation={from} trace={trace} />;
      },
    },
  ];
  if (items.some((item) => item.label)) columns.unshift({ name: say.label, text: (item) => item.label ?? "" });
  const { completeness } = answer;
  return (
    <>
      {completeness && <p class="completeness">{say.complete(completeness.matches, completeness.units_read, completeness.units_total)}</p>}
      <Table label={say.list} columns={columns} rows={items} />
    </>
  );
}
