// What the page and the frame that draws PDFs say to each other, over one port. The frame has no
// origin and reaches nothing: what it needs, it is given.

/** A rectangle in points of the file: left, bottom, right, top. */
export type Box = [number, number, number, number];

export type ToFrame =
  | { say: "open"; data: ArrayBuffer; worker: ArrayBuffer; page: number; theme: string }
  | { say: "marks"; marks: { page: number; box: Box }[]; go: boolean }
  | { say: "go"; page: number }
  | { say: "zoom"; by: number }
  | { say: "thumb"; page: number; width: number }
  | { say: "given"; name: string; data: ArrayBuffer | null }
  | { say: "theme"; theme: string };

export type FromFrame =
  | { say: "opened"; pages: number }
  | { say: "failed"; reason: string; needsPassword: boolean }
  | { say: "page"; page: number }
  | { say: "selected"; text: string }
  | { say: "thumb"; page: number; image: ImageBitmap }
  | { say: "need"; name: string }
  | { say: "marked"; page: number; count: number }
  | { say: "key"; key: string };

/** Where resources of pdf.js lie; a name that is not so is not given. */
export const RESOURCE = /^(cmaps|fonts|wasm)\/[A-Za-z0-9_.-]{1,60}$/;

/** Characters of a selection that are told. */
export const SELECTION_MAX = 2000;
