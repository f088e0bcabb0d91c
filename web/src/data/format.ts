// Values as the command prints them, such as 12.3 MiB, 4,473 or 33.7%; a dash where a value is unknown.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const NONE = "–";
const thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

type Figure = number | null | undefined;

function unitOf(bytes: number): number {
  let unit = 0;
  // 1023.95 would print as 1024.0.
  for (let rest = Math.round(Math.abs(bytes)); rest >= 1023.95 && unit < UNITS.length - 1; rest /= 1024) {
    unit++;
  }
  return unit;
}

function inUnit(bytes: number, unit: number): string {
  return unit === 0 ? count(bytes) : (bytes / 1024 ** unit).toFixed(1);
}

/** Such as 3,975. */
export function count(value: Figure): string {
  return value == null ? NONE : thousands.format(Math.round(value) || 0);
}

/** Such as 61.8 MiB or 512 B. */
export function bytes(value: Figure): string {
  return value == null ? NONE : `${inUnit(value, unitOf(value))} ${UNITS[unitOf(value)]}`;
}

/** A value of a type's unit, bytes or count. */
export function figure(value: Figure, unit: string): string {
  return unit === "bytes" ? bytes(value) : count(value);
}

/** The same with a word for a count: 12.3 MiB, 4,473 objects. */
export function quantity(value: number, unit: string): string {
  return figure(value, unit) + (unit === "bytes" ? "" : Math.round(value) === 1 ? " object" : " objects");
}

/** A change, such as +9.7 MiB. */
export function signed(value: Figure, unit: string): string {
  return (value && value > 0 ? "+" : "") + figure(value, unit);
}

/** Such as 33.7%. */
export function percent(part: Figure, whole: Figure): string {
  return part == null || !whole ? NONE : `${((100 * part) / whole).toFixed(1)}%`;
}

/** A range of 95 %: ±5.8% where it is narrow, otherwise its ends, such as 0.3–1.1 MiB. */
export function range(value: number, low: number | null, high: number | null, unit: string): string {
  if (low == null || high == null) {
    return "?";
  }
  const reach = Math.max(high - value, value - low);
  if (reach <= 0.2 * value) {
    return "±" + percent(reach, value || 1);
  }
  return ends(low, high, unit, "–");
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

function ends(low: number, high: number, unit: string, between: string, sign = (number: string) => number): string {
  const scale = unit === "bytes" ? unitOf(Math.max(Math.abs(low), Math.abs(high))) : 0;
  const texts = [low, high].map((value) => sign(inUnit(value, scale)));
  return texts.join(between) + (unit === "bytes" ? ` ${UNITS[scale]}` : "");
}

/** A time of the machine that shows it, such as 12:04:31; with the date where it isn't today. */
export function time(when: number | string | null | undefined, now = Date.now()): string {
  const date = new Date(when ?? NaN);
  if (Number.isNaN(date.getTime())) {
    return NONE;
  }
  // Swedish times are those of ISO 8601.
  const text = date.toLocaleString("sv");
  return date.toDateString() === new Date(now).toDateString() ? text.slice(11) : text;
}

/** A time and how far it is from a moment in milliseconds, such as 12:04:31 (2 s later). */
export function offText(when: string, moment: number): string {
  const seconds = Math.round((Date.parse(when) - moment) / 1000);
  const off = seconds === 0 ? "the same second" : `${duration(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
  return `${time(when)} (${off})`;
}

/** Such as 2 min 5 s. */
export function duration(seconds: Figure): string {
  if (seconds == null || !Number.isFinite(seconds)) {
    return NONE;
  }
  const whole = Math.max(0, Math.round(seconds));
  const parts = [`${Math.floor(whole / 3600)} h`, `${Math.floor(whole / 60) % 60} min`, `${whole % 60} s`];
  return parts.filter((part) => !part.startsWith("0")).slice(0, 2).join(" ") || "0 s";
}

/** Seconds of an input such as 30, 30s, 5m or 1h30m; null where it can't be read. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim().replace(/^\d+$/, "$&s");
  const found = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s)?$/.exec(trimmed);
  if (!found || !trimmed) {
    return null;
  }
  const [hours, minutes, seconds] = found.slice(1).map((number) => Number(number ?? 0));
  return hours! * 3600 + minutes! * 60 + seconds!;
}

/** Steps of an axis from 0 to at least max, in whole units. */
export function ticks(max: number, unit: string, atMost = 6): number[] {
  if (!(max > 0)) {
    return [0];
  }
  let step = unit === "bytes" ? 1024 ** unitOf(max / atMost) : 10 ** Math.max(0, Math.floor(Math.log10(max / atMost)));
  while (max / step > atMost) {
    step *= 2;
  }
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}
