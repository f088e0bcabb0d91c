// Which boxes can be seen, and where: lines of boxes that are wider than half a pixel.

import { UP } from "../data/tree";
import type { Frames, Sandwich, Tree } from "../data/tree";
import { boxAt } from "../data/tree";

/** Narrower boxes are not drawn; neighbours of them are drawn as one. */
export const NARROWEST = 0.5;

/** One tree on the canvas. Box i of its `box` list is at x[i], w[i] wide; those of row r are rows[r] … rows[r + 1] - 1. */
export interface Part {
  tree: Tree;
  zoom: number;
  box: Int32Array;
  x: Float64Array;
  w: Float64Array;
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

export interface Hit {
  part: Part;
  index: number;
  box: number;
}

/** The boxes of a tree that are wide enough to see when `zoom` fills the width; its callers are as wide as it is. */
function layPart(tree: Tree, zoom: number, width: number): Part {
  const path: number[] = [];
  for (let at = zoom; at >= 0; at = tree.parent[at]!) {
    path.push(at);
  }
  path.reverse();
  let capacity = 1024;
  let box = new Int32Array(capacity);
  let x = new Float64Array(capacity);
  let w = new Float64Array(capacity);
  const rows: number[] = [];
  const rest: number[] = [];
  let size = 0;
  for (const at of path) {
    if (size === capacity) {
      capacity *= 2;
      [box, x, w] = grown(box, x, w);
    }
    rows.push(size);
    box[size] = at;
    x[size] = 0;
    w[size] = width;
    size++;
  }
  const scale = width / (tree.weight[zoom]! || 1);
  const left = tree.x[zoom]!;
  for (let begin = size - 1; begin < size; ) {
    const end = size;
    const row = rows.length;
    for (let i = begin; i < end; i++) {
      const parent = box[i]!;
      const last = tree.first[parent + 1]!;
      let child = tree.first[parent]!;
      for (; child < last; child++) {
        const wide = tree.weight[child]! * scale;
        if (wide < NARROWEST) {
          break;
        }
        if (size === capacity) {
          capacity *= 2;
          [box, x, w] = grown(box, x, w);
        }
        box[size] = child;
        x[size] = (tree.x[child]! - left) * scale;
        w[size] = wide;
        size++;
      }
      if (child < last) {
        const begin = tree.x[child]!;
        const wide = (tree.x[last - 1]! + tree.weight[last - 1]! - begin) * scale;
        if (wide >= NARROWEST) {
          rest.push(row, (begin - left) * scale, wide);
        }
      }
    }
    if (size > end) {
      rows.push(end);
    }
    begin = end;
  }
  rows.push(size);
  return { tree, zoom, box, x, w, rows, origin: 0, direction: 1, from: 0, rest };
}

function grown(
  box: Int32Array<ArrayBuffer>,
  x: Float64Array<ArrayBuffer>,
  w: Float64Array<ArrayBuffer>,
): [Int32Array<ArrayBuffer>, Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>] {
  const larger = [new Int32Array(box.length * 2), new Float64Array(x.length * 2), new Float64Array(w.length * 2)] as const;
  larger[0].set(box);
  larger[1].set(x);
  larger[2].set(w);
  return [...larger];
}

/**
 * Lays out one tree, or callers above what a function calls. `inverted` turns it upside down: a single tree then grows from the
 * last of at least `minimum` lines.
 */
export function lay(
  frames: Frames,
  trees: Tree | Sandwich,
  root: string[],
  inverted: boolean,
  width: number,
  minimum = 0,
): Scene {
  if (!("callers" in trees)) {
    const zoom = boxAt(frames, trees, root);
    const part = layPart(trees, zoom, width);
    const lines = inverted ? Math.max(lineCount(part), minimum) : lineCount(part);
    part.origin = inverted ? lines - 1 : 0;
    part.direction = inverted ? -1 : 1;
    return { parts: [part], lines, width };
  }
  const inCallers = root[0] === UP;
  const { callers, callees } = trees;
  const callerZoom = inCallers ? boxAt(frames, callers, root.slice(1)) : 0;
  const calleeZoom = inCallers ? 0 : boxAt(frames, callees, root);
  const above = layPart(callers, callerZoom, width);
  const below = layPart(callees, calleeZoom, width);
  above.from = 1;
  const aboveLines = Math.max(0, lineCount(above) - 1);
  const belowLines = lineCount(below);
  above.origin = below.origin = inverted ? belowLines - 1 : aboveLines;
  above.direction = inverted ? 1 : -1;
  below.direction = inverted ? -1 : 1;
  return { parts: [above, below], lines: aboveLines + belowLines, width };
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
      const index = lastBefore(part, row, x);
      if (index >= 0 && x < part.x[index]! + part.w[index]!) {
        return { part, index, box: part.box[index]! };
      }
    }
  }
  return null;
}

/** The last box of a row that begins at or before x, or -1. */
function lastBefore(part: Part, row: number, x: number): number {
  let low = part.rows[row]!;
  let high = part.rows[row + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (part.x[middle]! <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > part.rows[row]! ? low - 1 : -1;
}

/** Where a box is drawn, or null. */
export function find(scene: Scene, tree: Tree, box: number): Hit | null {
  for (const part of scene.parts) {
    if (part.tree === tree) {
      const row = tree.depth[box]!;
      let low = part.rows[row];
      let high = part.rows[row + 1];
      if (low === undefined || high === undefined || row < part.from) {
        return null;
      }
      // Breadth-first numbers ascend along a row.
      while (low < high) {
        const middle: number = (low + high) >> 1;
        if (part.box[middle]! < box) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return part.box[low] === box && low < part.rows[row + 1]! ? { part, index: low, box } : null;
    }
  }
  return null;
}

/** The row of a box in its part. */
export function rowOf(at: Hit): number {
  return at.part.tree.depth[at.box]!;
}

/** The box next to another: on the line above or below the one that is under its middle, left or right the neighbour. */
export function beside(scene: Scene, at: Hit, key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"): Hit | null {
  const { part, index } = at;
  const row = rowOf(at);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = index + (key === "ArrowLeft" ? -1 : 1);
    return next >= part.rows[row]! && next < part.rows[row + 1]! ? { part, index: next, box: part.box[next]! } : null;
  }
  const line = lineOf(part, row) + (key === "ArrowUp" ? -1 : 1);
  const outwards = (key === "ArrowUp") === (part.direction === 1);
  const parent = part.tree.parent[at.box]!;
  if (outwards && parent >= 0 && row > part.from) {
    return find(scene, part.tree, parent);
  }
  if (outwards) {
    // From the callers' first row to the function itself, or from it to the callers.
    return hit(scene, part.x[index]! + Math.min(1, part.w[index]! / 2), line);
  }
  const child = part.tree.first[at.box]!;
  return child < part.tree.first[at.box + 1]! ? find(scene, part.tree, zoomChild(part, at.box) ?? child) : null;
}

// On the way to the zoomed box only the next caller is drawn.
function zoomChild(part: Part, box: number): number | null {
  for (let at = part.zoom; at > 0; at = part.tree.parent[at]!) {
    if (part.tree.parent[at] === box) {
      return at;
    }
  }
  return null;
}
