// Keys and what they do.

/** Does what the key stands for, unless it is part of a shortcut of the browser. */
export function press(event: KeyboardEvent, actions: Record<string, () => void>): void {
  const action = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ? undefined : actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}
