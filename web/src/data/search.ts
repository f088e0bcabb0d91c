// Search by regular expression.

import type { Frames, Stacks } from "./stacks";
import type { Tree } from "./tree";

/** Ignores case unless the text has a capital; a text that is not a regular expression is searched as it is. */
export function searchExpression(text: string): RegExp {
  const flags = /\p{Lu}/u.test(text.replace(/\\./g, "")) ? "" : "i";
  try {
    return new RegExp(text, flags);
  } catch {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), flags);
  }
}

export interface Matched {
  weight: number;
  whole: number;
}

/** How much of the stacks has a matching frame; a stack counts once. With `through`, of the stacks that call this function. */
export function matched(frames: Frames, stacks: Stacks, flags: Uint8Array, through: string | null): Matched {
  const { parent, frame, weight } = stacks;
  const nodes = parent.length;
  const required = frames.flags((i) => through === null || frames.name(i) === through);
  // Bit 0: a frame matches; bit 1: the function is called.
  const seen = new Uint8Array(nodes);
  const result = { weight: 0, whole: 0 };
  for (let node = 0; node < nodes; node++) {
    const up = parent[node]!;
    const bits = (up < 0 ? 0 : seen[up]!) | flags[frame[node]!]! | (required[frame[node]!]! << 1);
    seen[node] = bits;
    if (bits & 2) {
      result.whole += weight[node]!;
      if (bits & 1) {
        result.weight += weight[node]!;
      }
    }
  }
  return result;
}

/** The matching boxes, row by row, from left to right. */
export function matches(tree: Tree, flags: Uint8Array): number[] {
  const boxes: number[] = [];
  for (let box = 1; box < tree.size; box++) {
    if (flags[tree.frame[box]!]) {
      boxes.push(box);
    }
  }
  return boxes;
}

/** The match after, or before, a box; wraps around. -1 without a match. */
export function neighbour(boxes: readonly number[], from: number, step: 1 | -1): number {
  const after = boxes.findIndex((box) => (step > 0 ? box > from : box >= from));
  return boxes.at(step > 0 ? Math.max(0, after) : Math.max(after, 0) - 1) ?? -1;
}
