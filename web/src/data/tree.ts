// Derives the trees that the page draws: from the outermost function down, from the innermost up, or around one function.

import { add, DROPPED, newSums, Trie, type Frames, type Stacks, type Sums } from "./stacks";

/** A tree to draw. Breadth first, the wider child first, so that the children of node i are first[i] … first[i + 1] - 1. */
export interface Tree {
  size: number;
  frame: Int32Array;
  parent: Int32Array;
  first: Int32Array;
  depth: Int32Array;
  /** What ends in the box itself now; the others are with all that it calls. */
  self: Float64Array;
  total: Float64Array;
  before: Float64Array;
  weight: Float64Array;
  /** Where the box begins, in units of weight. */
  x: Float64Array;
  /** Whether small boxes lack their callers. */
  isCut: boolean;
}

/** From the outermost function down. */
export function topDown(frames: Frames, stacks: Stacks): Tree {
  return arrange(stacks, frames.make("all"));
}

// A bottom-up tree of n stacks of depth d has up to n × d boxes. What is smaller than this share, too narrow to see, is not
// opened: its callers are not in the tree, and what they hold counts for the box itself.
const SMALLEST_OPENED = 2e-5;

/** Zoomed to a smaller share of a tree that is cut, a tree made for the zoom shows more. */
export const CUT_SHOWS = 0.05;

/**
 * From the innermost function up to its callers. Each thread or package of a split has its own tree. `zoom` is a path to a box
 * whose callers are wanted in detail.
 */
export function bottomUp(frames: Frames, stacks: Stacks, labelled: boolean, zoom: string[] = []): Tree {
  let size = 0;
  const entries = new Int32Array(stacks.parent.length);
  for (let node = 0; node < stacks.parent.length; node++) {
    if (stacks.weight[node]! > 0) {
      entries[size++] = node;
    }
  }
  const start = entries.slice(0, size);
  const up = outwards(frames, stacks, start, start, stacks, labelled ? outermost(stacks) : null, zoom);
  return arrange(up, frames.make("all"), up.isCut);
}

/** What a function calls and what calls it, whatever its line. A stack counts once: at the function's outermost call. */
export function sandwich(frames: Frames, stacks: Stacks, name: string, zoom: string[] = []): [callees: Tree, callers: Tree] {
  const { parent, frame } = stacks;
  const isFunction = frames.flags((i) => frames.name(i) === name);
  const root = frames.make(name, isFunction.indexOf(1));
  // Where a node is below the function: -1 for the function itself.
  const inside = new Int32Array(parent.length).fill(DROPPED);
  const entered: number[] = [];
  const trie = new Trie();
  for (let node = 0; node < parent.length; node++) {
    const up = parent[node]!;
    if (up >= 0 && inside[up]! > DROPPED) {
      inside[node] = trie.child(inside[up]!, frame[node]!);
    } else if (isFunction[frame[node]!]) {
      inside[node] = -1;
      entered.push(node);
    }
  }
  const below: Stacks = { ...trie.done(), ...newSums(trie.size) };
  for (let node = 0; node < parent.length; node++) {
    const target = inside[node]!;
    if (target > DROPPED) {
      add(below, target < 0 ? trie.size : target, stacks, node);
    }
  }
  const entries = Int32Array.from(entered);
  const callers = entries.map((node) => parent[node]!);
  const above = outwards(frames, stacks, entries, callers, totals(stacks), null, zoom);
  return [arrange(below, root), arrange(above, root, above.isCut)];
}

/**
 * The tree of callers. Entry i holds what `sums` say of node entries[i], and its callers begin at from[i].
 * Boxes under `zoom` are opened further than others.
 */
function outwards(
  frames: Frames,
  stacks: Stacks,
  entries: Int32Array,
  from: Int32Array,
  sums: Sums,
  labels: Int32Array | null,
  zoom: string[],
): Stacks & { isCut: boolean } {
  const { parent, frame } = stacks;
  const trie = new Trie();
  const held: number[] = [];
  // How many frames of the zoom a box is inside of; -1 beside it.
  const within: number[] = [];
  let zoomed = -1;
  const total = entries.reduce((sum, node) => sum + sums.weight[node]!, 0);
  const isOpened = (box: number) => {
    const depth = within[box]!;
    return (
      (depth >= 0 && depth < zoom.length) || held[box]! > SMALLEST_OPENED * (depth >= 0 && zoomed >= 0 ? held[zoomed]! : total)
    );
  };

  // Level by level, each entry moves to its next caller.
  const at = from.slice();
  const box = new Int32Array(entries.length).fill(-1);
  let isCut = false;
  for (let active = entries.map((_, i) => i); active.length > 0; ) {
    active = active.filter((i) => at[i]! >= 0);
    for (const i of active) {
      const node = at[i]!;
      const inner = box[i]!;
      const isLabel = labels !== null && inner < 0;
      const caller = isLabel ? labels[node]! : frame[node]!;
      const outer = trie.child(inner, caller);
      if (outer === held.length) {
        held.push(0);
        let depth = inner < 0 ? 0 : within[inner]!;
        if (depth >= 0 && depth < zoom.length) {
          depth = frames.key(caller) === zoom[depth] ? depth + 1 : -1;
          zoomed = depth === zoom.length ? outer : zoomed;
        }
        within.push(depth);
      }
      held[outer]! += sums.weight[entries[i]!]!;
      box[i] = outer;
      if (!isLabel) {
        const up = parent[node]!;
        // The outermost frame of a split is its label, which the first level shows.
        at[i] = labels && up >= 0 && parent[up]! < 0 ? -1 : up;
      }
    }
    active = active.filter((i) => {
      const goesOn = isOpened(box[i]!);
      isCut ||= !goesOn && at[i]! >= 0;
      return goesOn;
    });
  }
  const callers: Stacks = { ...trie.done(), ...newSums(trie.size) };
  entries.forEach((node, i) => add(callers, box[i]! < 0 ? trie.size : box[i]!, sums, node));
  return { ...callers, isCut };
}

/** Per node, the outermost frame of its stack. */
function outermost({ parent, frame }: Stacks): Int32Array {
  const first = frame.slice();
  for (let node = 0; node < parent.length; node++) {
    if (parent[node]! >= 0) {
      first[node] = first[parent[node]!]!;
    }
  }
  return first;
}

/** What each node holds with all that it calls. */
function totals(stacks: Stacks): Sums {
  const { parent } = stacks;
  const nodes = parent.length;
  const sums = { now: stacks.now.slice(), before: stacks.before.slice(), weight: stacks.weight.slice() };
  for (let node = nodes - 1; node >= 0; node--) {
    const up = parent[node]!;
    add(sums, up < 0 ? nodes : up, sums, node);
  }
  return sums;
}

/** Sorts a tree for drawing, under one root, without boxes of no width. */
function arrange(stacks: Stacks, rootFrame: number, isCut = false): Tree {
  const { parent } = stacks;
  const nodes = parent.length;
  const { now, before, weight } = totals(stacks);

  // The children of each node, those of the root last.
  const starts = new Int32Array(nodes + 2);
  let kept = 1;
  for (let node = 0; node < nodes; node++) {
    if (weight[node]! > 0) {
      const up = parent[node]!;
      starts[(up < 0 ? nodes : up) + 1]!++;
      kept++;
    }
  }
  for (let i = 1; i < starts.length; i++) {
    starts[i] = starts[i]! + starts[i - 1]!;
  }
  const children = new Int32Array(kept - 1);
  const filled = starts.slice();
  for (let node = 0; node < nodes; node++) {
    if (weight[node]! > 0) {
      const up = parent[node]!;
      children[filled[up < 0 ? nodes : up]!++] = node;
    }
  }
  for (let node = 0; node <= nodes; node++) {
    sortByWeight(children, starts[node]!, starts[node + 1]!, weight);
  }

  const tree: Tree = {
    size: kept,
    frame: new Int32Array(kept),
    parent: new Int32Array(kept),
    first: new Int32Array(kept + 1),
    depth: new Int32Array(kept),
    self: new Float64Array(kept),
    total: new Float64Array(kept),
    before: new Float64Array(kept),
    weight: new Float64Array(kept),
    x: new Float64Array(kept),
    isCut,
  };
  const origin = new Int32Array(kept);
  origin[0] = nodes;
  tree.frame[0] = rootFrame;
  tree.parent[0] = -1;
  let size = 1;
  for (let at = 0; at < size; at++) {
    const node = origin[at]!;
    tree.self[at] = stacks.now[node]!;
    tree.total[at] = now[node]!;
    tree.before[at] = before[node]!;
    tree.weight[at] = weight[node]!;
    tree.first[at] = size;
    let x = tree.x[at]!;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      const child = children[i]!;
      origin[size] = child;
      tree.parent[size] = at;
      tree.frame[size] = stacks.frame[child]!;
      tree.depth[size] = tree.depth[at]! + 1;
      tree.x[size] = x;
      x += weight[child]!;
      size++;
    }
  }
  tree.first[kept] = size;
  return tree;
}

/** Sorts a range, the widest first. Most nodes have few children: insertion beats a call of sort. */
function sortByWeight(nodes: Int32Array, begin: number, end: number, weight: Float64Array): void {
  if (end - begin > 16) {
    nodes.subarray(begin, end).sort((a, b) => weight[b]! - weight[a]! || a - b);
    return;
  }
  for (let i = begin + 1; i < end; i++) {
    const node = nodes[i]!;
    let to = i;
    while (to > begin && weight[nodes[to - 1]!]! < weight[node]!) {
      nodes[to] = nodes[to - 1]!;
      to--;
    }
    nodes[to] = node;
  }
}

/** The frames from the root, without it, to a box. */
export function pathOf(frames: Frames, tree: Tree, box: number): string[] {
  const path: string[] = [];
  for (let at = box; at > 0; at = tree.parent[at]!) {
    path.push(frames.key(tree.frame[at]!));
  }
  return path.reverse();
}

/** The box at the end of a path, or the last one that exists on the way. */
export function boxAt(frames: Frames, tree: Tree, path: string[]): number {
  let at = 0;
  for (const key of path) {
    let child = tree.first[at]!;
    const end = tree.first[at + 1]!;
    while (child < end && frames.key(tree.frame[child]!) !== key) {
      child++;
    }
    if (child === end) {
      break;
    }
    at = child;
  }
  return at;
}
