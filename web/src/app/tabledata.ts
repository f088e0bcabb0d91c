// What a table does with its rows, without a browser: sorting, searching, and its text.

export interface ColumnData<R> {
  id: string;
  title: string;
  /** What the column is sorted by, and what a copy contains. */
  value(row: R): number | string | null;
  /** Its text; without it the value. */
  text?(row: R): string;
}

export interface Sort {
  id: string;
  descending: boolean;
}

export function parseSort(text: string | null, usual: Sort): Sort {
  return text ? { id: text.replace(/^-/, ""), descending: text.startsWith("-") } : usual;
}

export function formatSort(sort: Sort): string {
  return (sort.descending ? "-" : "") + sort.id;
}

// Much faster than localeCompare.
const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Sorted rows in a new array; rows without a value come last, equal rows keep their order. */
export function sortRows<R>(rows: readonly R[], column: ColumnData<R> | undefined, descending: boolean): R[] {
  const keyed = rows.map((row) => ({ row, key: column ? column.value(row) : null }));
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) {
      return Number(a === null) - Number(b === null);
    }
    const order = typeof a === "number" && typeof b === "number" ? a - b : COLLATOR.compare(String(a), String(b));
    return descending ? -order : order;
  });
  return keyed.map(({ row }) => row);
}

/** A test for a search: the text as it is or, where it is one, a regular expression; upper and lower case are the same. */
export function matcher(query: string): (text: string) => boolean {
  const plain = query.trim().toLowerCase();
  let expression: RegExp | null = null;
  try {
    expression = new RegExp(query.trim(), "i");
  } catch {
    // Not an expression, such as "render(": only the plain text counts.
  }
  return (text) => text.toLowerCase().includes(plain) || expression?.test(text) === true;
}

/** The largest of some values, and at least one; a spread of many thousand values would overflow the stack. */
export function largest<R>(rows: readonly R[], value: (row: R) => number): number {
  return rows.reduce((most, row) => Math.max(most, value(row)), 1);
}

export function textOf<R>(column: ColumnData<R>, row: R): string {
  return column.text ? column.text(row) : String(column.value(row) ?? "");
}

export function isNumeric<R>(column: ColumnData<R>, rows: readonly R[]): boolean {
  return rows.some((row) => typeof column.value(row) === "number");
}

/** Columns padded with spaces, for an e-mail or an issue. */
export function toText<R>(columns: readonly ColumnData<R>[], rows: readonly R[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => textOf(column, row)))];
  const isNumber = columns.map((column) => isNumeric(column, rows));
  const widths = columns.map((_, i) => largest(lines, (line) => line[i]!.length));
  const padded = (text: string, i: number) => (isNumber[i] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!));
  return lines.map((line) => line.map(padded).join("  ").trimEnd() + "\n").join("");
}

/** RFC 4180, with plain numbers. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function toCsv<R>(columns: readonly ColumnData<R>[], rows: readonly R[]): string {
  const field = (value: number | string | null) => {
    if (typeof value !== "string") {
      return value === null ? "" : String(value);
    }
    const safe = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => column.value(row)))];
  return lines.map((line) => line.map(field).join(",") + "\r\n").join("");
}
