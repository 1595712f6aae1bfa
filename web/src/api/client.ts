// The server: JSON there and back. What goes wrong is a `Trouble` that a person can be told.
import { collection } from "../address";

/** What went wrong, in the words of the server or, where it is silent, in a code of ours. */
export class Trouble extends Error {
  constructor(
    /** HTTP's, or 0 where no answer came. */
    readonly status: number,
    /** Stable: `unreachable`, `unauthorized`, `not_found`… */
    readonly code: string,
    /** What happened. */
    detail: string,
    /** What to do; may be empty. */
    readonly hint: string,
  ) {
    super(detail);
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>;

/** Fired on `window` when a token is needed or was taken back; the frame shows the login. */
export const LOGIN_NEEDED = "perusal:login";

/** An address of the API, within the collection of the page. */
export function at(path: string, query: Query = {}): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries({ collection: collection(), ...query })) {
    if (value !== null && value !== undefined && value !== "") given.set(key, String(value));
  }
  const search = given.size ? `?${given}` : "";
  return `/api/v1/${path}${search}`;
}

/** Sends a request. Failures are thrown as `Trouble`; an abort stays an `AbortError`. */
export async function send(to: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  // Pages of other sites cannot send this: the server asks for it on writes.
  headers.set("X-Perusal", "1");
  let response: Response;
  try {
    response = await fetch(to, { ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Trouble(0, "unreachable", "", "");
  }
  if (response.ok) return response;
  const trouble = await troubleOf(response);
  if (trouble.status === 401 && !to.startsWith("/api/v1/login")) {
    dispatchEvent(new Event(LOGIN_NEEDED));
  }
  throw trouble;
}

async function troubleOf(response: Response): Promise<Trouble> {
  try {
    return problem(await response.json(), response.status);
  } catch {
    return new Trouble(response.status, "unknown", response.statusText, "");
  }
}

/** A problem of RFC 9457, also as it comes in an `error` event. */
export function problem(told: unknown, status = 0): Trouble {
  const fields = (told ?? {}) as Record<string, unknown>;
  const text = (key: string) => (typeof fields[key] === "string" ? (fields[key] as string) : "");
  const number = typeof fields["status"] === "number" ? fields["status"] : status;
  return new Trouble(number, text("code") || "unknown", text("detail"), text("hint"));
}

export async function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  const response = await send(at(path, query), { ...(signal && { signal }) });
  return (await response.json()) as T;
}

/** Posts JSON. The collection goes with it, as the routes take it in the body. */
export async function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  const response = await send(`/api/v1/${path}`, { ...posted(body), ...(signal && { signal }) });
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

export async function remove(path: string, query?: Query): Promise<void> {
  await send(at(path, query), { method: "DELETE" });
}

export function posted(body: object): RequestInit {
  const within = collection();
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(within ? { collection: within, ...body } : body),
  };
}
