// Deutsch.
import type { en } from "./en";

const one = (n: number, single: string, many: string) => `${n} ${n === 1 ? single : many}`;

export const de: typeof en = {
  frame: {
    ask: "Fragen",
    documents: "Dokumente",
    analyze: "Analyse",
    measure: "Messen",
    settings: "Einstellungen",
    why: "Warum",
    keys: "Tasten",
    skip: "Zum Inhalt",
    main: "Hauptbereiche",
    collection: "Sammlung",
    noSuchPage: "Diese Seite gibt es nicht.",
    home: "Eine Frage stellen",
    keysTitle: "Tasten, die hier etwas tun",
    close: "Schließen",
    goAsk: "eine Frage stellen",
    goDocuments: "zu den Dokumenten",
    goAnalyze: "zur Analyse",
    goMeasure: "zum Messen",
    goSettings: "zu den Einstellungen",
    showKeys: "diese Liste zeigen",
    back: "zurück oder schließen",
  },
  trouble: {
    unreachable: "Der Server antwortet nicht.",
    unreachableHint: "Starten Sie ihn mit „perusal serve“. Was Sie getippt haben, ist noch da.",
    broken_off: "Die Verbindung brach mittendrin ab.",
    brokenOffHint: "Was schon da war, bleibt. Versuchen Sie es erneut, wenn der Server wieder läuft.",
    unauthorized: "Ein Token wird gebraucht.",
    unauthorizedHint: "Melden Sie sich mit einem Token an, das „perusal token add NAME“ ausgegeben hat.",
    unknown: "Etwas ging schief.",
    again: "Erneut versuchen",
  },
  table: {
    copy: "Als CSV kopieren",
    copied: "Kopiert",
    sort: (column) => `Nach ${column} ordnen`,
    rows: (n) => one(n, "Zeile", "Zeilen"),
  },
  pages: (first, last) => (first === last ? `S. ${first}` : `S. ${first}–${last}`),
};
