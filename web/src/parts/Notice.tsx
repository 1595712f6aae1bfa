// A sentence that says what happened and what to do.
import type { ComponentChildren } from "preact";
import { Trouble } from "../api/client";
import { words } from "../words";

interface Props {
  kind?: "calm" | "warn" | "bad";
  title: string;
  children?: ComponentChildren;
}

export function Notice({ kind = "calm", title, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <p class="notice-title">{title}</p>
      {children}
    </div>
  );
}

/** What went wrong, as a person is told it, and a way to try again. */
export function TroubleNotice({ error, again }: { error: unknown; again?: () => void }) {
  const { title, hint } = told(error);
  return (
    <Notice kind="bad" title={title}>
      {hint && <p>{hint}</p>}
      {again && (
        <button type="button" onClick={again}>
          {words.trouble.again}
        </button>
      )}
    </Notice>
  );
}

export function told(error: unknown): { title: string; hint: string } {
  const say = words.trouble;
  if (!(error instanceof Trouble)) return { title: say.unknown, hint: String(error) };
  switch (error.code) {
    case "unreachable":
      return { title: say.unreachable, hint: say.unreachableHint };
    case "broken_off":
      return { title: say.broken_off, hint: say.brokenOffHint };
  }
  if (error.status === 401) return { title: say.unauthorized, hint: say.unauthorizedHint };
  return { title: error.message || say.unknown, hint: error.hint };
}
