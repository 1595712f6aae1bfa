// A sentence that says what happened and what to do.
import type { ComponentChildren } from "preact";
import { Trouble } from "../api/client";
import { words } from "../words";
import type { Said } from "../words/problems/en";

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
  const { title, hint, server } = told(error);
  return (
    <Notice kind="bad" title={title}>
      {hint && <p>{hint}</p>}
      {server && (
        <p lang="en" dir="auto">
          {server}
        </p>
      )}
      {again && (
        <button type="button" onClick={again}>
          {words.trouble.again}
        </button>
      )}
    </Notice>
  );
}

/** The same in a line, where a list tells of what failed: as `error`, `code` and `hint` of the server. */
export function TroubleLine({ of }: { of: Failed }) {
  const { title, hint, server } = told(troubleOf(of));
  return (
    <p class="trouble-line">
      <span class="bad-text">{title}</span> {hint}
      {server && (
        <span lang="en" dir="auto">
          {server}
        </span>
      )}
    </p>
  );
}

interface Failed {
  error?: string | null;
  code?: string | null;
  hint?: string | null;
}

const troubleOf = ({ error, code, hint }: Failed) => new Trouble(0, code ?? "unknown", error ?? "", hint ?? "");

/** What failed, in a few words. */
export const failureOf = (of: Failed): string => told(troubleOf(of)).title;

interface Told {
  title: string;
  hint: string;
  /** What the server says of this case alone, in English. */
  server: string;
}

/** In the words of the page where it knows the code, else in those of the server. */
export function told(error: unknown): Told {
  const say = words.trouble;
  if (!(error instanceof Trouble)) return { title: say.unknown, hint: String(error), server: "" };
  switch (error.code) {
    case "unreachable":
      return { title: say.unreachable, hint: say.unreachableHint, server: "" };
    case "broken_off":
      return { title: say.broken_off, hint: say.brokenOffHint, server: "" };
  }
  const known = said(error.status === 401 ? "unauthorized" : error.code);
  if (known?.hint) return { title: known.title, hint: known.hint, server: "" };
  // What to do depends on the case, which the server alone knows.
  if (known) return { title: known.title, hint: "", server: sentences(error) };
  return { title: say.unknown, hint: "", server: sentences(error) };
}

function said(code: string): Said | undefined {
  const problems: Record<string, Said> = words.problems;
  return Object.hasOwn(problems, code) ? problems[code] : undefined;
}

/** What happened and what to do, as sentences follow each other. */
function sentences({ message, hint }: Trouble): string {
  const whole = [message, hint].filter(Boolean).map((one) => one.charAt(0).toUpperCase() + one.slice(1));
  return whole.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");
}
