// What the server says in problems, by their code: English, the file that the others follow.

/** What happened, and what to do about it where that is always the same. */
export interface Said {
  title: string;
  hint?: string;
}

export const problems = {
  backend_unreachable: { title: "A service that the server uses does not answer." },
  bad_filter: { title: "This filter is not understood." },
  bad_request: { title: "The server cannot take this as it is." },
  bad_sql: { title: "This query cannot be run." },
  being_written: { title: "Something else writes to this collection now.", hint: "Try again when it is done." },
  cluster_refuses: { title: "The cluster that holds the index refuses." },
  conflict: { title: "This is being done already." },
  deadline_passed: { title: "Time was over before there was an answer.", hint: "Ask again with more time." },
  disk_full: { title: "The disk of the server is full.", hint: "Make room there. What was stored is not lost." },
  empty_collection: { title: "Nothing was added to this collection yet.", hint: "Add documents first." },
  foreign_host: { title: "The page was opened under a name that is not this machine's.", hint: "Open it under the address that “perusal serve” printed." },
  foreign_origin: { title: "This came from a page of another site.", hint: "Open this page under the address that “perusal serve” printed." },
  internal: { title: "The server made a mistake. What was stored is not lost." },
  model_not_found: { title: "There is no such model here." },
  not_found: { title: "This is not here any more.", hint: "It was deleted, or never was." },
  not_json: { title: "The page and the server do not understand each other.", hint: "Load the page anew." },
  not_over: { title: "This is not over, or all of it was done.", hint: "Load the page anew to see how far it is." },
  not_ready: { title: "A collection cannot be read.", hint: "“perusal doctor” on the server says more." },
  original_changed: { title: "The file is another now than when it was read.", hint: "Add it again, and the new one is read." },
  overloaded: { title: "Too much is being done at once.", hint: "Try again in a moment." },
  publication_gone: { title: "This version is not kept any more.", hint: "Try again." },
  query_empty: { title: "The question is empty.", hint: "Type what you want to know." },
  query_too_long: { title: "The question is too long.", hint: "A question may have 8 KB. Shorten it; nothing is lost." },
  replica: { title: "This server follows another one and changes nothing itself.", hint: "Change the documents at the server it follows." },
  replica_empty: { title: "This server follows another one and has nothing of it yet.", hint: "Try again in a moment." },
  scope_missing: { title: "Your token does not allow this." },
  stopping: { title: "The server is stopping.", hint: "Try again when it is back. What you typed is still here." },
  store_damaged: { title: "This collection is damaged.", hint: "“perusal doctor” on the server says more." },
  store_read_only: { title: "This collection can be read, and not written.", hint: "“perusal doctor” on the server says more." },
  store_unusable: { title: "This collection cannot be read or written.", hint: "“perusal doctor” on the server says more." },
  too_large: { title: "This is larger than the server takes." },
  unauthorized: { title: "A token is needed.", hint: "Log in with a token that “perusal token add NAME” printed." },
  unknown_document: { title: "There is no such document here." },
  warming: { title: "The server is still opening its models.", hint: "Try again in a moment." },
  write_header_missing: { title: "This came from a page of another site.", hint: "Open this page under the address that “perusal serve” printed." },
  wrong_method: { title: "The page and the server do not understand each other.", hint: "Load the page anew." },
} satisfies Record<string, Said>;

export type Problems = Record<keyof typeof problems, Said>;
