// Signals: values that draw the page again when they change. As in @preact/signals, which has ten times as much code.

export interface Signal<T> {
  value: T;
}

let draw = () => {};
let isDue = false;

/** A value of the store. All changes of a moment draw the page once. */
export function signal<T>(first: T): Signal<T> {
  let value = first;
  return {
    get value() {
      return value;
    },
    set value(next) {
      if (next !== value) {
        value = next;
        drawSoon();
      }
    },
  };
}

function drawSoon(): void {
  if (!isDue) {
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      draw();
    });
  }
}

/** Draws the page now, and again whenever a signal changes. */
export function drawBy(render: () => void): void {
  draw = render;
  render();
}
