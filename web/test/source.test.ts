import { expect, test } from "vitest";
import { sourcesOf, type Routine } from "../src/app/model";
import { decode } from "../src/data/profile";
import { toSource, withGaps } from "../src/views/source";
import { pageJson } from "./profiles";

const line = (number: number | null) => ({ line: number, flat: 0, cumulative: 1, text: "x();" });
const routine: Routine = { name: "a.B.c", file: "a/B.java", flat: 0, cumulative: 1, lines: [line(3)] };
const sources = { report: "list" as const, unit: "bytes", total: 1, functions: [routine], withoutSource: 0, leftOut: 0 };

test("a page's source is the report of the command, and a page without one has none", () => {
  expect(sourcesOf(decode({ ...pageJson([]), sources }).sources)).toEqual(sources);
  expect(sourcesOf(decode(pageJson([])).sources)).toBe(null);
});

test("only functions whose source is there lead to it", () => {
  expect(toSource(sources, ["x", "a.B.c"])).not.toBe(null);
  expect(toSource(sources, ["a.B.d"])).toBe(null);
  expect(toSource(null, ["a.B.c"])).toBe(null);
});

test("lines that are left out are a gap", () => {
  expect(withGaps([line(null), line(3), line(4), line(9)]).map((one) => one && one.line)).toEqual([null, 3, 4, null, 9]);
});
