// Where words stand on a page by another program's reading: `pdftotext -bbox` of poppler, whose
// coordinates are those of the page as it is shown, from the top left.
import { execFileSync } from "node:child_process";

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (text) => text.replace(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? (name[0] === "#" ? String.fromCodePoint(Number(name.slice(1))) : all));

/** Size and words of a page. */
export function pageWords(file, page) {
  const html = execFileSync("pdftotext", ["-bbox", "-f", String(page), "-l", String(page), file, "-"], { encoding: "utf8" });
  const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(html);
  // The size it tells is the file's; words are where they are shown.
  const told = execFileSync("pdfinfo", ["-f", String(page), "-l", String(page), file], { encoding: "utf8" });
  const turned = Number(/Page\s+\d+ rot:\s+(\d+)/.exec(told)?.[1] ?? 0) % 180 !== 0;
  const words = [...html.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g)];
  return {
    width: Number(size[turned ? 2 : 1]),
    height: Number(size[turned ? 1 : 2]),
    words: words.map(([, x0, y0, x1, y1, text]) => ({ x0: +x0, y0: +y0, x1: +x1, y1: +y1, text: plain(text) })),
  };
}

/** The words of a quote, where they follow each other on the page. */
export function wordsOf(quote, { words }) {
  const wanted = quote.trim().split(/\s+/);
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    if (wanted.every((word, index) => words[at + index].text === word)) return words.slice(at, at + wanted.length);
  }
  return null;
}

/** Marks of a page in the frame that draws it, in shares of its width and height. */
export async function marksOf(frame, page) {
  return frame.evaluate((number) => {
    const place = document.querySelector(`.page[data-page="${number}"]`);
    const all = place.getBoundingClientRect();
    return [...place.querySelectorAll(".mark")].map((mark) => {
      const box = mark.getBoundingClientRect();
      return {
        x0: (box.left - all.left) / all.width,
        y0: (box.top - all.top) / all.height,
        x1: (box.right - all.left) / all.width,
        y1: (box.bottom - all.top) / all.height,
      };
    });
  }, page);
}

/** What is wrong with marks for these words; empty when each word is marked and nothing else is. */
export function misplaced(marks, words, size) {
  const wrong = [];
  const shares = words.map((word) => ({
    text: word.text,
    x0: word.x0 / size.width,
    y0: word.y0 / size.height,
    x1: word.x1 / size.width,
    y1: word.y1 / size.height,
  }));
  for (const word of shares) {
    const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2];
    if (!marks.some((mark) => mark.x0 <= x && x <= mark.x1 && mark.y0 <= y && y <= mark.y1)) wrong.push(`“${word.text}” is not marked`);
  }
  // A third of a line's height is the room that two programs' boxes differ by.
  const room = (word) => Math.min(word.x1 - word.x0, word.y1 - word.y0) / 3 + 0.004;
  for (const mark of marks) {
    const touched = shares.filter((word) => word.x0 < mark.x1 && word.x1 > mark.x0 && word.y0 < mark.y1 && word.y1 > mark.y0);
    const [x0, x1] = [Math.min(...touched.map((word) => word.x0)), Math.max(...touched.map((word) => word.x1))];
    const slack = touched.length ? Math.max(...touched.map(room)) : 0;
    if (!touched.length || mark.x0 < x0 - slack || mark.x1 > x1 + slack) wrong.push(`a mark at ${JSON.stringify(mark)} goes beyond the quote`);
  }
  return wrong;
}
