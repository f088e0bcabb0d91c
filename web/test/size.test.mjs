import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test("the bundle takes at most 60 KiB, gzipped", () => {
  const sizes = ["vendor.js", "page.js", "page.css"].map((name) => gzipSync(readFileSync(`dist/${name}`), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60 * 1024);
});
