import { describe, expect, test } from "vitest";
import { bytes, changeRange, count, duration, figure, parseDuration, percent, quantity, range, signed, ticks, offText, time } from "../src/data/format";
import { linePath, nearest, timeTicks } from "../src/app/chart";

const MIB = 1024 * 1024;

describe("figures", () => {
  test("values read as the command prints them", () => {
    expect(bytes(0)).toBe("0 B");
    expect(bytes(512)).toBe("512 B");
    expect(bytes(1023.6)).toBe("1.0 KiB");
    expect(bytes(12.3 * 2 ** 20)).toBe("12.3 MiB");
    expect(bytes(1023.96 * 1024)).toBe("1.0 MiB");
    expect(bytes(-3 * 2 ** 30)).toBe("-3.0 GiB");
    expect(bytes(-0.2)).toBe("0 B");
    expect(bytes(2 ** 80)).toBe("1048576.0 EiB");
    expect(count(4473.4)).toBe("4,473");
    expect(count(-0.3)).toBe("0");
    expect(figure(5, "count")).toBe("5");
    expect(quantity(1, "count")).toBe("1 object");
    expect(quantity(4473, "count")).toBe("4,473 objects");
    expect(signed(9.7 * 2 ** 20, "bytes")).toBe("+9.7 MiB");
    expect(signed(-1200, "count")).toBe("-1,200");
    expect(signed(0, "bytes")).toBe("0 B");
    expect(percent(1, 3)).toBe("33.3%");
    expect(percent(1, 0)).toBe("–");
  });

  test("an unknown one is a dash", () => {
    expect(bytes(null)).toBe("–");
    expect(percent(1, 0)).toBe("–");
  });

  test("a narrow range is in per cent, a wide one has its ends, as the command prints them", () => {
    expect(range(64_822_139, 61_231_252, 68_612_788, "bytes")).toBe("±5.8%");
    expect(range(599_088, 292_217, 1_142_978, "bytes")).toBe("0.3–1.1 MiB");
    expect(range(33_554_432, 33_554_432, 33_554_432, "bytes")).toBe("±0.0%");
    expect(range(5, 1, 12, "count")).toBe("1–12");
    expect(range(5, null, null, "bytes")).toBe("?");
  });

  test("a change's range has signs", () => {
    expect(changeRange(10_816_853, 8_332_991, 13_372_015, "bytes")).toBe("±2.4 MiB");
    expect(changeRange(1_981_480, 1_325_568, 2_841_631, "bytes")).toBe("+1.3 to +2.7 MiB");
    expect(changeRange(-0.6 * MIB, -2.4 * MIB, 0.1 * MIB, "bytes")).toBe("-2.4 to +0.1 MiB");
  });
});

describe("times", () => {
  const noon = new Date(2026, 10, 23, 12, 4, 31).getTime();
  test("of today have no date", () => {
    expect(time(noon, noon + 1000)).toBe("12:04:31");
    expect(time(noon, noon + 86_400_000)).toBe("2026-11-23 12:04:31");
    expect(time("nonsense")).toBe("–");
    expect(time(null)).toBe("–");
  });

  test("say how far they are off a moment", () => {
    expect(offText(new Date(noon + 125_000).toISOString(), noon)).toMatch(/12:06:36 \(2 min 5 s later\)$/);
    expect(offText(new Date(noon - 3_000).toISOString(), noon)).toMatch(/\(3 s earlier\)$/);
    expect(offText(new Date(noon + 400).toISOString(), noon)).toMatch(/\(the same second\)$/);
  });

  test.each([
    ["30", 30],
    ["30s", 30],
    ["5m", 300],
    ["1h30m", 5400],
    ["1 h 5 min 2 s", 3902],
    ["", null],
    ["soon", null],
    ["-5", null],
  ])("the length %s is %s seconds", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    [0, "0 s"],
    [59.6, "1 min"],
    [125, "2 min 5 s"],
    [7265, "2 h 1 min"],
    [null, "–"],
  ])("%s seconds are %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe("axes", () => {
  test("have few round steps and reach the largest value", () => {
    for (const max of [1, 900, 5000, 96 * MIB, 7.3 * 1024 * MIB]) {
      for (const unit of ["bytes", "count"]) {
        const steps = ticks(max, unit);
        expect(steps.length).toBeLessThanOrEqual(8);
        expect(steps.at(-1)).toBeGreaterThanOrEqual(max);
        expect(steps[0]).toBe(0);
      }
    }
    expect(ticks(0, "bytes")).toEqual([0]);
    expect(ticks(7000, "count")).toEqual([0, 2000, 4000, 6000, 8000]);
  });

  test("of time are at whole steps", () => {
    expect(timeTicks(1_000, 61_000, 6)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
    expect(timeTicks(0, 1e9, 5).length).toBeLessThan(15);
  });

  test("a line is interrupted where a value is unknown", () => {
    expect(linePath([0, 1, 2, 3], [5, null, 7, 8])).toBe("M0.0 5.0M2.0 7.0L3.0 8.0");
  });

  test("the nearest moment", () => {
    expect([0, 4, 5.5, 99].map((at) => nearest([1, 5, 7], at))).toEqual([0, 1, 1, 2]);
    expect(nearest([], 5)).toBe(0);
  });
});
