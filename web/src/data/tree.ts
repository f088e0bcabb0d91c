// Derives the trees that the page draws: filtered, split, folded, from the outermost function down, from the innermost up, or
// around one function. Typed arrays all the way: a profile may have a million nodes.

import type { PageData } from "./profile";

export interface Filter {
  kind: "focus" | "ignore" | "hide" | "show_from";
  pattern: string;
}

/** How wide a box is: by what is there now; by the larger of now and before; by what grew alone. */
export type ValueMode = "now" | "change" | "grown";

/** Stacks to leave out: from the root down; after UP from the innermost frame up; after ANYWHERE wherever the frames follow each other. */
export type HiddenPath = string[];
export const UP = "↑";
export const ANYWHERE = "*";

/** The frames of a profile, and those made up for the page: threads, packages. */
export class Frames {
  private readonly made: string[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(readonly data: PageData) {}

  get count(): number {
    return this.data.frameName.length + this.made.length;
  }

  /** The frame that stands for a thread, a package or a function of any line. */
  make(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.count;
      this.numbers.set(name, number);
      this.made.push(name);
    }
    return number;
  }

  isMade(frame: number): boolean {
    return frame >= this.data.frameName.length;
  }

  name(frame: number): string {
    const { data } = this;
    return this.isMade(frame) ? this.made[frame - data.frameName.length]! : data.strings[data.frameName[frame]!]!;
  }

  source(frame: number): string {
    return this.isMade(frame) ? "" : this.data.strings[this.data.frameSource[frame]!]!;
  }

  group(frame: number): string {
    return this.isMade(frame) ? "" : this.data.strings[this.data.frameGroup[frame]!]!;
  }

  /** Index into the profile's kinds, -1 for a frame made for the page. */
  kind(frame: number): number {
    return this.isMade(frame) ? -1 : this.data.frameKind[frame]!;
  }

  /** What a link or a copied stack calls the frame: its function and line. */
  key(frame: number): string {
    const source = this.source(frame);
    return source === "" ? this.name(frame) : `${this.name(frame)} (${source})`;
  }

  /** The same number for each line of a function. */
  functionOf(frame: number): number {
    return this.isMade(frame) ? this.data.strings.length + frame - this.data.frameName.length : this.data.frameName[frame]!;
  }

  /** 1 for each frame whose function or source the expression matches. */
  matching(expression: RegExp): Uint8Array {
    const { data } = this;
    const tested = new Uint8Array(data.strings.length);
    const test = (index: number) => {
      tested[index] ||= expression.test(data.strings[index]!) ? 2 : 1;
      return tested[index] === 2;
    };
    const flags = new Uint8Array(this.count);
    for (let frame = 0; frame < data.frameName.length; frame++) {
      flags[frame] = test(data.frameName[frame]!) || (data.frameSource[frame]! > 0 && test(data.frameSource[frame]!)) ? 1 : 0;
    }
    this.made.forEach((name, i) => (flags[data.frameName.length + i] = expression.test(name) ? 1 : 0));
    return flags;
  }
}

/** Stacks as a tree in which a caller has a smaller number than what it calls, and what ends in each node. */
export interface Stacks {
  parent: Int32Array;
  frame: Int32Array;
  now: Float64Array;
  before: Float64Array | null;
  /** What the width of a box adds up; never negative. */
  weight: Float64Array;
}

/** A tree to draw. Breadth first, the wider child first, so that the children of node i are first[i] … first[i + 1] - 1. */
export interface Tree {
  size: number;
  frame: Int32Array;
  parent: Int32Array;
  first: Int32Array;
  depth: Uint16Array;
  /** Where each depth begins; one more at the end. */
  levels: number[];
  self: Float64Array;
  total: Float64Array;
  selfBefore: Float64Array | null;
  totalBefore: Float64Array | null;
  weight: Float64Array;
  /** Where the box begins, in units of weight. */
  x: Float64Array;
}

/** A tree of stacks that grows, with each (parent, frame) once. */
class Trie {
  size = 0;
  parent = new Int32Array(1024);
  frame = new Int32Array(1024);
  private slots = new Int32Array(4096).fill(-1);

  child(parent: number, frame: number): number {
    let slot = this.slot(parent, frame);
    while (this.slots[slot] !== -1) {
      const node = this.slots[slot]!;
      if (this.parent[node] === parent && this.frame[node] === frame) {
        return node;
      }
      slot = (slot + 1) & (this.slots.length - 1);
    }
    if (this.size === this.parent.length) {
      this.grow();
      return this.child(parent, frame);
    }
    this.slots[slot] = this.size;
    this.parent[this.size] = parent;
    this.frame[this.size] = frame;
    return this.size++;
  }

  done(): { parent: Int32Array; frame: Int32Array } {
    return { parent: this.parent.slice(0, this.size), frame: this.frame.slice(0, this.size) };
  }

  private slot(parent: number, frame: number): number {
    let hash = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(frame + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    return hash & (this.slots.length - 1);
  }

  private grow(): void {
    const { parent, frame } = this;
    this.parent = new Int32Array(parent.length * 2);
    this.parent.set(parent);
    this.frame = new Int32Array(frame.length * 2);
    this.frame.set(frame);
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    for (let node = 0; node < this.size; node++) {
      let slot = this.slot(parent[node]!, frame[node]!);
      while (this.slots[slot] !== -1) {
        slot = (slot + 1) & (this.slots.length - 1);
      }
      this.slots[slot] = node;
    }
  }
}

/** Throws a SyntaxError when the pattern is not a regular expression. */
export function filterExpression(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

/** A pattern that matches exactly this function. */
export function exactly(name: string): string {
  return `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}

const DROPPED = -2;
const NOT_YET = -3;

interface Shape {
  parent: Int32Array;
  frame: Int32Array;
  /** Per node of the profile: its node here, or DROPPED; null where both are the same. */
  of: Int32Array | null;
}

/**
 * Applies filters and folding. A stack stays when every focus matches one of its frames and no ignore does; hide takes the
 * matching frames out of it; show_from those outside of the first match. Folding lets a function occur once in a stack: what
 * lies between two occurrences goes.
 */
function shape(frames: Frames, filters: Filter[], fold: boolean): Shape {
  const { data } = frames;
  if (filters.length === 0 && !fold) {
    return { parent: data.nodeParent, frame: data.nodeFrame, of: null };
  }
  const flags = (kind: Filter["kind"]) =>
    filters.filter((filter) => filter.kind === kind).map((filter) => frames.matching(filterExpression(filter.pattern)));
  const focus = flags("focus");
  const ignore = flags("ignore");
  const hide = flags("hide");
  const showFrom = flags("show_from");
  const allFocused = 2 ** focus.length - 1;

  const nodes = data.nodeFrame.length;
  const at = new Int32Array(nodes);
  const of = new Int32Array(nodes);
  const focused = new Int32Array(nodes);
  const trie = new Trie();
  const start = showFrom.length > 0 ? NOT_YET : -1;
  for (let node = 0; node < nodes; node++) {
    const frame = data.nodeFrame[node]!;
    const parent = data.nodeParent[node]!;
    let position = parent < 0 ? start : at[parent]!;
    let seen = parent < 0 ? 0 : focused[parent]!;
    focus.forEach((matches, i) => (seen |= matches[frame]! << i));
    focused[node] = seen;
    if (position !== DROPPED && ignore.some((matches) => matches[frame])) {
      position = DROPPED;
    }
    const hidden = hide.some((matches) => matches[frame]);
    if (position === NOT_YET && !hidden && showFrom.some((matches) => matches[frame])) {
      position = -1;
    }
    if (position >= -1 && !hidden) {
      const earlier = fold ? occurrence(frames, trie, position, frame) : -1;
      position = earlier >= 0 ? earlier : trie.child(position, frame);
    }
    at[node] = position;
    of[node] = position >= 0 && seen === allFocused ? position : DROPPED;
  }
  return { ...trie.done(), of };
}

/** The node from here outwards that runs the same function, or -1. */
function occurrence(frames: Frames, trie: Trie, node: number, frame: number): number {
  const wanted = frames.functionOf(frame);
  while (node >= 0 && frames.functionOf(trie.frame[node]!) !== wanted) {
    node = trie.parent[node]!;
  }
  return node;
}

export interface Selection {
  type: number;
  value: ValueMode;
  split: "none" | "thread" | "package";
  fold: boolean;
  filters: Filter[];
  hidden: HiddenPath[];
}

/** The stacks to show, as a tree from the outermost function down, with what ends in each node. */
export function select(frames: Frames, selection: Selection): Stacks {
  const { data } = frames;
  let { parent, frame, of } = shape(frames, selection.filters, selection.fold);
  const values = data.values[selection.type]!;
  const baseValues = data.baseValues?.[selection.type] ?? null;
  const samples = data.sampleNode.length;
  let ends = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    const node = data.sampleNode[i]!;
    ends[i] = of === null ? node : of[node]!;
  }
  if (selection.split !== "none") {
    ({ parent, frame, ends } = split(frames, selection.split, parent, frame, ends));
  }

  const now = new Float64Array(parent.length);
  const before = baseValues && new Float64Array(parent.length);
  for (let i = 0; i < samples; i++) {
    const node = ends[i]!;
    if (node >= 0) {
      now[node] = now[node]! + values[i]!;
      if (before) {
        before[node] = before[node]! + baseValues![i]!;
      }
    }
  }
  hide(frames, parent, frame, now, before, selection.hidden);

  const weight = new Float64Array(parent.length);
  for (let node = 0; node < parent.length; node++) {
    const here = now[node]!;
    const earlier = before ? before[node]! : 0;
    if (selection.value === "now") {
      weight[node] = Math.abs(here);
    } else if (selection.value === "change") {
      weight[node] = Math.max(Math.abs(here), Math.abs(earlier));
    } else if (here > earlier) {
      weight[node] = here - earlier;
    } else {
      now[node] = 0;
      if (before) {
        before[node] = 0;
      }
    }
  }
  return { parent, frame, now, before, weight };
}

/** Puts the stacks of each thread or package under a frame of its own. */
function split(frames: Frames, by: "thread" | "package", parent: Int32Array, frame: Int32Array, ends: Int32Array) {
  const { data } = frames;
  const trie = new Trie();
  const labels = by === "package" ? packages(frames, parent, frame) : null;
  const threads = data.sampleThread;
  const path: number[] = [];
  const next = new Int32Array(ends.length);
  let lastNode = -1;
  let lastLabel = -1;
  for (let i = 0; i < ends.length; i++) {
    let node = ends[i]!;
    if (node < 0) {
      next[i] = DROPPED;
      continue;
    }
    const label = labels ? labels[node]! : frames.make((threads && data.strings[threads[i]!]) || "(thread unknown)");
    if (node === lastNode && label === lastLabel) {
      next[i] = next[i - 1]!;
      continue;
    }
    lastNode = node;
    lastLabel = label;
    for (path.length = 0; node >= 0; node = parent[node]!) {
      path.push(frame[node]!);
    }
    let position = trie.child(-1, label);
    while (path.length > 0) {
      position = trie.child(position, path.pop()!);
    }
    next[i] = position;
  }
  return { ...trie.done(), ends: next };
}

/** Per node, the frame of the package it counts for: that of the innermost frame of the program's own code, else of the innermost Java frame, else library. */
function packages(frames: Frames, parent: Int32Array, frame: Int32Array): Int32Array {
  const rank = frames.data.kinds.map(({ id }) => (id === "own" ? 3 : id === "java" ? 2 : id === "jdk" ? 1 : 0));
  const best = new Int32Array(parent.length);
  const label = new Int32Array(parent.length);
  for (let node = 0; node < parent.length; node++) {
    const up = parent[node]!;
    best[node] = frame[node]!;
    if (up >= 0 && rank[frames.kind(best[up]!)]! > rank[frames.kind(best[node]!)]!) {
      best[node] = best[up]!;
    }
    label[node] = frames.make(frames.group(best[node]!) || "(package unknown)");
  }
  return label;
}

/** Sets what the hidden stacks hold to 0. */
function hide(
  frames: Frames,
  parent: Int32Array,
  frame: Int32Array,
  now: Float64Array,
  before: Float64Array | null,
  hidden: HiddenPath[],
): void {
  if (hidden.length === 0) {
    return;
  }
  const keys = new Map<string, Set<number>>();
  for (const key of hidden.flat()) {
    keys.set(key, new Set());
  }
  for (let i = 0; i < frames.count; i++) {
    keys.get(frames.key(i))?.add(i);
    keys.get(frames.name(i))?.add(i);
  }
  const is = (node: number, key: string) => node >= 0 && keys.get(key)!.has(frame[node]!);
  const gone = new Uint8Array(parent.length);
  for (let node = 0; node < parent.length; node++) {
    const up = parent[node]!;
    gone[node] = up >= 0 && gone[up] === 1 ? 1 : 0;
    let ends = false;
    for (const path of hidden) {
      if (path[0] === UP) {
        let at = node;
        let i = 1;
        while (i < path.length && is(at, path[i]!)) {
          at = parent[at]!;
          i++;
        }
        ends ||= i === path.length;
      } else {
        const anywhere = path[0] === ANYWHERE;
        const first = anywhere ? 1 : 0;
        let at = node;
        let i = path.length - 1;
        while (i >= first && is(at, path[i]!)) {
          at = parent[at]!;
          i--;
        }
        if (i < first && path.length > first && (anywhere || at < 0)) {
          gone[node] = 1;
        }
      }
    }
    if (ends || gone[node]) {
      now[node] = 0;
      if (before) {
        before[node] = 0;
      }
    }
  }
}

/** From the outermost function down. */
export function topDown(frames: Frames, stacks: Stacks): Tree {
  return arrange(stacks, frames.make("all"));
}

// A bottom-up tree of n stacks of depth d has up to n × d boxes. What is smaller than this share of the whole is not opened.
const SMALLEST_OPENED = 2e-6;

/** From the innermost function up to its callers. Each thread or package of a split has its own tree. */
export function bottomUp(frames: Frames, stacks: Stacks, labelled: boolean): Tree {
  const entries: number[] = [];
  for (let node = 0; node < stacks.weight.length; node++) {
    if (stacks.weight[node]! > 0) {
      entries.push(node);
    }
  }
  const start = Int32Array.from(entries);
  return arrange(
    outwards(stacks, start, start, stacks.now, stacks.before, stacks.weight, labelled, frames.count),
    frames.make("all"),
  );
}

export interface Sandwich {
  callers: Tree;
  callees: Tree;
}

/** What calls a function and what it calls, whatever its line. A stack counts once: at the function's outermost call. */
export function sandwich(frames: Frames, stacks: Stacks, name: string): Sandwich {
  const { parent, frame } = stacks;
  const isFunction = new Uint8Array(frames.count);
  for (let i = 0; i < frames.count; i++) {
    isFunction[i] = frames.name(i) === name ? 1 : 0;
  }
  const root = frames.make(name);
  const now = stacks.now.slice();
  const before = stacks.before?.slice() ?? null;
  const weight = stacks.weight.slice();
  addUp(parent, now, before, weight);

  const inside = new Int32Array(parent.length).fill(DROPPED);
  const outermost: number[] = [];
  const trie = new Trie();
  for (let node = 0; node < parent.length; node++) {
    const up = parent[node]!;
    if (up >= 0 && inside[up]! > DROPPED) {
      inside[node] = trie.child(inside[up]!, frame[node]!);
    } else if (isFunction[frame[node]!]) {
      inside[node] = -1;
      outermost.push(node);
    }
  }
  const shape = trie.done();
  const below: Stacks = {
    ...shape,
    now: new Float64Array(trie.size),
    before: before && new Float64Array(trie.size),
    weight: new Float64Array(trie.size),
  };
  let selfNow = 0;
  let selfBefore = 0;
  let selfWeight = 0;
  for (let node = 0; node < parent.length; node++) {
    const target = inside[node]!;
    if (target >= 0) {
      below.now[target] = below.now[target]! + stacks.now[node]!;
      below.weight[target] = below.weight[target]! + stacks.weight[node]!;
      if (below.before) {
        below.before[target] = below.before[target]! + stacks.before![node]!;
      }
    } else if (target === -1) {
      selfNow += stacks.now[node]!;
      selfWeight += stacks.weight[node]!;
      selfBefore += stacks.before ? stacks.before[node]! : 0;
    }
  }
  const entries = Int32Array.from(outermost);
  const above = outwards(stacks, entries, entries.map((node) => parent[node]!), now, before, weight, false, frames.count);
  const uncalled = { now: 0, before: 0, weight: 0 };
  for (const node of outermost) {
    if (parent[node]! < 0) {
      uncalled.now += now[node]!;
      uncalled.before += before ? before[node]! : 0;
      uncalled.weight += weight[node]!;
    }
  }
  return {
    callers: arrange(above, root, uncalled),
    callees: arrange(below, root, { now: selfNow, before: selfBefore, weight: selfWeight }),
  };
}

/**
 * The tree of callers. Entry i holds what `now`, `before` and `weight` say of node entries[i], and its callers begin at from[i].
 */
function outwards(
  stacks: Stacks,
  entries: Int32Array,
  from: Int32Array,
  now: Float64Array,
  before: Float64Array | null,
  weight: Float64Array,
  labelled: boolean,
  frameCount: number,
): Stacks {
  const { parent, frame } = stacks;
  // Groups of entries share their innermost frames. Each pass over a group moves its entries to their callers and sorts them
  // by the caller's frame: the groups of the next level.
  let order = entries.map((_, i) => i);
  let sorted = new Int32Array(order.length);
  const at = from.slice();
  const slots = new Int32Array(frameCount + 1).fill(-1);
  const out = { parent: [] as number[], frame: [] as number[], now: [] as number[], before: [] as number[], weight: [] as number[] };
  let total = 0;
  for (const node of entries) {
    total += weight[node]!;
  }
  const add = (group: number, groupFrame: number) => {
    out.parent.push(group);
    out.frame.push(groupFrame);
    out.now.push(0);
    out.before.push(0);
    out.weight.push(0);
    return out.frame.length - 1;
  };

  interface Level {
    begin: number[];
    group: number[];
  }
  let level: Level = { begin: [0, order.length], group: [-1] };
  const frameAt = (entry: number) => {
    const node = at[entry]!;
    return node < 0 ? -1 : frame[node]!;
  };
  let roots: Int32Array | null = null;
  if (labelled) {
    roots = new Int32Array(parent.length);
    for (let node = 0; node < parent.length; node++) {
      roots[node] = parent[node]! < 0 ? frame[node]! : roots[parent[node]!]!;
    }
  }

  for (let step = 0; level.group.length > 0; step++) {
    const next: Level = { begin: [], group: [] };
    for (let g = 0; g < level.group.length; g++) {
      const begin = level.begin[g]!;
      const end = level.begin[g + 1]!;
      const group = level.group[g]!;
      // How many entries each caller has.
      const counts: number[] = [];
      const callers: number[] = [];
      const keyOf = (entry: number) => (roots && step === 0 ? roots[at[entry]!]! : frameAt(entry));
      for (let i = begin; i < end; i++) {
        const key = keyOf(order[i]!);
        let slot = slots[key + 1]!;
        if (slot < 0) {
          slot = callers.length;
          slots[key + 1] = slot;
          callers.push(key);
          counts.push(0);
        }
        counts[slot]!++;
      }
      const starts: number[] = [];
      let position = begin;
      for (const count of counts) {
        starts.push(position);
        position += count;
      }
      const ends = starts.slice();
      for (let i = begin; i < end; i++) {
        const entry = order[i]!;
        sorted[ends[slots[keyOf(entry) + 1]!]!++] = entry;
      }
      for (const caller of callers) {
        slots[caller + 1] = -1;
      }
      for (let slot = 0; slot < callers.length; slot++) {
        const caller = callers[slot]!;
        let sumNow = 0;
        let sumBefore = 0;
        let sumWeight = 0;
        for (let i = starts[slot]!; i < ends[slot]!; i++) {
          const node = entries[sorted[i]!]!;
          sumNow += now[node]!;
          sumWeight += weight[node]!;
          if (before) {
            sumBefore += before[node]!;
          }
        }
        const isEnd = caller < 0;
        const target = isEnd ? group : add(group, caller);
        const opened = !isEnd && sumWeight > total * SMALLEST_OPENED;
        if (!opened && target >= 0) {
          out.now[target]! += sumNow;
          out.before[target]! += sumBefore;
          out.weight[target]! += sumWeight;
        }
        if (opened) {
          next.begin.push(starts[slot]!);
          next.group.push(target);
          next.begin.push(ends[slot]!);
        }
      }
    }
    // Move on: begin holds pairs; close the gaps.
    const closed: Level = { begin: [0], group: next.group };
    const packed = new Int32Array(order.length);
    let filled = 0;
    for (let g = 0; g < next.group.length; g++) {
      for (let i = next.begin[2 * g]!; i < next.begin[2 * g + 1]!; i++) {
        const entry = sorted[i]!;
        packed[filled++] = entry;
        if (!(roots && step === 0)) {
          const up = parent[at[entry]!]!;
          // In a split the outermost frame is the thread or package, which the first level already shows.
          at[entry] = roots && up >= 0 && parent[up]! < 0 ? -1 : up;
        }
      }
      closed.begin.push(filled);
    }
    order = packed.subarray(0, filled);
    sorted = new Int32Array(filled);
    level = closed;
  }
  return {
    parent: Int32Array.from(out.parent),
    frame: Int32Array.from(out.frame),
    now: Float64Array.from(out.now),
    before: before && Float64Array.from(out.before),
    weight: Float64Array.from(out.weight),
  };
}

/** Turns self values into totals. */
function addUp(parent: Int32Array, now: Float64Array, before: Float64Array | null, weight: Float64Array): void {
  for (let node = parent.length - 1; node >= 0; node--) {
    const up = parent[node]!;
    if (up >= 0) {
      now[up] = now[up]! + now[node]!;
      weight[up] = weight[up]! + weight[node]!;
      if (before) {
        before[up] = before[up]! + before[node]!;
      }
    }
  }
}

/** Sorts a tree for drawing, under one root, without boxes of no width. */
function arrange(stacks: Stacks, rootFrame: number, rootSelf = { now: 0, before: 0, weight: 0 }): Tree {
  const { parent } = stacks;
  const nodes = parent.length;
  const now = stacks.now.slice();
  const before = stacks.before?.slice() ?? null;
  const weight = stacks.weight.slice();
  addUp(parent, now, before, weight);

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
  const wider = (a: number, b: number) => weight[b]! - weight[a]! || a - b;
  for (let node = 0; node <= nodes; node++) {
    if (starts[node + 1]! - starts[node]! > 1) {
      children.subarray(starts[node]!, starts[node + 1]!).sort(wider);
    }
  }

  const tree: Tree = {
    size: kept,
    frame: new Int32Array(kept),
    parent: new Int32Array(kept),
    first: new Int32Array(kept + 1),
    depth: new Uint16Array(kept),
    levels: [0],
    self: new Float64Array(kept),
    total: new Float64Array(kept),
    selfBefore: before && new Float64Array(kept),
    totalBefore: before && new Float64Array(kept),
    weight: new Float64Array(kept),
    x: new Float64Array(kept),
  };
  const origin = new Int32Array(kept);
  origin[0] = nodes;
  tree.frame[0] = rootFrame;
  tree.parent[0] = -1;
  tree.self[0] = rootSelf.now;
  tree.total[0] = rootSelf.now;
  tree.weight[0] = rootSelf.weight;
  if (before) {
    tree.selfBefore![0] = rootSelf.before;
    tree.totalBefore![0] = rootSelf.before;
  }
  let size = 1;
  for (let at = 0; at < size; at++) {
    const node = origin[at]!;
    if (tree.depth[at]! === tree.levels.length) {
      tree.levels.push(at);
    }
    tree.first[at] = size;
    let x = tree.x[at]!;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      const child = children[i]!;
      origin[size] = child;
      tree.parent[size] = at;
      tree.frame[size] = stacks.frame[child]!;
      tree.depth[size] = tree.depth[at]! + 1;
      tree.self[size] = stacks.now[child]!;
      tree.total[size] = now[child]!;
      tree.weight[size] = weight[child]!;
      if (before) {
        tree.selfBefore![size] = stacks.before![child]!;
        tree.totalBefore![size] = before[child]!;
      }
      tree.x[size] = x;
      x += weight[child]!;
      if (at === 0) {
        tree.total[0] = tree.total[0]! + now[child]!;
        tree.weight[0] = tree.weight[0]! + weight[child]!;
        if (before) {
          tree.totalBefore![0] = tree.totalBefore![0]! + before[child]!;
        }
      }
      size++;
    }
  }
  tree.first[kept] = size;
  tree.levels.push(size);
  return tree;
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
