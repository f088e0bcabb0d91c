import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test.each([["page", 60], ["fleet", 28]])("the bundle of %s takes at most %i KiB, gzipped", (name, most) => {
  const sizes = ["vendor.js", `${name}.js`, "page.css"].map((file) => gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most * 1024);
});
