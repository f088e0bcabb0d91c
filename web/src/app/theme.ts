// Light, dark, or as the system says; remembered in this browser.
import { effect, signal } from "@preact/signals";
import { recall, remember } from "./storage";

export type Theme = "system" | "light" | "dark";

const KEY = "jemscope-theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>("system");
/** What is drawn: the canvas reads its colours again when this changes. */
export const isDark = signal(false);

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
}

export function startTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const systemDark = signal(system.matches);
  system.addEventListener("change", () => (systemDark.value = system.matches));
  theme.value = THEMES.find((one) => one === recall("localStorage", KEY)) ?? "system";
  effect(() => {
    isDark.value = theme.value === "system" ? systemDark.value : theme.value === "dark";
    document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
    remember("localStorage", KEY, theme.value);
  });
}
