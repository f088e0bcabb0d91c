// Lines over time, as SVG: it takes its colours from the style sheet and prints sharply.
import { useRef, useState } from "preact/hooks";
import { press } from "../browser/keys";
import { useSize } from "../browser/grid";
import { figure, ticks, time } from "../data/format";
import { largest } from "./tabledata";

export interface Series {
  name: string;
  hint: string;
  values: readonly (number | null)[];
}

export interface Mark {
  at: number;
  text: string;
}

const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 14400, 43200];
const DAY = 86_400;

/** Times of an axis: at whole steps, about a hundred pixels apart. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const seconds = (to - from) / 1000 / Math.max(1, most);
  const step = (STEPS.find((one) => one >= seconds) ?? DAY * Math.ceil(seconds / DAY)) * 1000;
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** A line's path; where a value is unknown the line is interrupted. */
export function linePath(xs: readonly number[], ys: readonly (number | null)[]): string {
  let path = "";
  let pen = "M";
  ys.forEach((y, i) => {
    if (y === null) {
      pen = "M";
    } else {
      path += `${pen}${xs[i]!.toFixed(1)} ${y.toFixed(1)}`;
      pen = "L";
    }
  });
  return path;
}

/** The index of the time nearest to one; times ascend. */
export function nearest(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 && at - times[low - 1]! < times[low]! - at ? low - 1 : low;
}

/** Sets the colour of the series, or of the part, with this index. */
export const seriesColour = (index: number) => ({ "--c": `var(--s${index % 6})` });

export function Chart({
  label, unit, times, series, marks = [], onSpan,
}: {
  label: string;
  /** bytes or count. */
  unit: string;
  times: readonly number[];
  series: readonly Series[];
  marks?: readonly Mark[];
  /** The user chose the time between two moments. A chart without it is low, and does not grow. */
  onSpan?(from: number, to: number): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, rem }, setSize] = useState({ width: 600, rem: 14 });
  const [cursor, setCursor] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  useSize(box, () =>
    setSize({ width: box.current!.clientWidth, rem: parseFloat(getComputedStyle(document.documentElement).fontSize) }),
  );

  const top = rem / 2;
  const left = 5.4 * rem;
  const right = width - rem / 2;
  const height = !onSpan ? 9 * rem : Math.max(14 * rem, Math.min(0.35 * innerHeight, 0.45 * width));
  const bottom = height - 1.6 * rem;
  const last = times.at(-1) ?? 0;
  // Where it grows, at least a minute: the first moments are not stretched over the whole width.
  const from = Math.min(times[0] ?? 0, last - (onSpan ? 60_000 : 0));
  const x = (at: number) => left + ((at - from) / (last - from || 1)) * (right - left);
  const steps = ticks(largest(series, (one) => largest(one.values, (value) => value ?? 0)), unit);
  const y = (value: number) => bottom - (value / (steps.at(-1) || 1)) * (bottom - top);
  const xs = times.map(x);
  const at = cursor ?? times.length - 1;

  const indexAt = (event: PointerEvent) => {
    const edge = box.current!.getBoundingClientRect().left;
    return nearest(times, from + ((event.clientX - edge - left) / (right - left)) * (last - from));
  };
  const by = (step: number) => () => setCursor(Math.max(0, Math.min(times.length - 1, at + step)));
  const choose = (to: number) => {
    setDragged(null);
    if (dragged !== null && Math.abs(xs[to]! - xs[dragged]!) > 8) {
      onSpan!(times[Math.min(to, dragged)]!, times[Math.max(to, dragged)]!);
    }
  };
  const keys = {
    ArrowLeft: by(-1), ArrowRight: by(1), Home: by(-times.length), End: by(times.length),
    Enter: onSpan && (() => (dragged === null ? setDragged(at) : choose(at))),
    Escape: () => setDragged(null),
  };
  return (
    <figure class="chart">
      <div
        ref={box}
        tabIndex={0}
        role="slider"
        aria-valuemax={Math.max(0, times.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-label={label}
        aria-valuetext={`${time(times[at])}: ${series.map((one) => `${one.name} ${figure(one.values[at], unit)}`).join(", ")}`}
        onKeyDown={(event) => press(event, keys)}
        onPointerMove={(event) => setCursor(indexAt(event))}
        onPointerLeave={() => setCursor(null)}
        onPointerDown={(event) => {
          box.current!.setPointerCapture(event.pointerId);
          setDragged(onSpan ? indexAt(event) : null);
        }}
        onPointerUp={(event) => choose(indexAt(event))}
      >
        <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true">
          {steps.map((tick) => (
            <g key={tick}>
              <line class="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text class="axis" x={left - rem / 2} y={y(tick) + rem / 3} text-anchor="end">
                {figure(tick, unit)}
              </text>
            </g>
          ))}
          {timeTicks(from, last - (last - from) / 40, (right - left) / (7 * rem)).map((tick) => (
            <text class="axis" key={tick} x={x(tick)} y={height - rem / 3} text-anchor="middle">
              {last - from > 1000 * DAY ? time(tick, 0).slice(5, 16) : time(tick, tick)}
            </text>
          ))}
          {marks
            .filter((mark) => mark.at >= from && mark.at <= last)
            .map((mark) => (
              <path key={mark.at} class="mark" d={`M${x(mark.at)} ${top}V${bottom}`}>
                <title>{mark.text}</title>
              </path>
            ))}
          {dragged !== null && (
            <rect
              class="span"
              x={Math.min(xs[dragged]!, xs[at]!)}
              y={top}
              width={Math.abs(xs[at]! - xs[dragged]!)}
              height={bottom - top}
            />
          )}
          {series.map((one, i) => (
            <path
              key={one.name}
              class={i === 4 ? "line dashed" : "line"}
              style={seriesColour(i)}
              d={linePath(xs, one.values.map((value) => (value === null ? null : y(value))))}
            />
          ))}
          {cursor !== null && <line class="cursor" x1={xs[at]} x2={xs[at]} y1={top} y2={bottom} />}
        </svg>
      </div>
      <figcaption>
        <span class="muted when">{times.length ? time(times[at]) : ""}</span>
        {series.map((one, i) => (
          <span key={one.name} class="key" title={one.hint}>
            <i class={i === 4 ? "line dashed" : "line"} style={seriesColour(i)} />
            {one.name} <b>{figure(one.values[at], unit)}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
