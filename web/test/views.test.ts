import { afterEach, describe, expect, test } from "vitest";
import { usualBaseline } from "../src/app/app";
import { ApiError } from "../src/app/api";
import { tableOf, type Change, type Dump, type Run } from "../src/app/model";
import { dumps, failureOf, isLoginNeeded, momentsOf, noteRefusal, runs, token, usualDump } from "../src/app/store";
import { nextTheme } from "../src/app/theme";
import { groupOf } from "../src/views/compare";
import { sitePattern } from "../src/views/holders";
import { dumpsNear } from "../src/views/now";
import { headline } from "../src/views/verdict";
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
    expect(near(98, 207)).toMatchObject([{ id: "100" }, { id: "205" }]);
  });

  test("far from every dump lead to the nearest all the same", () => {
    expect(near(130, 190)).toMatchObject([{ id: "100" }, { id: "205" }]);
  });

  test("next to one dump have another", () => {
    expect(near(96, 104)).toMatchObject([{ id: "100" }, { id: "205" }]);
    expect(near(299, 310)).toMatchObject([{ id: "205" }, { id: "300" }]);
  });

  test("need two dumps", () => {
    expect(dumpsNear([at(1)], 0, 1000)).toBe(null);
    expect(dumpsNear([], 0, 1)).toBe(null);
  });
});

describe("a verdict", () => {
  const verdict = {
    time: "2026-01-01T00:00:00Z", baseTime: null, residentBytes: 2 ** 28, containerUsedBytes: null, containerLimitBytes: null,
    secondsUntilLimit: null, findings: [], runs: [],
  };
  test("says how large the process is", () => {
    expect(headline(verdict)).toMatch(/^RSS 256\.0 MiB at [-0-9: ]+$/);
  });

  test("says when the container's limit is reached", () => {
    const near = { ...verdict, baseTime: verdict.time, containerUsedBytes: 2 ** 28, containerLimitBytes: 2 ** 29, secondsUntilLimit: 3700 };
    expect(headline(near)).toMatch(/, compared with .*, the container has used 256\.0 MiB of 512\.0 MiB, full in 1 h 1 min at this pace$/);
  });
});

describe("the history", () => {
  test("becomes moments, with null for what isn't known", () => {
    const life = { pid: 7, timesMillis: [1000, 2000], statistics: { "rss.bytes": [5, null], "jemalloc.active.bytes": [null, 3] } };
    const unknown = { allocatedBytes: null, activeBytes: null, residentBytes: null, retainedBytes: null };
    expect(momentsOf(life)).toEqual([
      { at: 1000, rss: 5, memory: unknown },
      { at: 2000, rss: null, memory: { ...unknown, activeBytes: 3 } },
    ]);
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
