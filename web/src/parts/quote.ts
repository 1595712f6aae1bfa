// A quote as it reads in a card: cells of a row apart by dots, no empty lines or cells.

/** Bars stand between cells in the text of a document, where the file has columns. */
export function quoteText(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.includes("|") ? cells(line) : line.trim()))
    .filter(Boolean)
    .join("\n");
}

function cells(line: string): string {
  const parts = line.split(/(?:^|\s)\|(?=\s|$)/).map((cell) => cell.trim());
  return parts.filter(Boolean).join(" · ");
}
