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
  private readonly made: { name: string; like: number }[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(readonly data: PageData) {}

  get count(): number {
    return this.data.frameName.length + this.made.length;
  }

  /** The frame that stands for a thread or a package, or for all lines of the function of the frame `like`. */
  make(name: string, like = -1): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.count;
      this.numbers.set(name, number);
      this.made.push({ name, like });
    }
    return number;
  }

  isMade(frame: number): boolean {
    return frame >= this.data.frameName.length;
  }

  name(frame: number): string {
    const { data } = this;
    return this.isMade(frame) ? this.made[frame - data.frameName.length]!.name : data.strings[data.frameName[frame]!]!;
  }

  source(frame: number): string {
    return this.isMade(frame) ? "" : this.data.strings[this.data.frameSource[frame]!]!;
  }

  group(frame: number): string {
    const real = this.real(frame);
    return real < 0 ? "" : this.data.strings[this.data.frameGroup[real]!]!;
  }

  /** Index into the profile's kinds, -1 for a thread or package. */
  kind(frame: number): number {
    const real = this.real(frame);
    return real < 0 ? -1 : this.data.frameKind[real]!;
  }

  private real(frame: number): number {
    return this.isMade(frame) ? this.made[frame - this.data.frameName.length]!.like : frame;
  }

  /** What a link or a copied stack calls the frame: its function and line. */
  key(frame: number): string {
    const source = this.source(frame);
    return source === "" ? this.name(frame) : `${this.name(frame)} (${source})`;
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
    this.made.forEach(({ name }, i) => (flags[data.frameName.length + i] = expression.test(name) ? 1 : 0));
    return flags;
  }
}

/** Values per node; those of the root, which is the caller of all, come last. */
export interface Sums {
  now: Float64Array;
  /** 0 without a comparison. */
  before: Float64Array;
  /** What the width of a box adds up; never negative. */
  weight: Float64Array;
}

const COLUMNS = ["now", "before", "weight"] as const;

function newSums(nodes: number): Sums {
  return { now: new Float64Array(nodes + 1), before: new Float64Array(nodes + 1), weight: new Float64Array(nodes + 1) };
}

function add(target: Sums, to: number, source: Sums, from: number): void {
  for (const column of COLUMNS) {
    target[column][to]! += source[column][from]!;
  }
}

/** Stacks as a tree in which a caller has a smaller number than what it calls, or -1, and what ends in each node. */
export interface Stacks extends Sums {
  parent: Int32Array;
  frame: Int32Array;
}

/** A tree to draw. Breadth first, the wider child first, so that the children of node i are first[i] … first[i + 1] - 1. */
export interface Tree {
  size: number;
  frame: Int32Array;
  parent: Int32Array;
  first: Int32Array;
  depth: Uint16Array;
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

/** A tree of stacks that grows, with each (parent, frame) once. */
class Trie {
  size = 0;
  parent = new Int32Array(1024);
  frame = new Int32Array(1024);
  private slots = new Int32Array(4096).fill(-1);

  child(parent: number, frame: number): number {
    let slot = this.slot(parent, frame);
    if (this.slots[slot]! >= 0) {
      return this.slots[slot]!;
    }
    if (this.size === this.parent.length) {
      this.grow();
      slot = this.slot(parent, frame);
    }
    this.slots[slot] = this.size;
    this.parent[this.size] = parent;
    this.frame[this.size] = frame;
    return this.size++;
  }

  done(): { parent: Int32Array; frame: Int32Array } {
    return { parent: this.parent.slice(0, this.size), frame: this.frame.slice(0, this.size) };
  }

  /** Where the node is, or the free slot for it. */
  private slot(parent: number, frame: number): number {
    const hash = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(frame + 1, 0x85ebca6b);
    for (let slot = hash ^ (hash >>> 15); ; slot++) {
      slot &= this.slots.length - 1;
      const node = this.slots[slot]!;
      if (node < 0 || (this.parent[node] === parent && this.frame[node] === frame)) {
        return slot;
      }
    }
  }

  private grow(): void {
    const { parent, frame } = this;
    this.parent = new Int32Array(parent.length * 2);
    this.frame = new Int32Array(parent.length * 2);
    this.parent.set(parent);
    this.frame.set(frame);
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    for (let node = 0; node < this.size; node++) {
      this.slots[this.slot(parent[node]!, frame[node]!)] = node;
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
      const earlier = fold ? occurrence(data, trie, position, frame) : -1;
      position = earlier >= 0 ? earlier : trie.child(position, frame);
    }
    at[node] = position;
    of[node] = position >= 0 && seen === allFocused ? position : DROPPED;
  }
  return { ...trie.done(), of };
}

/** The node from here outwards that runs the same function, or -1. */
function occurrence({ frameName }: PageData, trie: Trie, node: number, frame: number): number {
  const wanted = frameName[frame];
  while (node >= 0 && frameName[trie.frame[node]!] !== wanted) {
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

  const sums = newSums(parent.length);
  const { now, before, weight } = sums;
  for (let i = 0; i < samples; i++) {
    const node = ends[i]!;
    if (node >= 0) {
      now[node]! += values[i]!;
      before[node]! += baseValues ? baseValues[i]! : 0;
    }
  }
  hide(frames, parent, frame, sums, selection.hidden);
  for (let node = 0; node < parent.length; node++) {
    const here = now[node]!;
    const earlier = before[node]!;
    if (selection.value === "now") {
      weight[node] = Math.abs(here);
    } else if (selection.value === "change") {
      weight[node] = Math.max(Math.abs(here), Math.abs(earlier));
    } else if (here > earlier) {
      weight[node] = here - earlier;
    } else {
      now[node] = before[node] = 0;
    }
  }
  return { parent, frame, ...sums };
}

/** Puts the stacks of each thread or package under a frame of its own. */
function split(frames: Frames, by: "thread" | "package", parent: Int32Array, frame: Int32Array, ends: Int32Array) {
  const { data } = frames;
  const trie = new Trie();
  const labels = by === "package" ? packages(frames, parent, frame) : null;
  const threads = data.sampleThread;
  const threadFrames = new Map<number, number>();
  const threadFrame = (thread: number) => {
    let made = threadFrames.get(thread);
    if (made === undefined) {
      made = frames.make(data.strings[thread] || "(thread unknown)");
      threadFrames.set(thread, made);
    }
    return made;
  };
  // Which node stands for a node under a label.
  const pairs = new Trie();
  const standsFor: number[] = [];
  const waiting: number[] = [];
  const next = new Int32Array(ends.length);
  for (let i = 0; i < ends.length; i++) {
    let node = ends[i]!;
    if (node < 0) {
      next[i] = DROPPED;
      continue;
    }
    const label = labels ? labels[node]! : threadFrame(threads ? threads[i]! : 0);
    let position = -1;
    for (; node >= 0 && position < 0; node = parent[node]!) {
      const pair = pairs.child(label, node);
      if (pair < standsFor.length) {
        position = standsFor[pair]!;
      } else {
        standsFor.push(-1);
        waiting.push(pair);
      }
    }
    if (position < 0) {
      position = trie.child(-1, label);
    }
    while (waiting.length > 0) {
      const pair = waiting.pop()!;
      position = trie.child(position, frame[pairs.frame[pair]!]!);
      standsFor[pair] = position;
    }
    next[i] = position;
  }
  return { ...trie.done(), ends: next };
}

/** Per node, the frame of the package that holds what ends in the node. */
function packages(frames: Frames, parent: Int32Array, frame: Int32Array): Int32Array {
  const made = new Int32Array(frames.count);
  return holders(frames, parent, frame).map((holder) => {
    made[holder] ||= frames.make(frames.group(holder) || "(package unknown)");
    return made[holder]!;
  });
}

/** Per node, the frame that holds what ends there: the innermost of the program's own code, else the innermost Java frame, else itself. */
function holders(frames: Frames, parent: Int32Array, frame: Int32Array): Int32Array {
  const ranks = frames.data.kinds.map(({ id }) => ["jdk", "java", "own"].indexOf(id));
  const rank = Int8Array.from({ length: frames.count }, (_, i) => ranks[frames.kind(i)] ?? -1);
  const holder = frame.slice();
  for (let node = 0; node < parent.length; node++) {
    const above = parent[node]! < 0 ? -1 : holder[parent[node]!]!;
    if (above >= 0 && rank[above]! > rank[holder[node]!]!) {
      holder[node] = above;
    }
  }
  return holder;
}

/** The function that holds most: the middle of a sandwich until another is chosen. */
export function topHolder(frames: Frames, stacks: Stacks): string | null {
  const holder = holders(frames, stacks.parent, stacks.frame);
  const sums = new Map<string, number>();
  let best: string | null = null;
  for (let node = 0; node < holder.length; node++) {
    if (stacks.weight[node]! > 0) {
      const name = frames.name(holder[node]!);
      const sum = (sums.get(name) ?? 0) + stacks.weight[node]!;
      sums.set(name, sum);
      if (best === null || sum > sums.get(best)!) {
        best = name;
      }
    }
  }
  return best;
}

/** Sets what the hidden stacks hold to 0. */
function hide(frames: Frames, parent: Int32Array, frame: Int32Array, { now, before }: Sums, hidden: HiddenPath[]): void {
  const flags = (key: string) =>
    Uint8Array.from({ length: frames.count }, (_, i) => (frames.key(i) === key || frames.name(i) === key ? 1 : 0));
  const paths = hidden.map((path) => {
    const isUp = path[0] === UP;
    const isAnywhere = path[0] === ANYWHERE;
    const steps = path.slice(isUp || isAnywhere ? 1 : 0).map(flags);
    return { isUp, isAnywhere, inwards: isUp ? steps : steps.reverse() };
  });
  const gone = new Uint8Array(parent.length);
  for (let node = 0; paths.length > 0 && node < parent.length; node++) {
    let isGone = parent[node]! >= 0 && gone[parent[node]!] === 1;
    gone[node] = isGone ? 1 : 0;
    for (const { isUp, isAnywhere, inwards } of paths) {
      let at = node;
      let i = 0;
      while (i < inwards.length && at >= 0 && inwards[i]![frame[at]!]) {
        at = parent[at]!;
        i++;
      }
      if (i > 0 && i === inwards.length && (isUp || isAnywhere || at < 0)) {
        isGone = true;
        // What ends in a node goes with its callers, the other paths with all that is called.
        gone[node] ||= isUp ? 0 : 1;
      }
    }
    if (isGone) {
      now[node] = before[node] = 0;
    }
  }
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
  const isFunction = new Uint8Array(frames.count);
  for (let i = 0; i < frames.count; i++) {
    isFunction[i] = frames.name(i) === name ? 1 : 0;
  }
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
    depth: new Uint16Array(kept),
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
