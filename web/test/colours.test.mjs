import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The relative luminance and contrast of WCAG 2.2.
function contrast(a, b) {
  const [light, dark] = [a, b]
    .map((colour) => {
      const [r, g, blue] = [1, 3, 5].map((i) => {
        const part = parseInt(colour.slice(i, i + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
    })
    .sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test("text on every colour of both themes has the contrast of WCAG AA", () => {
  const css = readFileSync(new URL("../src/page.css", import.meta.url), "utf8");
  const themes = [...css.matchAll(/\{([^{}]*--flame-own:[^{}]*)\}/g)].map(([, block]) =>
    Object.fromEntries([...block.matchAll(/--(?:flame-)?([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value])),
  );
  expect(themes.length).toBe(2);
  for (const theme of themes) {
    for (const fill of ["own", "java", "jdk", "jvm", "native", "allocator", "unknown", "root", "same", "more", "less", "hue-high", "hue-low", "bg", "surface", "raised"]) {
      expect(contrast(theme.text, theme[fill]), `text on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ["bg", "surface", "raised", "hover", "accent-soft"]) {
      expect(contrast(theme.muted, theme[ground]), `muted on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(theme["match-text"], theme.match)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme["accent-text"], theme.accent)).toBeGreaterThanOrEqual(4.5);
  }
});
