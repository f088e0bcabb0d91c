import { afterEach, describe, expect, test } from "vitest";
import { usualBaseline } from "../src/app/app";
import { ApiError } from "../src/app/api";
import { tableOf, type Change, type Dump, type Run } from "../src/app/model";
import { dumps, failureOf, isLoginNeeded, noteRefusal, runs, token, usualDump } from "../src/app/store";
import { nextTheme } from "../src/app/theme";
import { groupOf } from "../src/views/compare";
import { sitePattern } from "../src/views/holders";
import { dumpsNear } from "../src/views/now";
import { fileName } from "../src/views/runs";

const dump = (id: string, kind = "asked", run: string | null = null): Dump => ({
  id, kind, run, file: "", bytes: 1, made: "2026-11-23T12:00:00Z", number: 1, symbolized: true,
});
const run = (part: Partial<Run>): Run => ({
  id: "7", state: "finished", label: null, started: null, ended: null, seconds: null, remainingSeconds: null,
  external: false, sampleBytes: null, baseline: null, snapshots: [], snapshotsGone: 0, profile: null, resetAt: null,
  message: null, ...part,
});

afterEach(() => {
  dumps.value = runs.value = null;
  isLoginNeeded.value = false;
});

describe("which dump is shown", () => {
  test("the newest that isn't a log or the start of a run", () => {
    dumps.value = [dump("5", "log"), dump("4", "baseline"), dump("3", "final"), dump("2")];
    expect(usualDump()).toBe("3");
    dumps.value = [dump("4", "baseline")];
    expect(usualDump()).toBe("4");
    dumps.value = [];
    expect(usualDump()).toBe(null);
  });

  test("it is compared with the start of its run, or else with the dump before it", () => {
    dumps.value = [dump("4", "final", "7"), dump("3"), dump("2", "baseline", "7"), dump("1")];
    runs.value = [run({ profile: "4", baseline: "2", snapshots: ["3"] })];
    expect(usualBaseline("4")).toBe("2");
    expect(usualBaseline("3")).toBe("2");
    expect(usualBaseline("2")).toBe("1");
    expect(usualBaseline("1")).toBe(null);
  });
});

describe("two moments", () => {
  const at = (second: number, kind = "asked") => ({ ...dump(String(second), kind), made: new Date(1000 * second).toISOString() });
  const list = [at(300), at(205), at(200, "log"), at(100), at(0)];
  const near = (from: number, to: number) => dumpsNear(list, 1000 * from, 1000 * to);
  test("lead to the dumps nearest to them, whatever the order of the list", () => {
    expect(near(98, 207)).toMatchObject({ first: { id: "100" }, second: { id: "205" }, isNear: true });
  });

  test("far from every dump are not near", () => {
    expect(near(130, 190)).toMatchObject({ first: { id: "100" }, second: { id: "205" }, isNear: false });
  });

  test("next to one dump have another that is not near", () => {
    expect(near(96, 104)).toMatchObject({ first: { id: "100" }, second: { id: "205" }, isNear: false });
    expect(near(299, 310)).toMatchObject({ first: { id: "205" }, second: { id: "300" }, isNear: false });
  });

  test("need two dumps", () => {
    expect(dumpsNear([at(1)], 0, 1000)).toBe(null);
    expect(dumpsNear([], 0, 1)).toBe(null);
  });
});

describe("a refusal", () => {
  test("of the token leads to the login, of an older one it doesn't", () => {
    token.value = "old";
    noteRefusal(new ApiError(401, "a", "b", "c"), "an older one");
    expect(token.value).toBe("old");
    noteRefusal(new ApiError(401, "a", "b", "c"), "old");
    expect([token.value, isLoginNeeded.value]).toEqual([null, true]);
  });

  test("of any kind can be shown", () => {
    expect(failureOf(new TypeError("x is undefined")).why).toBe("x is undefined");
    expect(failureOf("text").why).toBe("text");
  });
});

describe("a site's stacks", () => {
  test("are found by its method, whatever characters its name has", () => {
    const pattern = new RegExp(sitePattern("com.acme.Shop$1.<init>(Shop.java:3)", ["malloc"]));
    expect(pattern.test("com.acme.Shop$1.<init>")).toBe(true);
    expect(pattern.test("com.acme.ShopX1.<init>")).toBe(false);
  });

  test("are found whatever class loader its name begins with", () => {
    const pattern = new RegExp(sitePattern("plugin-7/com.acme.Job.run(Job.java:9)"));
    expect([pattern.test("com.acme.Job.run"), pattern.test("x.com.acme.Job.run")]).toEqual([true, false]);
    expect(new RegExp(sitePattern("com.acme.Job$$Lambda/0x12.run(Unknown Source)")).test("com.acme.Job$$Lambda/0x12.run")).toBe(true);
  });

  test("without Java are found by its native functions", () => {
    const native = new RegExp(sitePattern("[native] GCArena::take", ["GCArena::take"]));
    expect(native.test("GCArena::take")).toBe(true);
    const jvm = sitePattern("[JVM] its own work on Java threads", ["os::malloc", "a(b)"]);
    expect(["os::malloc", "a(b)", "a"].map((name) => new RegExp(jvm).test(name))).toEqual([true, true, false]);
  });
});

describe("a change", () => {
  const change = (part: Partial<Change>): Change => ({
    name: "a", kind: "grown", before: 1, after: 2, change: 1, changeLow: 0, changeHigh: 2, chance: 0, significant: true,
    passing: false, callers: [], ...part,
  });
  test("that sampling alone explains is held back", () => {
    expect(groupOf(change({}), true)).toBe("grown");
    expect(groupOf(change({ significant: false }), true)).toBe("noise");
    expect(groupOf(change({ kind: "same" }), true)).toBe("noise");
    expect(groupOf(change({ kind: "new", passing: true }), true)).toBe("passing");
  });

  test("isn't held back where noise could not be tested", () => {
    expect(groupOf(change({ kind: "new", significant: false }), false)).toBe("new");
  });
});

describe("small things", () => {
  test("only tables that the page knows are shown", () => {
    expect(tableOf(null)).toBe(null);
    expect(tableOf({ report: "top", rows: [] })).toBe(null);
    expect(tableOf({ report: "holders" })).toBe(null);
    expect(tableOf({ report: "diff", rows: [] })).not.toBe(null);
  });

  test("a saved file never gets a path from the answer", () => {
    expect(fileName('attachment; filename="a.heap"', "x")).toBe("a.heap");
    expect(fileName('attachment; filename="../a"', "x")).toBe("x");
    expect(fileName(null, "x")).toBe("x");
  });

  test("the theme goes round", () => {
    expect([nextTheme("system"), nextTheme("light"), nextTheme("dark")]).toEqual(["light", "dark", "system"]);
  });
});
