// Made by `types.mjs` from docs/openapi.json.

export type AnalyzeBody = {
  /** The collection that is read; `default` where none is named. */
  "collection"?: string | null;
  /** Time in milliseconds, up to ten minutes. */
  "deadline_ms"?: number | null;
  /** A text that is in no collection. */
  "document"?: string | null;
  /** Ids, or paths as added; all documents where none is named. */
  "document_ids"?: (string)[];
  /** Such as `type=pdf`; all must hold. */
  "filters"?: (string)[];
  /** Settings of the levels, as `--levels` takes them. */
  "levels"?: string | null;
  /** Levels below the first that may be opened. */
  "max_depth"?: number | null;
  /** The question; of references the term. */
  "query": string;
  /** Adds the segments that were read. */
  "track_processed_segments"?: boolean;
  /** question, summary or references. */
  "wish"?: string | null;
};

export type AskBody = {
  /** The collection that is asked; `default` where none is named. */
  "collection"?: string | null;
  /** Time in milliseconds, up to ten minutes. */
  "deadline_ms"?: number | null;
  /** Adds how it came about. */
  "explain"?: boolean;
  /** What is known about the account, for questions about it. */
  "extra_context"?: unknown;
  /** Quotes alone: no language model is asked. */
  "extractive"?: boolean;
  /** Such as `type=pdf`, `pages>=10`, `document in (a.pdf,b.pdf)`; all must hold. */
  "filters"?: (string)[];
  /** Hits, 1 to 100. */
  "k"?: number | null;
  /** The language model that writes, of those that `GET models` lists; those of the settings where none is named. */
  "model"?: string | null;
  /** Chunks read around each hit, 0 to 100. */
  "neighbors"?: number | null;
  /** What kind of question it is: RETRIEVAL, CODE_GENERATION, CONVERSATIONAL, PLATFORM. */
  "query_type"?: string | null;
  /** The question. */
  "question": string;
  /** Remembers the question under this name, and what was asked before. */
  "session_id"?: string | null;
  /** auto, keyword, dense, sparse, late, hybrid, multi_query, hierarchical, graph or web. */
  "strategy"?: string | null;
};

export type ChatBody = {
  "functions"?: unknown;
  "logprobs"?: boolean | null;
  "messages": (Message)[];
  "model": string;
  "n"?: number | null;
  "response_format"?: unknown;
  "stream"?: boolean;
  "stream_options"?: StreamOptions | null;
  "tools"?: unknown;
};

export type Content = string | (Part)[];

export type EmbeddingsBody = {
  /** Only the model's own number is taken. */
  "dimensions"?: number | null;
  /** `float`, or `base64`, as OpenAI's own clients ask for it. */
  "encoding_format"?: string | null;
  /** A text, or up to 256. */
  "input": Input2;
  /** `perusal` or `perusal:COLLECTION`: the model that its vectors are of. */
  "model": string;
};

export type Examples = {
  /** Up to four, made from what the documents hold. */
  "examples": (string)[];
  /** Always 1. */
  "schema": number;
};

export type ExperimentBody = {
  /** The collection; `default` where none is named. */
  "collection"?: string | null;
  /** 1 to 1,000. */
  "questions": (QuestionBody)[];
  /** What heads the result; its letters and digits are the name. */
  "title": string;
  /** 1 to 12; the first is what the others are compared with. */
  "variations": (VariationBody)[];
};

export type Experiments = {
  /** Those that wait, run or ended in this process, then those that are kept, by name. */
  "experiments": (TrialTold)[];
  /** Always 1. */
  "schema": number;
};

export type FeedbackBody = {
  /** The collection that was asked; `default` where none is named. */
  "collection"?: string | null;
  /** What is said beside, up to 4,000 bytes. */
  "comment"?: string | null;
  /** Whether it helped. */
  "helpful": boolean;
  /** The `trace` of the answer. */
  "trace": string;
};

export type FileState = {
  /** added, replaced or unchanged. */
  "action"?: string | null;
  /** Chunks it was cut into. */
  "chunks"?: number | null;
  /** The document it became. */
  "document_id"?: string | null;
  /** Its name, or its address. */
  "file": string;
  /** Pages in it, once it was read. */
  "pages"?: number | null;
  /** Why it failed. */
  "reason"?: string | null;
  /** How far it is. */
  "stage": Stage;
  /** What a reader should know, such as pages without text. */
  "warnings": (string)[];
};

export type Input = string | (Message)[];

export type Input2 = string | (string)[];

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

export type Jobs = {
  /** The newest. */
  "jobs": (Told)[];
  /** Always 1. */
  "schema": number;
  /** How many there are. */
  "total": number;
};

export type Login = {
  /** The collections that may be seen; null for all. */
  "collections"?: (string)[] | null;
  /** The name of the token that came; null without one. */
  "name"?: string | null;
  /** Whether anything can be done without a token. */
  "needed": boolean;
  /** Always 1. */
  "schema": number;
  /** What may be done. */
  "scopes": (Scope)[];
};

export type LoginBody = {
  /** The secret, as `perusal token add` printed it. */
  "token": string;
};

export type Message = {
  "content"?: Content | null;
  "role": string;
};

export type Page = {
  /** The byte after its last. */
  "end": number;
  /** Its number, from 1. */
  "page": number;
  /** Its first byte in the canonical text. */
  "start": number;
  /** Its text. */
  "text": string;
};

export type Pages = {
  /** Its path. */
  "document": string;
  /** The document. */
  "document_id": string;
  /** The page after the last one given, where there are more that were asked for. */
  "next"?: number | null;
  /** In their order; fewer than asked for where they are long. */
  "pages": (Page)[];
  /** How many it has; 1 for a document without pages, which is given whole. */
  "pages_total": number;
  /** Always 1. */
  "schema": number;
};

export type Part = {
  "text"?: string | null;
  "type": string;
};

export type Problem = {
  "code": string;
  "detail": string;
  "hint"?: string | null;
  "status": number;
  "title": string;
  "type": string;
};

export type QueryBody = {
  /** The collection that is asked; `default` where none is named. */
  "collection"?: string | null;
  /** Adds how it was understood. */
  "explain"?: boolean;
  /** `SELECT …` over the tables that `list_tables` names. */
  "sql": string;
};

export type QuestionBody = {
  /** Accepted answers, each right alone; none where the documents do not hold one. */
  "answers"?: (string)[];
  /** The document that holds it: its id, or its path as added. */
  "document"?: string | null;
  /** The question. */
  "question": string;
};

export type ResponsesBody = {
  "background"?: boolean | null;
  "input": Input;
  "model": string;
  "previous_response_id"?: string | null;
  "stream"?: boolean;
  "tools"?: unknown;
};

export type RouteBody = {
  "collection"?: string | null;
  "session_id"?: string | null;
  "text": string;
};

export type Scope = "read" | "write" | "route:declare" | "follow" | "admin";

export type SearchBody = {
  /** The collection that is searched; `default` where none is named. */
  "collection"?: string | null;
  /** Adds how it came about. */
  "explain"?: boolean;
  /** Such as `type=pdf`, `pages>=10`, `document in (a.pdf,b.pdf)`; all must hold. */
  "filters"?: (string)[];
  /** Hits, 1 to 100. */
  "k"?: number | null;
  /** Chunks told around each hit, 0 to 100. */
  "neighbors"?: number | null;
  /** What is looked for. */
  "query": string;
  /** auto, keyword, dense, sparse, late, hybrid, multi_query, hierarchical, graph or web. */
  "strategy"?: string | null;
};

export type SessionTold = {
  /** Its name. */
  "session_id": string;
  /** Its first question. */
  "title": string;
  /** Questions in it. */
  "turns": number;
  /** When it was used last, in Unix seconds. */
  "updated": number;
};

export type SessionTurns = {
  /** Always 1. */
  "schema": number;
  /** Its name. */
  "session_id": string;
  /** Its questions. */
  "turns": (Turn)[];
};

export type Sessions = {
  /** Always 1. */
  "schema": number;
  /** A page of them. */
  "sessions": (SessionTold)[];
  /** How many there are. */
  "total": number;
};

export type SettingTold = {
  /** The value unless it is set, in words. */
  "default": string;
  /** Its name. */
  "key": string;
  /** Where the value comes from. */
  "origin": string;
  /** What it does. */
  "sentence": string;
  /** What it takes, in words. */
  "type": string;
  /** The value in force, in words; never a secret. */
  "value": string;
};

export type SettingsTold = {
  /** Always 1. */
  "schema": number;
  /** In the order of the reference page. */
  "settings": (SettingTold)[];
};

export type Stage = "waiting" | "reading" | "embedding" | "done" | "failed";

export type StreamOptions = {
  "include_usage"?: boolean;
};

export type Told = {
  /** What problems of this kind are called. */
  "code"?: string | null;
  /** The collection it adds to. */
  "collection": string;
  /** When it was acknowledged, in Unix seconds. */
  "created": number;
  "ended"?: number | null;
  /** Why it failed, and what to do. */
  "error"?: string | null;
  /** Each file. */
  "files": (FileState)[];
  /** Files that are done or failed. */
  "files_done": number;
  /** All files. */
  "files_total": number;
  "hint"?: string | null;
  /** Its id. */
  "job": string;
  /** What was added, as `add --json` tells it. */
  "report"?: unknown;
  /** Always 1. */
  "schema": number;
  /** When it began and ended, in Unix seconds. */
  "started"?: number | null;
  /** How far it is. */
  "state": JobState;
  /** Chunks that have vectors so far, and all that want one. */
  "vectors_done": number;
  "vectors_total": number;
};

export type TraceTold = {
  /** When it was asked last, in Unix seconds. */
  "asked": number;
  /** The question. */
  "question": string;
  /** answered, partial, unsure, `not_found` or clarify. */
  "status": string;
  /** What ran; null where nothing was searched. */
  "strategy"?: string | null;
  /** How long that took, in milliseconds. */
  "total_ms": number;
  /** Its id. */
  "trace": string;
};

export type Traces = {
  /** Always 1. */
  "schema": number;
  /** How many there are. */
  "total": number;
  /** A page of them. */
  "traces": (TraceTold)[];
};

export type TrialState = "queued" | "running" | "done" | "failed" | "cancelled";

export type TrialTold = {
  /** What problems of this kind are called. */
  "code"?: string | null;
  /** Variations that are measured, and all. */
  "done": number;
  /** Why it failed, and what to do. */
  "error"?: string | null;
  "hint"?: string | null;
  /** Its name. */
  "name": string;
  "of": number;
  /** How far it is. */
  "state": TrialState;
  /** What heads it; known of those of this process. */
  "title"?: string | null;
  /** Passages of the library that is being made, and those of them that have vectors. */
  "vectors"?: unknown[] | null;
};

export type Turn = {
  /** When it was asked, in Unix seconds. */
  "asked": number;
  /** The question. */
  "question": string;
  /** answered, partial, unsure, `not_found` or clarify. */
  "status": string;
  /** The trace of its answer, where one was kept. */
  "trace"?: string | null;
};

export type UrlBody = {
  /** The collection it is added to; the address of the request may name it, too. */
  "collection"?: string | null;
  /** Its address. */
  "url": string;
};

export type VariationBody = {
  /** Hits, 1 to 100. */
  "k"?: number | null;
  /** What it is called. */
  "name": string;
  /** Chunks read around each hit, 0 to 100. */
  "neighbors"?: number | null;
  /** Settings by their names, but for paths and servers. */
  "settings"?: Record<string, unknown>;
  /** auto, keyword, dense, hybrid and so on. */
  "strategy"?: string | null;
};
