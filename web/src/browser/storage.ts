// The browser's storage, which can be switched off: then nothing lasts longer than the page.

type Storage = "localStorage" | "sessionStorage";

export function recall(storage: Storage, key: string): string | null {
  try {
    return window[storage].getItem(key) || null;
  } catch {
    return null;
  }
}

export function remember(storage: Storage, key: string, value: string): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // Switched off.
  }
}
