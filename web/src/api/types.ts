// What the server gives. Where docs/openapi.json tells shapes, they are taken from there; the rest
// is as the command line's `--json` has it. Fields may be added by the server.
export type {
  AskBody,
  Login,
  SessionTold as SessionRow,
  SessionTurns as SessionTold,
  SettingTold as Setting,
} from "./openapi";

export type Pages = [number, number] | null;

export interface Span {
  /** Byte of the canonical text, UTF-8. */
  start: number;
  end: number;
}

export interface Citation {
  marker: number;
  document: string;
  document_id: string;
  pages: Pages;
  span: Span;
  quote: string;
  verified: boolean;
  /** Names of the columns of a quoted row, between ` | `. */
  columns?: string | null;
  section?: string[];
  locator?: string | null;
}

export interface Value {
  text: string;
  number: string | null;
  unit: string | null;
  scale: number | null;
  citations: number[];
}

export interface Item {
  label: string | null;
  text: string;
  citation: number | null;
  fields?: Record<string, string>;
}

export interface Nearest {
  document: string;
  document_id: string;
  pages: Pages;
  span?: Span;
  text?: string;
  section?: string[];
  locator?: string | null;
}

export type Status = "answered" | "partial" | "unsure" | "not_found" | "clarify";

export interface RouteTold {
  type: string;
  layer: string;
  confidence: number;
  intent: string | null;
  granularity: string | null;
  strategy: string;
  strategy_chosen?: string;
  enumeration: boolean;
  low_confidence: boolean;
  signals?: string[];
}

export interface Answer {
  text: string | null;
  mode: "extractive" | "generated";
  model?: string | null;
  confidence: number | null;
  /** Sentences that no passage was found to hold. */
  unsupported?: { text: string; reason: string }[];
  citations: Citation[];
  values?: Value[];
  value?: string | null;
  expression?: string | null;
  items?: Item[];
  completeness?: { units_read: number; units_total: number; matches: number };
  query?: { sql: string; relations: string[]; producer: string };
  [other: string]: unknown;
}

export interface Asked {
  schema: number;
  question: string;
  status: Status;
  route: RouteTold;
  answer: Answer;
  candidates?: Candidate[];
  nearest?: Nearest[];
  choices?: unknown[];
  partial?: { reason: string; read: string[]; unread: string[] };
  attempts?: Attempt[];
  notes?: string[];
  misspelled?: { written: string; read: string }[];
  web?: { rank: number; url: string; title: string; text: string }[];
  usage?: { llm_calls: number; prompt_tokens: number; completion_tokens: number };
  timings_ms: Record<string, number>;
  trace: string;
}

export interface Candidate {
  values: Value[];
  sql?: string;
  producer?: string;
  confidence: number | null;
  citations?: Citation[];
}

export interface Attempt {
  strategy: string;
  confidence: number;
  relevance: number;
  coverage: number;
  kept: boolean;
  poor?: boolean;
}

export interface DocumentRow {
  document_id: string;
  document: string;
  root: string;
  state: "ready" | "failed";
  reason: string | null;
  type: string | null;
  pages: number | null;
  chunks: number;
  embedded_chunks?: number;
  characters?: number;
  tables?: number;
  bytes?: number;
  language?: string | null;
  title?: string | null;
  author?: string | null;
  date?: string | null;
  collection?: string | null;
  metadata?: Record<string, string>;
  warnings: unknown[];
  report?: unknown;
}

export interface Documents {
  documents: DocumentRow[];
  total: number;
  next_offset: number | null;
}

export interface Boxes {
  document_id: string;
  span: Span;
  pages: Pages;
  /** Points from the left and the bottom of the page: x0, y0, x1, y1. */
  words: { page: number; box: [number, number, number, number] }[];
}

export interface TableCard {
  id: string;
  name: string;
  title: string | null;
  kind: string;
  context: string[];
  document: string;
  document_id: string;
  pages: Pages;
  rows: number;
  columns: { name: string; path: string[]; type: string; unit: string; scale: number; key: boolean }[];
}

export interface Stats {
  questions: number;
  /** Not there where nothing was ever added. */
  index?: { documents: number; chunks: number; embedded_chunks: number; failed: number; [other: string]: unknown };
  [other: string]: unknown;
}
