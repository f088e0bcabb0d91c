// Figures that may be unknown, ranges, times and axes as text.
import { bytesText, changeText, countText, shareText, valueText } from "../data/units";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
const NONE = "–";

type Figure = number | null | undefined;

/** Such as 61.8 MiB. */
export const bytes = (value: Figure) => (value == null ? NONE : bytesText(value));
/** Such as 3,975. */
export const count = (value: Figure) => (value == null ? NONE : countText(value));
export const figure = (value: Figure, unit: string) => (value == null ? NONE : valueText(value, unit));
export const signed = (value: Figure, unit: string) => (value == null ? NONE : changeText(value, unit));
export const percent = (part: Figure, whole: Figure) => (part == null || !whole ? NONE : shareText(part, whole));

function unitOf(bytes: number): number {
  let unit = 0;
  for (let rest = Math.abs(bytes); rest >= 1023.95 && unit < UNITS.length - 1; rest /= 1024) {
    unit++;
  }
  return unit;
}

function inUnit(bytes: number, unit: number): string {
  return unit === 0 ? count(bytes) : (bytes / 1024 ** unit).toFixed(1);
}

/** A range of 95 %: ±5.8% where it is narrow, otherwise its ends, such as 0.3–1.1 MiB. */
export function range(value: number, low: number | null, high: number | null, unit: string): string {
  if (low == null || high == null) {
    return "?";
  }
  const reach = Math.max(high - value, value - low);
  if (reach <= 0.2 * value) {
    return "±" + shareText(reach, value);
  }
  return ends(low, high, unit, "–", (number) => number);
}

/** The range of a change: ±1.2 MiB, or +1.3 to +2.7 MiB where its ends are not about equally far. */
export function changeRange(value: number, low: number | null, high: number | null, unit: string): string {
  if (low == null || high == null) {
    return "?";
  }
  const less = value - low;
  const more = high - value;
  const farther = Math.max(less, more);
  if (farther <= 0.2 * Math.abs(value) || Math.min(less, more) >= 0.8 * farther) {
    return "±" + figure(farther, unit);
  }
  return ends(low, high, unit, " to ", (number) => (number.startsWith("-") ? number : "+" + number));
}

function ends(low: number, high: number, unit: string, between: string, sign: (number: string) => string): string {
  if (unit !== "bytes") {
    return sign(count(low)) + between + sign(count(high));
  }
  const scale = unitOf(Math.max(Math.abs(low), Math.abs(high)));
  return `${sign(inUnit(low, scale))}${between}${sign(inUnit(high, scale))} ${UNITS[scale]}`;
}

/** A time of the machine that shows it, such as 12:04:31; with the date where it isn't today. */
export function time(when: number | string | null | undefined, now = Date.now()): string {
  const date = new Date(when ?? NaN);
  if (Number.isNaN(date.getTime())) {
    return "–";
  }
  const two = (number: number) => String(number).padStart(2, "0");
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const sameDay = date.toDateString() === new Date(now).toDateString();
  return sameDay ? clock : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

/** Such as 2 min 5 s. */
export function duration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds)) {
    return "–";
  }
  const whole = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor(whole / 60) % 60, "min"],
    [whole % 60, "s"],
  ];
  const shown = parts.filter(([number]) => number > 0).slice(0, 2);
  return shown.length ? shown.map(([number, unit]) => `${number} ${unit}`).join(" ") : "0 s";
}

/** Seconds of an input such as 30, 30s, 5m or 1h30m; null where it can't be read. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) {
    return Number(trimmed);
  }
  const found = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s)?$/.exec(trimmed);
  if (!found || !trimmed) {
    return null;
  }
  return Number(found[1] ?? 0) * 3600 + Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
}

/** Steps of an axis from 0 to at least max: 1, 2, 5 or a power of two, in whole units. */
export function byteTicks(max: number, atMost = 6): number[] {
  if (!(max > 0)) {
    return [0];
  }
  let step = 1024 ** Math.max(0, unitOf(max / atMost));
  while (max / step > atMost) {
    step *= 2;
  }
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}
