// Which boxes can be seen, and where: lines of boxes that are wider than half a pixel.

import { UP, type Frames } from "../data/stacks";
import { boxAt, type Tree } from "../data/tree";

/** Narrower boxes are not drawn; neighbours of them are drawn as one. */
export const NARROWEST = 0.5;

/** One tree on the canvas. Box i of its `box` list is at x[i], w[i] wide; those of row r are rows[r] … rows[r + 1] - 1. */
export interface Part {
  tree: Tree;
  zoom: number;
  box: number[];
  x: number[];
  w: number[];
  rows: number[];
  /** Line of row 0, and whether later rows are below (1) or above (-1). */
  origin: number;
  direction: 1 | -1;
  /** The first row to draw: 1 where another part draws the root. */
  from: number;
  /** Where boxes too narrow to draw are: triples of row, x and width. */
  rest: number[];
}

export interface Scene {
  parts: Part[];
  lines: number;
  width: number;
}

export interface Box {
  tree: Tree;
  box: number;
}

/** A box and where it is drawn. */
export interface Hit extends Box {
  part: Part;
  index: number;
}

/** The boxes of a tree that are wide enough to see when `zoom` fills the width; its callers are as wide as it is. */
function layPart(tree: Tree, zoom: number, width: number): Part {
  const path: number[] = [];
  for (let at = zoom; at >= 0; at = tree.parent[at]!) {
    path.unshift(at);
  }
  const box = path.slice();
  const x = path.map(() => 0);
  const w = path.map(() => width);
  const rows = path.map((_, i) => i);
  const rest: number[] = [];
  const scale = width / (tree.weight[zoom]! || 1);
  const left = tree.x[zoom]!;
  for (let begin = box.length - 1; begin < box.length; ) {
    const end = box.length;
    for (let i = begin; i < end; i++) {
      const last = tree.first[box[i]! + 1]!;
      for (let child = tree.first[box[i]!]!; child < last; child++) {
        const from = (tree.x[child]! - left) * scale;
        const wide = tree.weight[child]! * scale;
        if (wide < NARROWEST) {
          const all = (tree.x[last - 1]! + tree.weight[last - 1]! - left) * scale - from;
          if (all >= NARROWEST) {
            rest.push(rows.length, from, all);
          }
          break;
        }
        box.push(child);
        x.push(from);
        w.push(wide);
      }
    }
    rows.push(end);
    begin = end;
  }
  return { tree, zoom, box, x, w, rows, origin: 0, direction: 1, from: 0, rest };
}

/**
 * Lays out one tree, or what a function calls and above it what calls it. `inverted` turns it upside down: a single tree then
 * grows from the last of at least `minimum` lines.
 */
export function lay(frames: Frames, trees: readonly Tree[], root: string[], inverted: boolean, width: number, minimum = 0): Scene {
  const parts = trees.map((tree, i) => layPart(tree, zoomOf(frames, tree, i, root), width));
  const [below, above] = parts as [Part, Part | undefined];
  let lines = lineCount(below);
  below.direction = inverted ? -1 : 1;
  if (above) {
    const aboveLines = Math.max(0, lineCount(above) - 1);
    above.from = 1;
    above.direction = inverted ? 1 : -1;
    above.origin = below.origin = inverted ? lines - 1 : aboveLines;
    lines += aboveLines;
  } else if (inverted) {
    lines = Math.max(lines, minimum);
    below.origin = lines - 1;
  }
  return { parts, lines, width };
}

/** The zoomed box of a tree: the path to one of the callers, the second tree, begins with UP. */
export function zoomOf(frames: Frames, tree: Tree, number: number, root: string[]): number {
  const isCaller = number > 0;
  const isZoomed = (root[0] === UP) === isCaller;
  return isZoomed ? boxAt(frames, tree, root.slice(isCaller ? 1 : 0)) : 0;
}

function lineCount(part: Part): number {
  const deepestRest = part.rest.length > 0 ? part.rest[part.rest.length - 3]! + 1 : 0;
  return Math.max(part.rows.length - 1, deepestRest);
}

export function lineOf(part: Part, row: number): number {
  return part.origin + part.direction * row;
}

/** The row of a part on a line, or -1. */
export function rowOn(part: Part, line: number): number {
  const row = (line - part.origin) * part.direction;
  return row >= part.from && row < part.rows.length - 1 ? row : -1;
}

/** The box at a place. */
export function hit(scene: Scene, x: number, line: number): Hit | null {
  for (const part of scene.parts) {
    const row = rowOn(part, line);
    if (row >= 0) {
      const index = lastUpTo(part, row, part.x, x);
      if (index >= 0 && x < part.x[index]! + part.w[index]!) {
        return hitOf(part, index);
      }
    }
  }
  return null;
}

/** The last box of a row whose value in an ascending list is at most `most`, or -1. */
function lastUpTo(part: Part, row: number, values: number[], most: number): number {
  let low = part.rows[row]!;
  let high = part.rows[row + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= most) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > part.rows[row]! ? low - 1 : -1;
}

function hitOf(part: Part, index: number): Hit {
  return { part, index, tree: part.tree, box: part.box[index]! };
}

/** Where a box is drawn, or null. */
export function find(scene: Scene, { tree, box }: Box): Hit | null {
  const part = scene.parts.find((one) => one.tree === tree);
  const row = tree.depth[box]!;
  if (!part || row < part.from || row > part.rows.length - 2) {
    return null;
  }
  // Breadth-first numbers ascend along a row.
  const index = lastUpTo(part, row, part.box, box);
  return part.box[index] === box ? hitOf(part, index) : null;
}

export function lineOfHit(at: Hit): number {
  return lineOf(at.part, at.tree.depth[at.box]!);
}

/** The box next to another: on the line above or below the one that is under its middle, left or right the neighbour. */
export function beside(scene: Scene, at: Hit, key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"): Hit | null {
  const { part, index, tree, box } = at;
  const row = tree.depth[box]!;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = index + (key === "ArrowLeft" ? -1 : 1);
    return next >= part.rows[row]! && next < part.rows[row + 1]! ? hitOf(part, next) : null;
  }
  const line = lineOf(part, row) + (key === "ArrowUp" ? -1 : 1);
  const outwards = (key === "ArrowUp") === (part.direction === 1);
  if (outwards && row > part.from) {
    return find(scene, { tree, box: tree.parent[box]! });
  }
  if (outwards) {
    // From the callers' first row to the function itself, or from it to the callers.
    return hit(scene, part.x[index]! + Math.min(1, part.w[index]! / 2), line);
  }
  // On the way to the zoomed box only the next caller is drawn.
  for (let inner = part.zoom; inner > 0; inner = tree.parent[inner]!) {
    if (tree.parent[inner] === box) {
      return find(scene, { tree, box: inner });
    }
  }
  const child = tree.first[box]!;
  return child < tree.first[box + 1]! ? find(scene, { tree, box: child }) : null;
}
