// Saves the picture as a file.

import { save } from "../browser/files";
import { LINE, draw } from "./draw";
import type { Look } from "./draw";
import type { Scene } from "./layout";

// Browsers draw nothing on a canvas that is larger.
const MAX_PIXELS = 16_000;

export function savePng(scene: Scene, look: Look, name: string): void {
  const canvas = document.createElement("canvas");
  picture(canvas, scene, look);
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`), "image/png");
}

/** Draws all lines of the scene, also those that are scrolled away. */
export function picture(canvas: HTMLCanvasElement, scene: Scene, look: Look): void {
  const height = scene.lines * LINE;
  const ratio = Math.min(2, MAX_PIXELS / height, MAX_PIXELS / scene.width);
  canvas.width = Math.round(scene.width * ratio);
  canvas.height = Math.round(height * ratio);
  draw(canvas.getContext("2d", { alpha: false })!, scene, look, { top: 0, height, ratio });
}
