// Set-ups that are worth a comparison, by a key that has its words in each language. The first one
// that is chosen is what the others are compared with.

interface Setup {
  key: string;
  strategy?: string;
  k?: number;
  neighbors?: number;
  settings?: Record<string, string | number>;
}

export const SETUPS: Setup[] = [
  { key: "auto", strategy: "auto" },
  { key: "keyword", strategy: "keyword" },
  { key: "dense", strategy: "dense" },
  { key: "hybrid", strategy: "hybrid" },
  { key: "hierarchical", strategy: "hierarchical" },
  { key: "more", strategy: "auto", k: 20 },
  { key: "around", strategy: "auto", neighbors: 2 },
  { key: "short", strategy: "auto", settings: { "chunk.size_chars": 500 } },
  { key: "long", strategy: "auto", settings: { "chunk.size_chars": 2000 } },
  { key: "sections", strategy: "auto", settings: { "chunk.by": "section" } },
];
