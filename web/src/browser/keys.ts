// Keys and what they do.

/** Does what the key stands for, unless it is part of a shortcut of the browser. */
export function press(event: KeyboardEvent, actions: Record<string, (() => unknown) | undefined>): void {
  const action = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ? undefined : actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

export function isTyping(event: KeyboardEvent): boolean {
  return (event.target as Element).closest("input:not([type=checkbox]), select, textarea, dialog") !== null;
}
