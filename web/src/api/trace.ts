// How an answer came about, as it was kept, and searches that are made to look again.
import type { Asked, Attempt, Pages, Span } from "./types";

export interface Arm {
  arm: string;
  /** How many chunks it ranked. */
  candidates: number;
  grade?: string;
  weight?: number;
  /** What stands first when it alone is asked. */
  alone?: { chunk_id: number; score: number }[];
}

export interface Contribution {
  chunk_id: number;
  score: number;
  /** `rank` is null where the arm did not put it among its first. */
  arms: { arm: string; rank: number | null; score: number; contribution: number }[];
}

export interface Explained {
  arms: Arm[];
  candidates: number;
  contributions: Contribution[];
  dropped: unknown[];
  fusion: string;
  language?: string;
  reranked?: unknown;
  selectivity?: number;
  dense_coverage?: number;
  signals?: Record<string, number>;
  terms?: string[];
  attempts?: Attempt[];
  version?: number;
}

export interface Plan {
  kind?: string;
  combine: boolean;
  steps: { id: string; query: string; expects: string; documents: string[]; needs: string[] }[];
}

/** A trace holds what `ask --json --explain` gave; servers may put the plain answer under `answer`. */
export interface Trace extends Asked {
  explain?: Explained;
  plan?: Plan;
  resolved?: string;
  asked?: string | number;
  session?: string | null;
  /** What models were asked, word by word, for whoever asked; and how many calls were not kept. */
  prompts?: Sent[];
  prompts_left_out?: number;
}

export interface Sent {
  /** main, conversational, … */
  role: string;
  model: string;
  messages: { role: string; content: string; bytes_left_out: number }[];
  text: string | null;
  failed: string | null;
}

export interface TraceRow {
  trace: string;
  question: string;
  status: string;
  strategy: string | null;
  asked: string | number;
  total_ms: number | null;
}

export interface Hit {
  rank: number;
  score: number;
  document: string;
  document_id: string;
  chunk: number;
  pages: Pages;
  section: string[];
  span: Span;
  text: string;
  locator?: string | null;
  arms: Record<string, { rank: number; score: number }>;
}

export interface Found {
  query: string;
  strategy: string;
  hits: Hit[];
  explain?: Explained;
  timings_ms: Record<string, number>;
}
