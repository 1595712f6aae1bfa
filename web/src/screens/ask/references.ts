// An answer as Markdown with its references, as it is pasted elsewhere.
import { link } from "../../address";
import type { Asked, Citation } from "../../api/types";
import { words } from "../../words";

/** What Markdown would take for a mark of its own is escaped: quotes are quotes. */
function plain(text: string): string {
  return text.replace(/[\\`*_<>[\]#|]/g, "\\$&");
}

function reference(citation: Citation): string {
  const { marker, document, pages, quote } = citation;
  const place = pages ? `, ${words.pages(pages[0], pages[1])}` : "";
  return `[${marker}] ${plain(document)}${place}: “${plain(quote.replace(/\s+/g, " "))}”`;
}

export function withReferences(asked: Asked): string {
  const { answer } = asked;
  const lines = [answer.text ?? "", "", ...answer.citations.map(reference)];
  if (asked.trace) lines.push("", new URL(link(["ask", asked.trace]), location.href).href);
  return lines.join("\n");
}
