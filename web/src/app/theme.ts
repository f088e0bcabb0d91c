// Light, dark, or as the system says; remembered in this browser.
import { signal } from "./signal";
import { recall, remember } from "../browser/storage";

export type Theme = "system" | "light" | "dark";

const KEY = "jemscope-theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>("system");
/** What the page shows now: light or dark. */
const shade = signal("light");
const systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

export function isDark(): boolean | undefined {
  return theme.value === "system" ? systemDark?.matches : theme.value === "dark";
}

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
}

export function setTheme(next: Theme): void {
  theme.value = next;
  remember("localStorage", KEY, next);
  show();
}

function show(dark = isDark()): void {
  document.documentElement.dataset["theme"] = shade.value = dark ? "dark" : "light";
}

export function startTheme(): void {
  theme.value = THEMES.find((one) => one === recall("localStorage", KEY)) ?? "system";
  systemDark?.addEventListener("change", () => show());
  // Paper is white.
  addEventListener("beforeprint", () => show(false));
  addEventListener("afterprint", () => show());
  show();
}
