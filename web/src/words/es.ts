// Español.
import type { en } from "./en";

const one = (n: number, single: string, many: string) => `${n} ${n === 1 ? single : many}`;

export const es: typeof en = {
  frame: {
    ask: "Preguntar",
    documents: "Documentos",
    analyze: "Analizar",
    measure: "Medir",
    settings: "Ajustes",
    why: "Por qué",
    keys: "Teclas",
    skip: "Ir al contenido",
    main: "Principal",
    collection: "Colección",
    noSuchPage: "Esta página no existe.",
    home: "Hacer una pregunta",
    keysTitle: "Teclas que funcionan aquí",
    close: "Cerrar",
    goAsk: "hacer una pregunta",
    goDocuments: "ir a Documentos",
    goAnalyze: "ir a Analizar",
    goMeasure: "ir a Medir",
    goSettings: "ir a Ajustes",
    showKeys: "mostrar esta lista",
    back: "volver o cerrar",
  },
  trouble: {
    unreachable: "El servidor no responde.",
    unreachableHint: "Inícielo con «perusal serve». Lo que escribió sigue aquí.",
    broken_off: "La conexión se cortó a mitad de camino.",
    brokenOffHint: "Lo que había llegado se conserva. Inténtelo de nuevo cuando vuelva el servidor.",
    unauthorized: "Hace falta un token.",
    unauthorizedHint: "Entre con un token que haya mostrado «perusal token add NOMBRE».",
    unknown: "Algo salió mal.",
    again: "Intentar de nuevo",
  },
  table: {
    copy: "Copiar como CSV",
    copied: "Copiado",
    sort: (column) => `Ordenar por ${column}`,
    rows: (n) => one(n, "fila", "filas"),
  },
  pages: (first, last) => (first === last ? `pág. ${first}` : `págs. ${first}–${last}`),
};
