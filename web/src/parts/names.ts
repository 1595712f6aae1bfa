// Names that programs use, as a person would say them; what has no words stays as it is.
import { words } from "../words";

export function strategyName(name: string | null | undefined): string {
  if (!name) return "";
  const known: Record<string, string> = { ...words.ask.strategies, ...words.why.strategies };
  return known[name.replaceAll("-", "_")] ?? name;
}

export function statusName(name: string | null | undefined): string {
  const known: Record<string, string> = words.why.statuses;
  return name ? (known[name] ?? name) : "";
}
