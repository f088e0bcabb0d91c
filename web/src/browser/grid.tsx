// A table of many rows: only those in sight are in the document, and keys move between them.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { press } from "./keys";

/** Paper gets no more rows. */
const MOST_PRINTED = 2_000;

/** Calls `measure` now and whenever the element has another size. */
export function useSize(element: RefObject<Element | null>, measure: () => void, inputs: unknown[] = []): void {
  useLayoutEffect(() => {
    if (!element.current) {
      return undefined;
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, inputs);
}

/** The rows to draw: those in sight and some on each side. */
export function visibleRange(
  scrollTop: number, height: number, rowHeight: number, rows: number, spare = 12,
): { from: number; to: number } {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - spare;
  const last = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + spare;
  const from = Math.max(0, Math.min(first, rows));
  return { from, to: Math.max(from, Math.min(last, rows)) };
}

/** Where to scroll so that a row is in sight below the header. */
export function scrollFor(row: number, scrollTop: number, height: number, rowHeight: number, header: number): number {
  const top = row * rowHeight;
  return top < scrollTop ? top : Math.max(scrollTop, top + rowHeight + header - height);
}

interface Props<R> {
  label: string;
  role: "grid" | "treegrid";
  /** CSS classes of the box that scrolls, and of the table in it. */
  kind?: string;
  tableKind?: string;
  /** The cells of the head. */
  head: ComponentChildren;
  rows: readonly R[];
  keyOf(row: R): string | number;
  cells(row: R): ComponentChildren;
  attributes(row: R): Record<string, unknown>;
  /** The row that has, or gets, the focus. */
  at: number;
  goTo(row: number): void;
  /** What other keys do on a row. */
  keys(row: R, event: KeyboardEvent, move: (to: number) => void): Record<string, (() => unknown) | undefined>;
  /** Below the rows. */
  children?: ComponentChildren;
}

export function Grid<R>({ label, role, kind = "", tableKind, head, rows, keyOf, cells, attributes, at, goTo, keys, children }: Props<R>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height, line }, setView] = useState({ top: 0, height: 800, line: 26 });
  const [isPrinting, setPrinting] = useState(false);
  const heightOf = (selector: string) => box.current!.querySelector(selector)?.getBoundingClientRect().height || line;
  const measure = () => {
    const { scrollTop, clientHeight } = box.current!;
    setView({ top: scrollTop, height: clientHeight, line: heightOf("[data-row]") });
  };
  useSize(box, measure);
  useEffect(() => {
    const listener = ({ type }: Event) => setPrinting(type === "beforeprint");
    const events = ["beforeprint", "afterprint"];
    events.forEach((event) => addEventListener(event, listener));
    return () => events.forEach((event) => removeEventListener(event, listener));
  }, []);
  useLayoutEffect(() => {
    const { scrollTop, clientHeight } = box.current!;
    box.current!.scrollTop = scrollFor(at, scrollTop, clientHeight, line, heightOf("thead"));
  }, [at]);
  const move = (to: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, to));
    goTo(target);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus({ preventScroll: true }));
  };
  const by = (step: number) => () => move(at + step);
  const page = Math.max(1, Math.floor(height / line) - 2);
  const moves = { ArrowDown: by(1), ArrowUp: by(-1), PageDown: by(page), PageUp: by(-page), Home: by(-at), End: by(rows.length) };

  const { from, to } = isPrinting ? { from: 0, to: Math.min(rows.length, MOST_PRINTED) } : visibleRange(top, height, line, rows.length);
  const drawn: ComponentChildren[] = [];
  let next = 0;
  const skipTo = (index: number) => {
    if (index > next) {
      drawn.push(
        <tr key={`before ${index}`} aria-hidden="true">
          <td colSpan={99} class="spacer" style={{ height: `${(index - next) * line}px` }} />
        </tr>,
      );
    }
    next = index;
  };
  const draw = (index: number) => {
    const row = rows[index]!;
    skipTo(index);
    next++;
    drawn.push(
      <tr
        key={keyOf(row)}
        data-row={index}
        aria-rowindex={index + 2}
        tabIndex={index === at ? 0 : -1}
        onFocus={() => goTo(index)}
        onKeyDown={(event) => press(event, { ...moves, ...keys(row, event, move) })}
        {...attributes(row)}
      >
        {cells(row)}
      </tr>,
    );
  };
  // The row with the focus stays in the document.
  if (at < from && at < rows.length) {
    draw(at);
  }
  for (let index = from; index < to; index++) {
    draw(index);
  }
  if (at >= to && at < rows.length) {
    draw(at);
  }
  skipTo(rows.length);
  return (
    <div class={"table " + kind} ref={box} onScroll={measure} tabIndex={-1}>
      <table class={tableKind} role={role} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <tbody>{drawn}</tbody>
      </table>
      {children}
    </div>
  );
}
