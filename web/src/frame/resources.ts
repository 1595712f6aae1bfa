// What pdf.js needs now and then: maps of characters, standard fonts, decoders. Asked of the page.
import type { FromFrame } from "./messages";

const KINDS: Record<string, string> = { cMapUrl: "cmaps", standardFontDataUrl: "fonts", wasmUrl: "wasm" };

let say: (message: FromFrame) => void = () => undefined;
const waiting = new Map<string, ((data: ArrayBuffer | null) => void)[]>();

export function askThrough(tell: (message: FromFrame) => void): void {
  say = tell;
}

export function given(name: string, data: ArrayBuffer | null): void {
  for (const done of waiting.get(name) ?? []) done(data);
  waiting.delete(name);
}

/** The shape that pdf.js asks for. */
export class Resources {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const name = `${KINDS[kind] ?? "none"}/${filename}`;
    const data = await new Promise<ArrayBuffer | null>((done) => {
      waiting.set(name, [...(waiting.get(name) ?? []), done]);
      say({ say: "need", name });
    });
    if (!data) throw new Error(`no ${name}`);
    return new Uint8Array(data);
  }
}
