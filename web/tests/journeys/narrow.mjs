// What a person does on a telephone: the journeys of a wide window once more.
import { narrowed } from "../journey.mjs";
import { journeys as analyze } from "./analyze.mjs";
import { journeys as ask } from "./ask.mjs";
import { journeys as documents } from "./documents.mjs";
import { journeys as reader } from "./reader.mjs";
import { journeys as why } from "./why.mjs";

const AGAIN = [
  "Documents: three PDFs and a damaged one are dropped, read, and the damaged one is told of",
  "asks, and sees the sources before the first word",
  "a citation opens the page of the file with its passage marked",
  "marks on turned pages stand where the words are",
  "marks on a page of two columns stay in their column",
  "a list is a table: sorted, copied as CSV, whole",
  "what is not in the documents is said calmly, with what lies nearest",
  "Why: the way, the route, candidates before and after fusion, each arm alone",
  "Analyze: five seconds are enough to end, with the map of what was read and what was not",
  "Tables: a query is completed as one types, and its values open where they stand",
  "a model writes: word by word, stopped at once, what nothing holds is marked",
  "the same answer comes from its address",
  "Measure: one's own questions, begun, watched and read",
];

const all = [...analyze, ...ask, ...documents, ...reader, ...why];
export const journeys = AGAIN.map((name) => {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no journey is called “${name}”`);
  return narrowed(found);
});
