// Why a file could not be read: in the words of the page where it knows the sentence of the server,
// which is kept with the file and has no code; else as the server says it.
import { words } from "../words";

const say = words.reasons;

const KNOWN: [RegExp, (...parts: string[]) => string][] = [
  [/^`.*` is of no format that can be read$/s, () => say.unknownFormat],
  [/^the file is empty$/, () => say.empty],
  [/^the file is encrypted and asks for a password$/, () => say.encrypted],
  [/^none of the (\d+) pages has text; the file holds pictures only$/, (pages = "") => say.noText(pages)],
  [/^the file is damaged: /, () => say.damaged],
  [/^`.*` in the file unpacks to more than \d+ bytes$/s, () => say.unpacks],
  [/^the file has (\d+) pages; the limit is (\d+)$/, (pages = "", limit = "") => say.tooManyPages(pages, limit)],
  [/^has (\d+) bytes, at most (\d+) are read$/, (bytes = "", limit = "") => say.tooLarge(bytes, limit)],
  [/^took longer than ([\d.]+) s to read$/, (seconds = "") => say.tooSlow(seconds)],
  [/^needed more than (\d+) MB of memory to read$/, (mega = "") => say.tooMuchMemory(mega)],
  [/^the reader crashed on it /, () => say.crashed],
];

export function Reason({ of }: { of: string }) {
  for (const [sentence, said] of KNOWN) {
    const found = sentence.exec(of);
    // What is damaged, and what reads it, is for who knows the format.
    if (found) return <span title={of}>{said(...found.slice(1))}</span>;
  }
  return (
    <span lang="en" dir="auto">
      {of}
    </span>
  );
}
