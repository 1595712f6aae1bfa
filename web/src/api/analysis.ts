// What reading a long document gives, and what is told while it is read.
import type { Asked, Citation, Pages, Span } from "./types";

export type SegmentState = "read" | "in_part" | "queued" | "scored" | "failed";

/** A part of a document at one level; those of the next level lie in their `parent`. */
export interface Segment {
  id: number;
  parent: number | null;
  level: number;
  document: string;
  document_id: string;
  section: string[];
  pages: Pages;
  span: Span;
  tokens: number;
  /** How surely it holds what is looked for, 0 to 1. */
  score: number;
  state: SegmentState;
}

export interface Level {
  level: number;
  segments: number;
  scored: number;
  kept: number;
  read: number;
  queued: number;
  method: string;
  fallback: string | null;
  tokens_read: number;
  ms: number;
}

export interface Finding {
  segment: number;
  path: number[];
  text: string;
  confidence: number;
  citations: Citation[];
}

export interface Conflict {
  about: string;
  citations: Citation[];
}

export interface Coverage {
  tokens_total: number;
  tokens_scored: number;
  tokens_read: number;
  tokens_counted: boolean;
}

export interface Analysis extends Omit<Asked, "partial"> {
  wish?: string;
  levels: Level[];
  segments: Segment[];
  findings: Finding[];
  conflicts: Conflict[];
  coverage: Coverage;
  partial?: { reason: string; read: unknown[]; unread: unknown[] };
}

export type Wish = "" | "question" | "summary" | "references";

/** What is asked of the server. */
export interface AnalyzeWish {
  query: string;
  document_ids: string[];
  wish: Wish;
  /** Seconds. */
  deadline: number;
}
