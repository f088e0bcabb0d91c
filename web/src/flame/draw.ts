// Draws the boxes of a scene on a canvas.

import type { Tree } from "../data/tree";
import type { Palette } from "./colours";
import { lineOf } from "./layout";
import type { Box, Part, Scene } from "./layout";
import { SCALE } from "./scale";

/** In CSS pixels, as all measures here. */
export const LINE = Math.round(18 * SCALE);
const TEXT_SIZE = 12 * SCALE;
const PADDING = 4;
/** Narrower boxes have no text. */
const NARROWEST_LABEL = 24 * SCALE;
const NARROWEST_HATCH = 4;
const font = (ratio: number) => `${TEXT_SIZE * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;

export interface Look {
  palette: Palette;
  fill(tree: Tree, box: number): number;
  label(frame: number): string;
  /** 1 for each frame that the search matches. */
  matches: Uint8Array | null;
  patterns: boolean;
}

export interface Window {
  /** In CSS pixels; the scene is drawn from `top` on. */
  top: number;
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

export function draw(ctx: CanvasRenderingContext2D, scene: Scene, look: Look, window: Window): void {
  const { ratio, top, height } = window;
  const { palette } = look;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = palette.surface;
  ctx.fillRect(0, 0, Math.round(scene.width * ratio), Math.round(height * ratio));
  for (const part of scene.parts) {
    for (const [begin, end, line] of visibleRows(part, top, height)) {
      drawRow(ctx, part, begin, end, Math.round((line * LINE - top) * ratio), look, ratio);
    }
    drawRest(ctx, part, palette, window);
  }
}

/** First box, end, and line of each row that the window shows. */
function* visibleRows(part: Part, top: number, height: number): Generator<[number, number, number]> {
  for (let row = part.from; row < part.rows.length - 1; row++) {
    const line = lineOf(part, row);
    if ((line + 1) * LINE > top && line * LINE < top + height) {
      yield [part.rows[row]!, part.rows[row + 1]!, line];
    }
  }
}

function drawRow(
  ctx: CanvasRenderingContext2D,
  part: Part,
  begin: number,
  end: number,
  y: number,
  look: Look,
  ratio: number,
): void {
  const { palette, matches } = look;
  const { tree } = part;
  const match = palette.fills.length;
  const styles = [...(matches ? palette.faint : palette.fills), palette.match];
  const colours = new Uint8Array(end - begin);
  const used = new Set<number>();
  for (let i = begin; i < end; i++) {
    const box = part.box[i]!;
    const colour = matches && matches[tree.frame[box]!] ? match : look.fill(tree, box);
    colours[i - begin] = colour;
    used.add(colour);
  }
  const tall = Math.round((LINE - 1) * ratio);
  const fillAll = (colour: number, style: string | CanvasPattern, narrowest: number) => {
    ctx.fillStyle = style;
    for (let i = begin; i < end; i++) {
      if (colours[i - begin] === colour && part.w[i]! >= narrowest) {
        const x = Math.round(part.x[i]! * ratio);
        const wide = Math.round((part.x[i]! + part.w[i]!) * ratio) - x;
        ctx.fillRect(x, y, wide > 3 ? wide - 1 : Math.max(1, wide), tall);
      }
    }
  };
  // One colour after the other: a change of fillStyle costs more than a box.
  for (const colour of used) {
    fillAll(colour, styles[colour]!, 0);
    const hatched = look.patterns ? (palette.hatches[colour] ?? 0) : 0;
    if (hatched > 0) {
      fillAll(colour, pattern(ctx, hatched, palette.text, ratio), NARROWEST_HATCH);
    }
  }
  ctx.font = font(ratio);
  ctx.textBaseline = "middle";
  for (let i = begin; i < end; i++) {
    if (part.w[i]! >= NARROWEST_LABEL) {
      const frame = tree.frame[part.box[i]!]!;
      const text = fit(ctx, look.label(frame), part.w[i]! - 2 * PADDING, ratio);
      if (text !== "") {
        const colour = colours[i - begin]!;
        const x = Math.round((part.x[i]! + PADDING) * ratio);
        if (look.patterns) {
          ctx.fillStyle = styles[colour]!;
          ctx.fillRect(x - ratio, y, widthOf(ctx, text, ratio) * ratio + 2 * ratio, tall);
        }
        ctx.fillStyle = colour === match ? palette.matchText : palette.text;
        ctx.fillText(text, x, y + tall / 2 + ratio / 2);
      }
    }
  }
}

function drawRest(ctx: CanvasRenderingContext2D, part: Part, palette: Palette, { top, height, ratio }: Window): void {
  ctx.fillStyle = palette.rest;
  for (let i = 0; i < part.rest.length; i += 3) {
    const y = lineOf(part, part.rest[i]!) * LINE;
    if (part.rest[i]! >= part.from && y + LINE > top && y < top + height) {
      const x = Math.round(part.rest[i + 1]! * ratio);
      const wide = Math.max(1, Math.round(part.rest[i + 2]! * ratio));
      ctx.fillRect(x, Math.round((y - top) * ratio), wide, Math.round((LINE - 1) * ratio));
    }
  }
}

// The width of each character, at ratio 1.
const widths = new Map<string, number>();

function charWidth(ctx: CanvasRenderingContext2D, char: string, ratio: number): number {
  let width = widths.get(char);
  if (width === undefined) {
    width = ctx.measureText(char).width / ratio;
    widths.set(char, width);
  }
  return width;
}

function widthOf(ctx: CanvasRenderingContext2D, text: string, ratio: number): number {
  let width = 0;
  for (const char of text) {
    width += charWidth(ctx, char, ratio);
  }
  return width;
}

/** What fits of a label: all of it; without the line; its last part; the beginning of that. */
function fit(ctx: CanvasRenderingContext2D, label: string, room: number, ratio: number): string {
  if (widthOf(ctx, label, ratio) <= room) {
    return label;
  }
  const name = label.replace(/:\d+$/, "");
  if (widthOf(ctx, name, ratio) <= room) {
    return name;
  }
  const last = /[^.:\s]{3,}$/.exec(name)?.[0] ?? name;
  if (widthOf(ctx, last, ratio) <= room) {
    return last;
  }
  let left = room - charWidth(ctx, "…", ratio);
  let length = 0;
  for (const char of last) {
    left -= charWidth(ctx, char, ratio);
    if (left < 0) {
      break;
    }
    length += char.length;
  }
  return length < 2 ? "" : `${last.slice(0, length)}…`;
}

const TILE = 8;
const patterns = new Map<string, CanvasPattern>();

/** A hatch as a fill, to tell boxes apart without colours. */
function pattern(ctx: CanvasRenderingContext2D, number: number, colour: string, ratio: number): CanvasPattern | string {
  const key = `${number} ${colour} ${ratio}`;
  let made = patterns.get(key);
  if (made === undefined) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = TILE * ratio;
    hatch(tile.getContext("2d")!, number, colour, ratio);
    made = ctx.createPattern(tile, "repeat")!;
    patterns.set(key, made);
  }
  return made;
}

/** Draws one tile of a hatch; number 0 is empty. */
export function hatch(ctx: CanvasRenderingContext2D, number: number, colour: string, ratio: number): void {
  ctx.scale(ratio, ratio);
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.globalAlpha = 0.45;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [x1, y1, x2, y2] of HATCHES[number % HATCHES.length]!) {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
  }
  ctx.stroke();
}

type Stroke = [number, number, number, number];
const RISING: Stroke[] = [[0, 8, 8, 0]];
const FALLING: Stroke[] = [[0, 0, 8, 8]];
const LEVEL: Stroke[] = [[0, 4, 8, 4]];
const UPRIGHT: Stroke[] = [[4, 0, 4, 8]];
const DOTS: Stroke[] = [[1, 2, 3, 2], [5, 6, 7, 6]];
const HATCHES: Stroke[][] = [[], DOTS, RISING, FALLING, LEVEL, [...RISING, ...FALLING], UPRIGHT, [...LEVEL, ...UPRIGHT]];

/** The same picture as an SVG document, all lines of it. */
export function svg(scene: Scene, look: Look, title: (at: Box) => string): string {
  const { palette, matches } = look;
  const escape = (text: string) =>
    text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b-\u001f]/g, "");
  const measure = document.createElement("canvas").getContext("2d")!;
  measure.font = font(1);
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.lines * LINE}" font-family="sans-serif" font-size="${TEXT_SIZE}">`,
    `<rect width="100%" height="100%" fill="${palette.surface}"/>`,
  ];
  for (const part of scene.parts) {
    for (const [begin, end, line] of visibleRows(part, 0, scene.lines * LINE)) {
      for (let i = begin; i < end; i++) {
        const box = part.box[i]!;
        const frame = part.tree.frame[box]!;
        const isMatch = matches !== null && matches[frame] === 1;
        const fills = matches ? palette.faint : palette.fills;
        const fill = isMatch ? palette.match : fills[look.fill(part.tree, box)]!;
        const [x, w, y] = [part.x[i]!, part.w[i]!, line * LINE];
        out.push(
          `<g><title>${escape(title({ tree: part.tree, box }))}</title>` +
            `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, w - 0.5).toFixed(1)}" height="${LINE - 1}" fill="${fill}"/>`,
        );
        const text = w >= NARROWEST_LABEL ? fit(measure, look.label(frame), w - 2 * PADDING, 1) : "";
        if (text !== "") {
          const ink = isMatch ? palette.matchText : palette.text;
          out.push(`<text x="${(x + PADDING).toFixed(1)}" y="${y + 0.72 * LINE}" fill="${ink}">${escape(text)}</text>`);
        }
        out.push("</g>");
      }
    }
  }
  out.push("</svg>");
  return out.join("\n");
}
