import { describe, expect, test } from "vitest";
import { decode } from "../src/data/profile";
import { matched, matches, neighbour, searchExpression } from "../src/data/search";
import { ANYWHERE, Frames, UP, exactly, select, topHolder, type Selection } from "../src/data/stacks";
import { bottomUp, boxAt, pathOf, sandwich, topDown, type Tree } from "../src/data/tree";
import { initialFlameState } from "../src/flame/state";
import { large, pageJson, random, shop } from "./profiles";
import type { Stack } from "./profiles";

const stack = (text: string, value: number, more: Partial<Stack> = {}): Stack => ({ frames: text.split(";"), value, ...more });

/** A tree as lines: depth in spaces, function, total, self where there is one. */
function lines(frames: Frames, tree: Tree): string[] {
  const out: string[] = [];
  const visit = (box: number) => {
    const self = tree.self[box]! !== 0 ? ` self ${tree.self[box]}` : "";
    out.push(`${" ".repeat(tree.depth[box]!)}${frames.key(tree.frame[box]!)} ${tree.total[box]}${self}`);
    for (let child = tree.first[box]!; child < tree.first[box + 1]!; child++) {
      visit(child);
    }
  };
  visit(0);
  return out;
}

function view(stacks: Stack[], selection: Partial<Selection> = {}) {
  const frames = new Frames(decode(pageJson(stacks)));
  const selected = select(frames, { ...initialFlameState, ...selection });
  return { frames, selected, down: () => lines(frames, topDown(frames, selected)) };
}

const simple = [
  stack("main;load;read", 10, { thread: "t1" }),
  stack("main;load;parse;read", 5, { thread: "t2" }),
  stack("main;draw", 20, { thread: "t1" }),
  stack("main;load", 1, { thread: "t1" }),
  stack("idle", 2, { thread: "t2" }),
];

test("the wider child comes first, and a box holds what it calls", () => {
  expect(view(simple).down()).toEqual([
    "all 38",
    " main 36",
    "  draw 20 self 20",
    "  load 16 self 1",
    "   read 10 self 10",
    "   parse 5",
    "    read 5 self 5",
    " idle 2 self 2",
  ]);
});

test("bottom-up begins at the innermost function", () => {
  const { frames, selected } = view(simple);
  expect(lines(frames, bottomUp(frames, selected, false))).toEqual([
    "all 38",
    " draw 20",
    "  main 20 self 20",
    " read 15",
    "  load 10",
    "   main 10 self 10",
    "  parse 5",
    "   load 5",
    "    main 5 self 5",
    " idle 2 self 2",
    " load 1",
    "  main 1 self 1",
  ]);
});

test("a sandwich has the callers and the callees of a function, all lines of it in one", () => {
  const { frames, selected } = view([
    stack("a;f (F.java:1);x", 4),
    stack("b;f (F.java:2);y", 6),
    stack("b;f (F.java:2)", 1),
    stack("f (F.java:1);x", 3),
    stack("a;z", 100),
  ]);
  const [callees, callers] = sandwich(frames, selected, "f");
  expect(lines(frames, callers)).toEqual(["f 14 self 3", " b 7 self 7", " a 4 self 4"]);
  expect(lines(frames, callees)).toEqual(["f 14 self 1", " x 7 self 7", " y 6 self 6"]);
});

test("a stack that recurses counts once in a sandwich", () => {
  const { frames, selected } = view([stack("a;f;b;f;c", 8)]);
  const [callees, callers] = sandwich(frames, selected, "f");
  expect(lines(frames, callers)).toEqual(["f 8", " a 8 self 8"]);
  expect(lines(frames, callees)).toEqual(["f 8", " b 8", "  f 8", "   c 8 self 8"]);
});

describe("filters do what pprof's do", () => {
  const filter = (kind: "focus" | "ignore" | "hide" | "show_from", pattern: string) => view(simple, { filters: [{ kind, pattern }] }).down();
  test("focus keeps stacks with a match", () => {
    expect(filter("focus", "^parse$")).toEqual(["all 5", " main 5", "  load 5", "   parse 5", "    read 5 self 5"]);
  });
  test("every focus has to match", () => {
    const both = view(simple, { filters: [{ kind: "focus", pattern: "read" }, { kind: "focus", pattern: "parse" }] });
    expect(both.down()[0]).toBe("all 5");
  });
  test("ignore drops stacks with a match", () => {
    expect(filter("ignore", "load")).toEqual(["all 22", " main 20", "  draw 20 self 20", " idle 2 self 2"]);
  });
  test("hide takes the frame out, and its callees go to its caller", () => {
    expect(filter("hide", "load|idle")).toEqual([
      "all 36",
      " main 36 self 1",
      "  draw 20 self 20",
      "  read 10 self 10",
      "  parse 5",
      "   read 5 self 5",
    ]);
  });
  test("show_from drops what is outside of the first match, and stacks without one", () => {
    expect(filter("show_from", "load")).toEqual(["all 16", " load 16 self 1", "  read 10 self 10", "  parse 5", "   read 5 self 5"]);
  });
  test("a filter that is not an expression says so", () => {
    expect(() => filter("focus", "(")).toThrow(SyntaxError);
  });
  test("a filter made from a name matches that name alone", () => {
    for (const name of ["std::vector<int*>::operator()(int) const", "a.B$C.<init>", "x+y", "a/b", "[unknown]", "a-b"]) {
      const expression = new RegExp(exactly(name), "u");
      expect(expression.test(name)).toBe(true);
      expect(expression.test(`${name}x`)).toBe(false);
    }
  });
});

test("folded recursion shows a function once in a stack", () => {
  const recursive = [stack("main;walk;walk;walk;leaf", 3), stack("main;a;b;a;b;leaf", 4)];
  expect(view(recursive, { fold: true }).down()).toEqual([
    "all 7",
    " main 7",
    "  a 4",
    "   b 4",
    "    leaf 4 self 4",
    "  walk 3",
    "   leaf 3 self 3",
  ]);
});

test("a split by thread puts each thread's stacks under it, top-down and bottom-up", () => {
  const { frames, selected, down } = view(simple, { split: "thread" });
  expect(down().filter((line) => !line.startsWith("  "))).toEqual(["all 38", " t1 31", " t2 7"]);
  const up = lines(frames, bottomUp(frames, selected, true));
  expect(up).toContain(" t2 7");
  expect(up.slice(up.indexOf(" t2 7"))).toEqual([
    " t2 7",
    "  read 5",
    "   parse 5",
    "    load 5",
    "     main 5 self 5",
    "  idle 2 self 2",
  ]);
});

test("a split by package counts a stack for the innermost of the program's own packages", () => {
  const { down } = view(
    [
      stack("com.acme.a.Main.run;com.acme.b.Load.read;java.util.zip.Inflater.init;inflate", 5),
      stack("com.acme.a.Main.run;org.pool.Arena.get;malloc", 3),
      stack("org.pool.Arena.get;malloc", 2),
      stack("JavaThread::run", 1),
    ],
    { split: "package" },
  );
  expect(down().filter((line) => /^ \S/.test(line))).toEqual([" com.acme.b 5", " com.acme.a 3", " org.pool 2", " libjvm.so 1"]);
});

describe("hidden stacks", () => {
  test("from the root down", () => {
    expect(view(simple, { hidden: [["main", "load"]] }).down()).toEqual(["all 22", " main 20", "  draw 20 self 20", " idle 2 self 2"]);
  });
  test("from the innermost function up", () => {
    const hidden = [[UP, "read", "load"]];
    expect(view(simple, { hidden }).down()[0]).toBe("all 28");
  });
  test("anywhere in a stack", () => {
    expect(view(simple, { hidden: [[ANYWHERE, "load", "parse"]] }).down()[0]).toBe("all 33");
  });
  test("of another profile hide nothing", () => {
    expect(view(simple, { hidden: [["x"], [UP, "main", "load"], [ANYWHERE, "read", "load"]] }).down()[0]).toBe("all 38");
  });
  test("hold what the box held, in every direction", () => {
    const data = decode(pageJson(shop(300)));
    const frames = new Frames(data);
    const selected = select(frames, initialFlameState);
    const whole = topDown(frames, selected).total[0]!;
    const check = (tree: Tree, box: number, hidden: string[]) => {
      const rest = topDown(frames, select(frames, { ...initialFlameState, hidden: [hidden] }));
      expect(rest.total[0]).toBe(whole - tree.total[box]!);
    };
    const down = topDown(frames, selected);
    check(down, down.size >> 1, pathOf(frames, down, down.size >> 1));
    const up = bottomUp(frames, selected, false);
    check(up, up.size >> 2, [UP, ...pathOf(frames, up, up.size >> 2)]);
    const middle = "malloc";
    const [, callers] = sandwich(frames, selected, middle);
    check(callers, 5, [ANYWHERE, ...pathOf(frames, callers, 5).reverse(), middle]);
  });
});

describe("a comparison", () => {
  const compared = [
    stack("main;grew", 10, { base: 4 }),
    stack("main;shrank", 2, { base: 7 }),
    stack("main;new", 3, { base: 0 }),
    stack("main;gone", 0, { base: 5 }),
    stack("main;same", 6, { base: 6 }),
  ];
  test("is as wide as the larger of now and before", () => {
    const { frames, selected } = view(compared, { value: "change" });
    const tree = topDown(frames, selected);
    expect(tree.weight[0]).toBe(10 + 7 + 3 + 5 + 6);
    expect(tree.total[0]).toBe(21);
    expect(tree.before[0]).toBe(22);
    expect(tree.size).toBe(7);
  });
  test("shows what is there now", () => {
    const { frames, selected } = view(compared);
    expect(topDown(frames, selected).weight[0]).toBe(21);
  });
  test("shows only what grew", () => {
    const { frames, selected } = view(compared, { value: "grown" });
    const tree = topDown(frames, selected);
    expect(tree.weight[0]).toBe(6 + 3);
    expect(tree.size).toBe(4);
  });
});

test("values of a profile that is a difference are as wide as they are large", () => {
  const { frames, selected } = view([stack("a;b", -5), stack("a;c", 3)]);
  const tree = topDown(frames, selected);
  expect(tree.weight[0]).toBe(8);
  expect(tree.total[0]).toBe(-2);
});

test("a path leads back to its box, and a path that is gone to the last box on the way", () => {
  const frames = new Frames(decode(pageJson(shop(200))));
  const tree = topDown(frames, select(frames, initialFlameState));
  for (let box = 0; box < tree.size; box += 37) {
    expect(boxAt(frames, tree, pathOf(frames, tree, box))).toBe(box);
  }
  expect(boxAt(frames, tree, ["java.lang.Thread.run (Thread.java:1583)", "nothing"])).toBe(1);
});

test("every view of every selection holds the same, however many stacks", () => {
  const next = random(3);
  for (let round = 0; round < 30; round++) {
    const frames = new Frames(decode(pageJson(shop(150, { seed: round, base: round % 2 === 1 }))));
    const selection: Selection = {
      ...initialFlameState,
      fold: next() < 0.5,
      split: next() < 0.3 ? "thread" : next() < 0.5 ? "package" : "none",
      value: round % 2 === 0 ? "now" : next() < 0.5 ? "change" : "grown",
    };
    const selected = select(frames, selection);
    const whole = selected.weight.reduce((sum, value) => sum + value, 0);
    const down = topDown(frames, selected);
    const up = bottomUp(frames, selected, selection.split !== "none");
    for (const tree of [down, up]) {
      expect(tree.weight[0]).toBeCloseTo(whole, 3);
      let isSorted = true;
      for (let box = 0; box < tree.size; box++) {
        let inside = 0;
        for (let child = tree.first[box]!; child < tree.first[box + 1]!; child++) {
          inside += tree.weight[child]!;
          isSorted &&= tree.parent[child] === box && (child === tree.first[box]! || tree.weight[child]! <= tree.weight[child - 1]!);
        }
        isSorted &&= inside <= tree.weight[box]! + 1e-6;
      }
      expect(isSorted).toBe(true);
    }
  }
});

test("callers too small to see are left out until a zoom asks for them", () => {
  const frames = new Frames(decode(pageJson([stack("a;b;c", 1), stack("d;b;c", 2), stack("x;y", 1_000_000)])));
  const selected = select(frames, initialFlameState);
  const cut = bottomUp(frames, selected, false);
  expect(cut.isCut).toBe(true);
  expect(lines(frames, cut)).toContain(" c 3 self 3");
  const detailed = lines(frames, bottomUp(frames, selected, false, ["c"]));
  expect(detailed.slice(detailed.indexOf(" c 3"))).toEqual([" c 3", "  b 3", "   d 2 self 2", "   a 1 self 1"]);
});

test("the middle of a sandwich is the program's function that holds most", () => {
  const { frames, selected } = view([
    stack("com.acme.Main.run;com.acme.Load.read;malloc", 5),
    stack("com.acme.Main.run;com.acme.Draw.draw;java.util.List.add;malloc", 6),
    stack("com.acme.Main.run;com.acme.Load.read (Load.java:2);calloc", 4),
  ]);
  expect(topHolder(frames, selected)).toBe("com.acme.Load.read");
});

describe("search", () => {
  test("counts a stack once, however many of its frames match", () => {
    const { frames, selected } = view([stack("load;load;read", 3), stack("load;x", 2), stack("y", 5)]);
    expect(matched(frames, selected, frames.matching(/load|read/), null)).toEqual({ weight: 5, whole: 10 });
  });
  test("in a sandwich, of the stacks that call its function", () => {
    const { frames, selected } = view([stack("a;f;b", 3), stack("b", 2), stack("f;c", 5)]);
    expect(matched(frames, selected, frames.matching(/^[ab]$/), "f")).toEqual({ weight: 3, whole: 8 });
  });
  test("finds names and sources", () => {
    const { frames } = view([stack("a.B.c (Basket.java:1)", 1)]);
    expect([...frames.matching(searchExpression("basket"))]).toContain(1);
  });
  test("ignores case unless there is a capital", () => {
    expect(searchExpression("load").test("LOAD")).toBe(true);
    expect(searchExpression("Load").test("load")).toBe(false);
    expect(searchExpression("\\Dx").flags).toBe("i");
  });
  test("searches for the text where it is not an expression", () => {
    expect(searchExpression("f(").test("f(int)")).toBe(true);
  });
  test("goes to the next and the previous match, around the ends", () => {
    const boxes = [3, 8, 9];
    expect([neighbour(boxes, -1, 1), neighbour(boxes, 3, 1), neighbour(boxes, 5, 1), neighbour(boxes, 9, 1)]).toEqual([3, 8, 8, 3]);
    expect([neighbour(boxes, 3, -1), neighbour(boxes, 9, -1), neighbour(boxes, 5, -1)]).toEqual([9, 8, 3]);
    expect(neighbour([], 3, 1)).toBe(-1);
  });
  test("lists the boxes row by row", () => {
    const { frames, selected } = view(simple);
    const tree = topDown(frames, selected);
    const boxes = matches(tree, frames.matching(/read/));
    expect(boxes.map((box) => tree.depth[box])).toEqual([3, 4]);
  });
});

test("a million nodes become trees in seconds, not minutes", () => {
  const frames = new Frames(decode(large(1_000_000)));
  const selected = select(frames, { ...initialFlameState, fold: true });
  expect(topDown(frames, selected).size).toBeGreaterThan(100_000);
  expect(bottomUp(frames, selected, false).size).toBeGreaterThan(1000);
}, 60_000);
