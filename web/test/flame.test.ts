import { expect, test } from "vitest";
import { decode } from "../src/data/profile";
import { Frames, UP, select } from "../src/data/stacks";
import { bottomUp, pathOf, sandwich, topDown } from "../src/data/tree";
import type { Palette } from "../src/flame/colours";
import { filler } from "../src/flame/colours";
import { LINE, draw } from "../src/flame/draw";
import type { Look } from "../src/flame/draw";
import { NARROWEST, beside, find, hit, lay, lineOf, lineOfHit } from "../src/flame/layout";
import { initialFlameState } from "../src/flame/state";
import { large, pageJson, shop } from "./profiles";

const data = decode(pageJson(shop(800)));
const frames = new Frames(data);
const stacks = select(frames, initialFlameState);
const down = topDown(frames, stacks);
const callersAndCallees = sandwich(frames, stacks, "malloc");

test("a box lies inside of its caller, and no two boxes of a line overlap", () => {
  for (const trees of [[down], [bottomUp(frames, stacks, false)], callersAndCallees]) {
    for (const inverted of [false, true]) {
      const scene = lay(frames, trees, [], inverted, 1000);
      for (const part of scene.parts) {
        for (let row = 0; row < part.rows.length - 1; row++) {
          let right = 0;
          for (let i = part.rows[row]!; i < part.rows[row + 1]!; i++) {
            expect(part.x[i]!).toBeGreaterThanOrEqual(right - 1e-6);
            expect(part.w[i]!).toBeGreaterThanOrEqual(NARROWEST);
            right = part.x[i]! + part.w[i]!;
            expect(right).toBeLessThanOrEqual(1000 + 1e-6);
            const caller = row === part.from ? null : find(scene, { tree: part.tree, box: part.tree.parent[part.box[i]!]! });
            if (caller) {
              expect(part.x[i]!).toBeGreaterThanOrEqual(part.x[caller.index]! - 1e-6);
              expect(right).toBeLessThanOrEqual(part.x[caller.index]! + part.w[caller.index]! + 1e-6);
            }
          }
        }
      }
    }
  }
});

test("a point finds the box that is drawn there", () => {
  const scene = lay(frames, callersAndCallees, [], false, 1280);
  for (const part of scene.parts) {
    for (let row = part.from; row < part.rows.length - 1; row++) {
      for (let i = part.rows[row]!; i < part.rows[row + 1]!; i += 7) {
        const found = hit(scene, part.x[i]! + part.w[i]! / 2, lineOf(part, row));
        expect([found?.part, found?.box]).toEqual([part, part.box[i]]);
      }
    }
  }
  expect(hit(scene, 5, scene.lines)).toBeNull();
  expect(hit(scene, -1, 0)).toBeNull();
});

test("a zoomed box fills the width, and so do its callers", () => {
  const box = down.first[down.first[1]!]! + 2;
  const scene = lay(frames, [down], pathOf(frames, down, box), false, 640);
  for (let at = box; at >= 0; at = down.parent[at]!) {
    const found = find(scene, { tree: down, box: at })!;
    expect([found.part.x[found.index], found.part.w[found.index]]).toEqual([0, 640]);
  }
  expect(find(scene, { tree: down, box: down.size - 1 })).toBeNull();
});

test("a flame grows from the bottom of the picture", () => {
  const scene = lay(frames, [down], [], true, 640, 100);
  expect(scene.lines).toBe(100);
  expect(lineOf(scene.parts[0]!, 0)).toBe(99);
});

test("callers are above a function and what it calls below it; upside down the other way round", () => {
  const scene = lay(frames, callersAndCallees, [], false, 640);
  const [callees, callers] = scene.parts as [(typeof scene.parts)[0], (typeof scene.parts)[0]];
  expect(lineOf(callees, 0)).toBe(lineOf(callers, 1) + 1);
  const turned = lay(frames, callersAndCallees, [], true, 640);
  expect(lineOf(turned.parts[0]!, 0)).toBe(lineOf(turned.parts[1]!, 1) - 1);
});

test("a caller in a sandwich can be zoomed to", () => {
  const callers = callersAndCallees[1];
  const box = callers.first[1]!;
  const scene = lay(frames, callersAndCallees, [UP, ...pathOf(frames, callers, box)], false, 640);
  const found = find(scene, { tree: callers, box })!;
  expect(found.part.w[found.index]).toBe(640);
});

test("the arrow keys reach every box that is drawn", () => {
  for (const [trees, inverted] of [[[down], false], [[down], true], [callersAndCallees, false], [callersAndCallees, true]] as const) {
    const scene = lay(frames, trees, [], inverted, 300);
    const start = find(scene, { tree: trees[0]!, box: 0 })!;
    const seen = new Set([`${scene.parts.indexOf(start.part)} ${start.box}`]);
    const waiting = [start];
    while (waiting.length > 0) {
      const at = waiting.pop()!;
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
        const next = beside(scene, at, key);
        const name = next && `${scene.parts.indexOf(next.part)} ${next.box}`;
        if (next && name && !seen.has(name)) {
          seen.add(name);
          waiting.push(next);
        }
        if (next && (key === "ArrowUp" || key === "ArrowDown")) {
          const moved = lineOfHit(next) - lineOfHit(at);
          expect(moved).toBe(key === "ArrowUp" ? -1 : 1);
        }
      }
    }
    const drawn = scene.parts.reduce((sum, part) => sum + part.rows.at(-1)! - part.rows[part.from]!, 0);
    expect(seen.size).toBe(drawn);
  }
});

/** Records the rectangles and texts that are drawn. */
function recorder() {
  const rectangles: { x: number; y: number; w: number; h: number; fill: string }[] = [];
  const texts: { text: string; x: number; y: number }[] = [];
  const ctx = {
    fillStyle: "",
    font: "",
    textBaseline: "",
    setTransform() {},
    measureText: (text: string) => ({ width: 7 * text.length }),
    fillRect(x: number, y: number, w: number, h: number) {
      rectangles.push({ x, y, w, h, fill: ctx.fillStyle });
    },
    fillText(text: string, x: number, y: number) {
      texts.push({ text, x, y });
    },
  };
  return { ctx: ctx as unknown as CanvasRenderingContext2D, rectangles, texts };
}

const fills = ["own", "java", "jdk", "jvm", "native", "allocator", "unknown", "root"];
const colours: Palette = {
  fills,
  faint: fills.map((fill) => `faint ${fill}`),
  hatches: [],
  match: "match",
  text: "ink",
  matchText: "match ink",
  surface: "surface",
  rest: "rest",
};
const look: Look = {
  palette: colours,
  fill: filler(frames, "kind"),
  label: (frame) => frames.name(frame),
  matches: null,
  patterns: false,
};

test("each box in the window is drawn once, in the colour of its kind, on whole pixels of the device", () => {
  for (const ratio of [1, 1.5, 2]) {
    const scene = lay(frames, [down], [], false, 900);
    const { ctx, rectangles } = recorder();
    draw(ctx, scene, look, { top: 3 * LINE, height: 4 * LINE, ratio });
    const [part] = scene.parts;
    const boxes = rectangles.filter(({ fill }) => fills.includes(fill));
    expect(boxes.length).toBe(part!.rows[7]! - part!.rows[3]!);
    for (const { x, y, w, h } of boxes) {
      expect([x, y, w, h].every(Number.isInteger)).toBe(true);
      expect(w).toBeGreaterThanOrEqual(1);
    }
    const first = part!.box[part!.rows[3]!]!;
    expect(boxes.find(({ x, y }) => x === 0 && y === 0)!.fill).toBe(fills[look.fill(down, first)]);
  }
});

test("a label fits in its box", () => {
  const scene = lay(frames, [down], [], false, 900);
  const { ctx, texts } = recorder();
  draw(ctx, scene, look, { top: 0, height: 40 * LINE, ratio: 1 });
  expect(texts.length).toBeGreaterThan(10);
  for (const { text, x, y } of texts) {
    const at = hit(scene, x, Math.floor(y / LINE))!;
    expect(7 * text.length).toBeLessThanOrEqual(at.part.w[at.index]!);
  }
});

test("what a search finds stands out, the rest is fainter", () => {
  const scene = lay(frames, [down], [], false, 900);
  const { ctx, rectangles } = recorder();
  const matches = frames.matching(/malloc/);
  draw(ctx, scene, { ...look, matches }, { top: 0, height: 40 * LINE, ratio: 1 });
  const [part] = scene.parts;
  let expected = 0;
  for (let i = 0; i < part!.rows.at(-1)!; i++) {
    expected += matches[down.frame[part!.box[i]!]!]!;
  }
  expect(rectangles.filter(({ fill }) => fill === "match").length).toBe(expected);
  expect(rectangles.some(({ fill }) => fills.includes(fill))).toBe(false);
});

test("boxes too narrow to see are drawn as one", () => {
  const many = new Frames(decode(large(20_000)));
  const tree = topDown(many, select(many, initialFlameState));
  const scene = lay(many, [tree], [], false, 300);
  const { ctx, rectangles } = recorder();
  draw(ctx, scene, { ...look, fill: filler(many, "kind"), label: () => "" }, { top: 0, height: 60 * LINE, ratio: 1 });
  expect(rectangles.length).toBeLessThan(2 * 300 * 60);
  expect(rectangles.some(({ fill }) => fill === "rest")).toBe(true);
});
