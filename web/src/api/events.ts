// Server-sent events over `fetch`, because `EventSource` can neither post nor send headers.
import { type Query, Trouble, at, posted, send } from "./client";

/** One event; `data` is what its JSON says. */
export interface Heard<T = unknown> {
  name: string;
  data: T;
}

/** Posts a body and yields what comes back, until the server ends it or `signal` does. */
export async function* ask(
  path: string,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<Heard, void, undefined> {
  const init = posted(body);
  const headers = new Headers(init.headers);
  headers.set("Accept", "text/event-stream");
  yield* read(await send(`/api/v1/${path}`, { ...init, headers, signal }));
}

/** Listens to a route that tells by itself, such as a job. */
export async function* listen(
  path: string,
  query: Query,
  signal: AbortSignal,
): AsyncGenerator<Heard, void, undefined> {
  const headers = { Accept: "text/event-stream" };
  yield* read(await send(at(path, query), { headers, signal }));
}

async function* read(response: Response): AsyncGenerator<Heard, void, undefined> {
  // A server that has it all at once may give the object itself.
  if (response.headers.get("Content-Type")?.includes("application/json")) {
    yield { name: "done", data: (await response.json()) as unknown };
    return;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let waiting = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      waiting += value.replaceAll("\r\n", "\n");
      const parts = waiting.split("\n\n");
      waiting = parts.pop() ?? "";
      for (const part of parts) {
        const event = parsed(part);
        if (event) yield event;
      }
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Trouble(0, "broken_off", "", "");
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** A block of lines; comments, such as the one that keeps the line open, are nothing. */
function parsed(block: string): Heard | null {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (!data.length) return null;
  try {
    return { name, data: JSON.parse(data.join("\n")) as unknown };
  } catch {
    return null;
  }
}
