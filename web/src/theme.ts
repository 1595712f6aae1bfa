// Light or dark: as the system has it, unless one was chosen here.
import { remember, remembered } from "./storage";

export type Theme = "system" | "light" | "dark";

export function theme(): Theme {
  const chosen = remembered("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function chooseTheme(chosen: Theme): void {
  remember("theme", chosen === "system" ? null : chosen);
  applyTheme();
}

export function applyTheme(): void {
  const chosen = theme();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}
