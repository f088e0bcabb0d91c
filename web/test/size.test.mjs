import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the bundle takes at most 60 KiB, gzipped", () => {
  // By gzip itself: Node's zlib packs less, and not the same in each version.
  const sizes = ["vendor.js", "page.js", "page.css"].map((name) => execFileSync("gzip", ["-9c", `dist/${name}`]).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60 * 1024);
});
