// A small curve in a row of a table.
import { figure } from "../data/format";
import { linePath } from "./chart";
import { largest } from "./tabledata";

const WIDTH = 100;
const HEIGHT = 20;

/** The path of values over times, from 0 to the largest value. */
export function sparkPath(times: readonly number[], values: readonly (number | null)[]): string {
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first;
  const most = largest(values, (value) => value ?? 0);
  // Dumps of one moment stand side by side.
  const x = times.map((at, i) => (WIDTH * (span > 0 ? (at - first) / span : i / Math.max(1, times.length - 1))));
  return linePath(x, values.map((value) => (value === null ? null : HEIGHT - 1 - ((HEIGHT - 2) * value) / most)));
}

export function Sparkline({ times, values, unit }: {
  times: readonly number[];
  /** null where it is unknown. */
  values: readonly (number | null)[];
  unit: string;
}) {
  const known = values.filter((value) => value !== null);
  const text = `from ${figure(known[0], unit)} to ${figure(known.at(-1), unit)}, at most ${figure(largest(known, Number), unit)}`;
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
      <title>{text}</title>
      <path d={sparkPath(times, values)} />
    </svg>
  );
}
