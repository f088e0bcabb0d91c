// Lists of many rows: only those in sight are in the document, and keys move between them.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

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

/** The rows of a list that scrolls; each has its number as `data-row`. `goTo` hears of the row that a key moves to. */
export function useRows(list: RefObject<HTMLElement | null>, count: number, at: number, goTo: (row: number) => void) {
  const [{ top, height, row }, setView] = useState({ top: 0, height: 800, row: 26 });
  const [isPrinting, setPrinting] = useState(false);
  const heightOf = (selector: string) => list.current!.querySelector(selector)?.getBoundingClientRect().height || row;
  const measure = () => {
    const { scrollTop, clientHeight } = list.current!;
    setView({ top: scrollTop, height: clientHeight, row: heightOf("[data-row]") });
  };
  useSize(list, measure, []);
  useEffect(() => {
    const listener = ({ type }: Event) => setPrinting(type === "beforeprint");
    const events = ["beforeprint", "afterprint"];
    events.forEach((event) => addEventListener(event, listener));
    return () => events.forEach((event) => removeEventListener(event, listener));
  }, []);
  /** Scrolls to a row and gives it the focus. */
  const focus = (index: number) => {
    const target = Math.max(0, Math.min(count - 1, index));
    const box = list.current!;
    box.scrollTop = scrollFor(target, box.scrollTop, box.clientHeight, row, heightOf("[data-head]"));
    measure();
    goTo(target);
    requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus({ preventScroll: true }));
  };
  const page = Math.max(1, Math.floor(height / row) - 2);
  const by = (step: number) => () => focus(at + step);
  return {
    ...(isPrinting ? { from: 0, to: Math.min(count, MOST_PRINTED) } : visibleRange(top, height, row, count)),
    row,
    measure,
    focus,
    keys: { ArrowDown: by(1), ArrowUp: by(-1), PageDown: by(page), PageUp: by(-page), Home: by(-count), End: by(count) },
  };
}
