// Values as the command prints them: 12.3 MiB, 4,473, 33.7 %.

const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

const thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Such as 96.0 MiB or 512 B. */
export function bytesText(bytes: number): string {
  let size = Math.abs(bytes);
  let unit = 0;
  // 1023.95 would print as 1024.0.
  while (unit < BYTE_UNITS.length - 1 && (unit === 0 ? Math.round(size) >= 1024 : size >= 1023.95)) {
    size /= 1024;
    unit++;
  }
  const sign = bytes < 0 && (unit > 0 || Math.round(size) > 0) ? "-" : "";
  return `${sign}${unit === 0 ? Math.round(size) : size.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** Such as 4,473. */
export function countText(count: number): string {
  return thousands.format(Math.round(count) || 0);
}

/** A value of a type's unit, such as 12.3 MiB or 4,473. */
export function valueText(value: number, unit: string): string {
  return unit === "bytes" ? bytesText(value) : countText(value);
}

/** The same with a word for a count: 12.3 MiB, 4,473 objects. */
export function quantityText(value: number, unit: string): string {
  return valueText(value, unit) + (unit === "bytes" ? "" : Math.round(value) === 1 ? " object" : " objects");
}

/** Such as +9.7 MiB. */
export function changeText(change: number, unit: string): string {
  return (change > 0 ? "+" : "") + valueText(change, unit);
}

/** Such as 33.7%; of 0 it is 0.0%. */
export function shareText(part: number, whole: number): string {
  return `${whole === 0 ? "0.0" : ((100 * part) / whole).toFixed(1)}%`;
}
