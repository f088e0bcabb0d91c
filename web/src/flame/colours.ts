// Colours of the boxes, read from CSS custom properties when drawing.

import type { Frames } from "../data/stacks";
import type { Tree } from "../data/tree";
import type { Scene } from "./layout";

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
  /** The hatch of each fill when patterns are on. */
  hatches: number[];
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

const css = (rgb: Rgb) => `rgb(${rgb})`;

/** Reads the colours of now. */
export function palette(by: ColourBy): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): Rgb => {
    const value = style.getPropertyValue(`--${name}`).trim();
    return /^#[0-9a-f]{6}$/i.test(value)
      ? ([1, 3, 5].map((i) => parseInt(value.slice(i, i + 2), 16)) as Rgb)
      : [128, 128, 128];
  };
  const surface = read("bg");
  const root = read("flame-root");
  let fills: Rgb[];
  let hatches: number[] = [];
  if (by === "kind") {
    fills = [...KINDS.map((kind) => read(`flame-${kind}`)), root];
    hatches = KINDS.map((_, i) => i);
  } else if (by === "package") {
    const [light, dark] = [read("flame-hue-low"), read("flame-hue-high")];
    fills = Array.from({ length: HUES }, (_, i) => hue(i / HUES, dark, light));
    hatches = fills.map((_, i) => i);
    fills.push(root);
  } else {
    const same = read("flame-same");
    fills = [];
    hatches = [6, 3, 3, 3, 0, 2, 2, 2, 5];
    for (let step = -STEPS; step <= STEPS; step++) {
      fills.push(mix(same, read(step < 0 ? "flame-less" : "flame-more"), Math.abs(step) / STEPS));
    }
  }
  return {
    fills: fills.map(css),
    faint: fills.map((fill) => css(mix(fill, surface, 0.6))),
    hatches,
    match: css(read("flame-match")),
    text: css(read("text")),
    matchText: css(read("flame-match-text")),
    surface: css(surface),
    rest: css(read("flame-rest")),
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
    return (tree, box) => changeStep(tree.total[box]!, tree.before[box]!);
  }
  const last = by === "kind" ? ROOT : HUES;
  const hues = by === "package" ? packageHues(frames) : null;
  const kinds = frames.data.kinds.map(({ id }) => (KINDS.includes(id) ? KINDS.indexOf(id) : KINDS.indexOf("unknown")));
  const fills = new Uint8Array(frames.count);
  for (let frame = 0; frame < frames.count; frame++) {
    fills[frame] = frames.kind(frame) < 0 ? last : hues ? hues.get(frames.group(frame))! : kinds[frames.kind(frame)]!;
  }
  return (tree, box) => fills[tree.frame[box]!]!;
}

function changeStep(now: number, before: number): number {
  const larger = Math.max(Math.abs(now), Math.abs(before), Math.abs(now - before));
  return STEPS + Math.round((STEPS * (now - before)) / (larger || 1));
}

/** A colour for each package and library; those with most functions get different ones. */
function packageHues({ data }: Frames): Map<string, number> {
  const functions = new Map<string, number>();
  for (const group of data.frameGroup) {
    const name = data.strings[group]!;
    functions.set(name, (functions.get(name) ?? 0) + 1);
  }
  const names = [...functions].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return new Map(names.map((name, i) => [name, (i * 5) % HUES]));
}

const MOST_PACKAGES = 10;

/** Rows of the legend: number of the fill and what it stands for; the packages are those that fill most of the picture. */
export function legend(frames: Frames, by: ColourBy, scene: Scene): { fill: number; text: string }[] {
  if (by === "kind") {
    return frames.data.kinds.map(({ id, text }) => ({ fill: Math.max(0, KINDS.indexOf(id)), text }));
  }
  if (by === "change") {
    return ["gone", "shrunk", "as before", "grown", "new"].map((text, i) => ({ fill: (STEPS / 2) * i, text }));
  }
  const hues = packageHues(frames);
  const widths = new Map<string, number>();
  for (const { tree, box, w, rows } of scene.parts) {
    for (let i = 0; i < rows.at(-1)!; i++) {
      const group = frames.group(tree.frame[box[i]!]!);
      if (group !== "") {
        widths.set(group, (widths.get(group) ?? 0) + w[i]!);
      }
    }
  }
  return [...widths]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_PACKAGES)
    .map(([text]) => ({ fill: hues.get(text)!, text }));
}
