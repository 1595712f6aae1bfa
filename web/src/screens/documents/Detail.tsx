// One document: what was read of it, honestly.
import { link } from "../../address";
import { Trouble, get } from "../../api/client";
import type { Shown } from "../../api/library";
import type { DocumentRow } from "../../api/types";
import { useLoad } from "../../load";
import { Notice, TroubleNotice } from "../../parts/Notice";
import { Reason } from "../../parts/Reason";
import type { Removal } from "../../parts/Undo";
import { formatName, languageName } from "../../parts/names";
import { number, words } from "../../words";
import { removable, size } from "./Rows";
import { pathOf } from "./list";
import { cares, counts, notices } from "./report";

const say = words.documents;

interface Props {
  id: string;
  removal: Removal;
  onClose: () => void;
}

export function Detail({ id, removal, onClose }: Props) {
  const held = useLoad((signal) => get<Shown>(pathOf(id), {}, signal), [id]);
  const row = held.value;
  const gone = held.error instanceof Trouble && held.error.status === 404;
  return (
    <aside class="detail" aria-label={say.report}>
      <header>
        <h2 dir="auto">{row?.document_id === id ? row.document : id}</h2>
        <button type="button" class="quiet" onClick={onClose} aria-label={words.frame.close}>
          ✕
        </button>
      </header>
      {gone && (
        <Notice kind="warn" title={say.gone}>
          <p>{say.goneHint}</p>
        </Notice>
      )}
      {held.error != null && !gone && <TroubleNotice error={held.error} again={held.again} />}
      {row && held.error == null && <Told row={row} removal={removal} onClose={onClose} />}
    </aside>
  );
}

function Told({ row, removal, onClose }: { row: DocumentRow; removal: Removal; onClose: () => void }) {
  const care = cares(row);
  const facts: [string, string | null | undefined][] = [
    [say.title, row.title],
    [say.author, row.author],
    [say.date, row.date],
    [say.language, languageName(row.language)],
    [say.kind, formatName(row.type)],
    [say.size, row.bytes ? size(row.bytes) : null],
    [say.from, row.root],
    ...Object.entries(row.metadata ?? {}),
  ];
  return (
    <>
      <p class="detail-does">
        {row.state === "ready" && (
          <>
            <a class="button" href={link(["read", row.document_id])}>
              {say.open}
            </a>
            <a class="button" href={link(["analyze"], { doc: row.document_id })}>
              {words.frame.analyze}
            </a>
          </>
        )}
        {(row.tables ?? 0) > 0 && (
          <a class="button" href={link(["documents", "tables"], { doc: row.document_id })}>
            {words.counted.tables(row.tables ?? 0)}
          </a>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => {
            removal.ask(removable(row));
            onClose();
          }}
        >
          {say.delete}
        </button>
      </p>
      {row.state === "failed" && (
        <Notice kind="bad" title={say.failed}>
          <p>{row.reason && <Reason of={row.reason} />}</p>
          <p lang="en" class="small">
            {row.reason}
          </p>
        </Notice>
      )}
      {row.state === "ready" &&
        (care.length ? (
          <Notice kind="warn" title={say.needsCare}>
            <ul>
              {care.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <p class="muted">{say.allRead}</p>
        ))}
      {notices(row).map((one) => (
        <p key={one} class="muted small">
          {one}
        </p>
      ))}
      <dl class="facts numbers">
        {counts(row).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
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
    </>
  );
}
