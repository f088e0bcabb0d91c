import { expect, test } from "vitest";
import { trendOf, type Course, type TrendRun } from "../src/app/model";
import { sparkPath } from "../src/app/sparkline";
import { toCsv, toText } from "../src/app/tabledata";
import { decode } from "../src/data/profile";
import { columnsOf, comparedRun } from "../src/views/trend";
import { pageJson } from "./profiles";

const MIB = 1024 * 1024;
const row: Course = {
  name: "a.B.c(B.java:1)", course: "rising", perHour: 3 * MIB, perHourStandardError: MIB / 2, last: 4 * MIB, callers: [],
  figures: [MIB, 2 * MIB, 4 * MIB],
};

test("a page's trend is the report of the command, and a page without one has none", () => {
  const trend = { report: "trend", unit: "bytes", runs: [{ rows: [row] }] };
  expect(trendOf(decode({ ...pageJson([]), trend }).trend)).toEqual(trend);
  expect(trendOf(decode(pageJson([])).trend)).toBe(null);
  expect(trendOf({ report: "trend", runs: [] })).toBe(null);
});

test("a row says how it grows, with its range, and its figures", () => {
  expect(toText(columnsOf("bytes", [0, 1, 2]), [row]).split("\n")[1]!.trim().split(/ {2,}/)).toEqual([
    "+3.0 MiB", "±1.0 MiB", "1.0 MiB 2.0 MiB 4.0 MiB", "4.0 MiB", "rising", "a.B.c(B.java:1)",
  ]);
  expect(toCsv(columnsOf("bytes", [0, 1, 2]), [{ ...row, perHourStandardError: null }])).toContain(`${3 * MIB},,${3 * MIB},${4 * MIB},rising,`);
});

test("a sparkline goes from 0 to the largest value, over the times", () => {
  expect(sparkPath([0, 10, 40], [0, 50, 100])).toBe("M0.0 19.0L25.0 10.0L100.0 1.0");
  expect(sparkPath([5, 5], [1, 1])).toBe("M0.0 1.0L100.0 1.0");
  expect(sparkPath([0, 1, 2], [null, 10, 20])).toBe("M50.0 10.0L100.0 1.0");
  expect(sparkPath([], [])).toBe("");
});

test("the flame graph is about the run that rose most", () => {
  const run = (...figures: number[]) => ({ all: { ...row, figures, last: figures.at(-1)! } }) as TrendRun;
  const runs = [run(9, 10), run(1, 5), run(7, 2)];
  expect(comparedRun(runs)).toBe(runs[1]);
});
