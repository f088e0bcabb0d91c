// Colours of the boxes, read from CSS custom properties when drawing.

import type { Frames, Tree } from "../data/tree";

export type ColourBy = "kind" | "package" | "change";

/** Kinds that have a colour of their own; others are drawn as unknown. */
const KINDS = ["own", "java", "jdk", "jvm", "native", "allocator", "unknown"];
const ROOT = KINDS.length;
const HUES = 12;
/** Steps of a change on each side of "as before". */
const STEPS = 4;

export interface Palette {
  fills: string[];
  /** The same, fainter: what a search does not match. */
  faint: string[];
  match: string;
  text: string;
  matchText: string;
  surface: string;
  rest: string;
}

type Rgb = [number, number, number];

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  return a.map((value, i) => Math.round(value + (b[i]! - value) * part)) as Rgb;
}

function hex(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Reads the colours that apply to an element now. */
export function palette(element: Element, by: ColourBy): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): Rgb => {
    const value = style.getPropertyValue(`--flame-${name}`).trim();
    return /^#[0-9a-f]{6}$/i.test(value)
      ? ([1, 3, 5].map((i) => parseInt(value.slice(i, i + 2), 16)) as Rgb)
      : [128, 128, 128];
  };
  const surface = read("surface");
  const root = read("root");
  let fills: Rgb[];
  if (by === "kind") {
    fills = [...KINDS.map(read), root];
  } else if (by === "package") {
    const [light, dark] = [read("hue-low"), read("hue-high")];
    fills = Array.from({ length: HUES }, (_, i) => hue(i / HUES, dark, light));
    fills.push(root);
  } else {
    const same = read("same");
    fills = [];
    for (let step = -STEPS; step <= STEPS; step++) {
      fills.push(mix(same, read(step < 0 ? "less" : "more"), Math.abs(step) / STEPS));
    }
    fills.push(root);
  }
  return {
    fills: fills.map(hex),
    faint: fills.map((fill) => hex(mix(fill, surface, 0.6))),
    match: hex(read("match")),
    text: hex(read("text")),
    matchText: hex(read("match-text")),
    surface: hex(surface),
    rest: hex(read("rest")),
  };
}

// A colour between two greys of the theme, so that the text stays legible in both.
function hue(turn: number, high: Rgb, low: Rgb): Rgb {
  return high.map((value, i) => {
    const wave = 0.5 + 0.5 * Math.cos(2 * Math.PI * (turn - i / 3));
    return Math.round(low[i]! + (value - low[i]!) * wave);
  }) as Rgb;
}

/** The number of a frame's or box's fill in the palette. */
export function filler(frames: Frames, by: ColourBy): (tree: Tree, box: number) => number {
  if (by === "change") {
    return (tree, box) => changeStep(tree.total[box]!, tree.totalBefore?.[box] ?? null);
  }
  const last = by === "kind" ? ROOT : HUES;
  const kinds = frames.data.kinds.map(({ id }) => (KINDS.includes(id) ? KINDS.indexOf(id) : KINDS.indexOf("unknown")));
  const fills = new Uint8Array(frames.count);
  for (let frame = 0; frame < frames.count; frame++) {
    fills[frame] = frames.isMade(frame) ? last : by === "kind" ? kinds[frames.kind(frame)]! : hueOf(frames.group(frame));
  }
  return (tree, box) => fills[tree.frame[box]!]!;
}

function changeStep(now: number, before: number | null): number {
  const larger = before === null ? Math.abs(now) : Math.max(Math.abs(now), Math.abs(before));
  const change = before === null ? now : now - before;
  return STEPS + (larger === 0 ? 0 : Math.round((STEPS * change) / larger));
}

function hueOf(group: string): number {
  let hash = 0;
  for (let i = 0; i < group.length; i++) {
    hash = (Math.imul(hash, 31) + group.charCodeAt(i)) | 0;
  }
  return ((hash >>> 0) * 7) % HUES;
}

/** Rows of the legend: number of the fill and what it stands for. */
export function legend(frames: Frames, by: ColourBy): { fill: number; text: string }[] {
  if (by === "kind") {
    return frames.data.kinds.map(({ id, text }) => ({ fill: Math.max(0, KINDS.indexOf(id)), text }));
  }
  if (by === "change") {
    return [
      { fill: 0, text: "gone" },
      { fill: STEPS / 2, text: "shrunk" },
      { fill: STEPS, text: "as before" },
      { fill: STEPS + STEPS / 2, text: "grown" },
      { fill: 2 * STEPS, text: "new" },
    ];
  }
  return [];
}
