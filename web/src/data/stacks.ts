// Selects the stacks to show: filtered, split, folded. Typed arrays all the way: a profile may have a million nodes.

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

  /** 1 for each frame that passes the test. */
  flags(test: (frame: number) => boolean): Uint8Array {
    return Uint8Array.from({ length: this.count }, (_, frame) => (test(frame) ? 1 : 0));
  }

  /** 1 for each frame whose function or source the expression matches. */
  matching(expression: RegExp): Uint8Array {
    const { data } = this;
    const tested = new Uint8Array(data.strings.length);
    const test = (index: number) => {
      tested[index] ||= expression.test(data.strings[index]!) ? 2 : 1;
      return tested[index] === 2;
    };
    return this.flags((frame) =>
      this.isMade(frame)
        ? expression.test(this.name(frame))
        : test(data.frameName[frame]!) || (data.frameSource[frame]! > 0 && test(data.frameSource[frame]!)),
    );
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

export function newSums(nodes: number): Sums {
  return { now: new Float64Array(nodes + 1), before: new Float64Array(nodes + 1), weight: new Float64Array(nodes + 1) };
}

/** Adds what one node has to another. */
export function add(target: Sums, to: number, source: Sums, from: number): void {
  for (const column of COLUMNS) {
    target[column][to]! += source[column][from]!;
  }
}

/** Stacks as a tree in which a caller has a smaller number than what it calls, or -1, and what ends in each node. */
export interface Stacks extends Sums {
  parent: Int32Array;
  frame: Int32Array;
}

/** A tree of stacks that grows, with each (parent, frame) once. */
export class Trie {
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

export const DROPPED = -2;
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
  let ends = of === null ? data.sampleNode : data.sampleNode.map((node) => of[node]!);
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
  const flags = (key: string) => frames.flags((i) => frames.key(i) === key || frames.name(i) === key);
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
