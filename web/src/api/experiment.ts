// What `perusal eval experiment` measured, as it writes it, and what the server counts.
export interface Difference {
  questions: number;
  mean: number;
  low: number;
  high: number;
  verdict: string;
}

export interface Measure {
  metric: string;
  questions: number;
  mean: number;
  low: number;
  high: number;
  difference: Difference | null;
}

export interface Row {
  documents: number;
  chunks: number;
  measures: Measure[];
  /** Kind of question, how many, mean, and so on. */
  by_kind: [string, number, ...unknown[]][];
  /** Places in `questions` that fare better or worse than with the baseline. */
  better: number[];
  worse: number[];
}

export interface Question {
  id: string;
  kind: string;
  text: string;
  /** One a variation. */
  scores: (number | null)[];
  answer_scores?: (number | null)[];
  answers?: (string | null)[];
}

export interface QuestionSet {
  name: string;
  metric: string;
  comparisons: number;
  rows: Row[];
  questions: Question[];
}

export interface Experiment {
  title: string;
  version: string;
  baseline: string;
  variations: { name: string; note: string; settings: string[] }[];
  sweeps: { name: string; note: string; key: string; points: [string, number, ...unknown[]][] }[];
  sets: QuestionSet[];
}

export interface ExperimentRow {
  name: string;
  title?: string | null;
  state?: string;
  done?: number;
  of?: number;
  error?: string | null;
  code?: string | null;
  hint?: string | null;
}

export interface Counted {
  answered: number;
  median_ms: number;
  questions: number;
}

export interface Stats {
  questions: number;
  /** These two are not there where nothing was ever added. */
  by?: Record<string, Record<string, Counted>>;
  index?: Record<string, number | string>;
  faults?: unknown[];
  routing_contract_violations_total?: Record<string, number>;
}
