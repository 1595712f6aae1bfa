// What is in a library and how it gets there: documents, jobs, tables, queries.
import type { Citation, DocumentRow, Pages } from "./types";

/** What a reader noticed about a document; page numbers count from 1. */
export interface Report {
  characters: number;
  links: number;
  lists: number;
  sections: number;
  tables: number;
  table_rows: number;
  odd_rows: number;
  pages: number;
  pages_turned: number[];
  pages_unmapped: number[];
  pages_unreadable: number[];
  pages_without_text: number[];
  second_reader: boolean;
  struck_out_words: number;
}

/** An entry of a document's outline. */
export interface Section {
  title: string;
  level: number;
  pages?: Pages;
}

export interface Shown extends DocumentRow {
  contents?: unknown[];
  outline?: unknown[];
  summary?: unknown;
}

export type Stage = "waiting" | "reading" | "embedding" | "done" | "failed";

/** A file of a job, while it is added and after. */
export interface JobFile {
  file?: string;
  name?: string;
  stage?: Stage;
  pages?: number | null;
  chunks?: number | null;
  warnings?: unknown[];
  reason?: string | null;
  document_id?: string | null;
}

export interface Job {
  job: string;
  collection?: string;
  /** Names, or what became of each. */
  files: (string | JobFile)[];
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  files_done?: number;
  files_total?: number;
  /** Chunks that have vectors so far, and all that want one. */
  vectors_done?: number;
  vectors_total?: number;
  error?: string | null;
  code?: string | null;
  hint?: string | null;
  report: { documents?: (DocumentRow & { action: string })[] } | null;
}

export interface CardColumn {
  name: string;
  path: string[];
  type: string;
  unit: string;
  scale: number;
  key: boolean;
  samples: string[];
}

/** A table, list or outline that was found in a document and can be queried by its `name`. */
export interface Card {
  id: string;
  kind: string;
  name: string;
  title: string | null;
  context: string[];
  document: string;
  document_id: string;
  pages: Pages;
  rows: number;
  columns: CardColumn[];
}

export interface Cell {
  text: string | null;
  number: string | null;
  /** Markers of citations. */
  citations: number[];
}

export interface Queried {
  sql: string;
  columns: { name: string; type: string; unit: string; scale: number }[];
  rows: Cell[][];
  rows_total: number;
  citations: Citation[];
  notes: string[];
}
