// The menu of a box.

import { useLayoutEffect, useRef } from "preact/hooks";
import { press } from "../browser/keys";

export interface MenuItem {
  text: string;
  key?: string;
  run(): void;
}

interface MenuProps {
  x: number;
  y: number;
  title: string;
  items: MenuItem[];
  close(): void;
}

export function Menu({ x, y, title, items, close }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = list;
    if (element) {
      // Inside the window, whatever its size.
      element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - element.offsetWidth - 4))}px`;
      element.style.top = `${Math.max(4, Math.min(y, window.innerHeight - element.offsetHeight - 4))}px`;
      element.querySelector("button")?.focus();
    }
    const outside = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) {
        close();
      }
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...list.current!.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const goTo = (index: number) => () => buttons.at(index % buttons.length)!.focus();
    press(event, { ArrowDown: goTo(at + 1), ArrowUp: goTo(at - 1), Home: goTo(0), End: goTo(-1), Escape: close, Tab: close });
    event.stopPropagation();
  };
  return (
    <div class="flame-menu" role="menu" aria-label={title} ref={list} onKeyDown={onKey}>
      {items.map((item) => (
        <button
          role="menuitem"
          tabIndex={-1}
          key={item.text}
          onClick={() => {
            close();
            item.run();
          }}
        >
          {item.text}
          {item.key && <span class="muted">{item.key}</span>}
        </button>
      ))}
    </div>
  );
}
