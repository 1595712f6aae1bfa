// Names that programs use, as a person would say them; what has no words stays as it is.
import { language, words } from "../words";

export function strategyName(name: string | null | undefined): string {
  if (!name) return "";
  const known: Record<string, string> = { ...words.ask.strategies, ...words.why.strategies };
  return known[name.replaceAll("-", "_")] ?? name;
}

/** Formats whose names are no words of a language. */
const FORMATS: Record<string, string> = { pdf: "PDF", docx: "Word", pptx: "PowerPoint", xlsx: "Excel", xls: "Excel", ods: "OpenDocument", markdown: "Markdown", epub: "EPUB", csv: "CSV" };

export function formatName(type: string | null | undefined): string | undefined {
  if (!type) return undefined;
  const known: Record<string, string> = { ...FORMATS, ...words.documents.formats };
  return known[type] ?? type.toUpperCase();
}

/** A language that is told by its code. */
export function languageName(code: string | null | undefined): string | undefined {
  if (!code) return undefined;
  try {
    return new Intl.DisplayNames([language()], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

export function statusName(name: string | null | undefined): string {
  const known: Record<string, string> = words.why.statuses;
  return name ? (known[name] ?? name) : "";
}
