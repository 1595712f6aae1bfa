// A quote as it reads in a card: cells of a row apart by dots, no empty lines.

/** Bars stand between cells in the text of a document, where the file has columns. */
export function quoteText(text: string): string {
  return text.trim().replace(/[ \t]*\n\s*/g, "\n").replaceAll(" | ", " · ");
}
