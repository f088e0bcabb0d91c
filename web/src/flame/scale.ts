/** How much larger than usual the page's text is: on large screens, or where the reader wants larger text. */
export const SCALE = typeof document === "undefined" ? 1 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
