// What a table does with its rows, without a browser: sorting, searching, the rows in sight, and its text.

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

/** Sorted rows in a new array; rows without a value come last, equal rows keep their order. */
export function sortRows<R>(rows: readonly R[], column: ColumnData<R> | undefined, descending: boolean): R[] {
  if (!column) {
    return [...rows];
  }
  const keyed = rows.map((row, index) => ({ row, index, key: column.value(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      return Number(a.key === null) - Number(b.key === null) || a.index - b.index;
    }
    const order =
      typeof a.key === "number" && typeof b.key === "number"
        ? a.key - b.key
        : String(a.key).localeCompare(String(b.key), "en", { numeric: true });
    return (descending ? -order : order) || a.index - b.index;
  });
  return keyed.map((one) => one.row);
}

/** A test for a search: the text as it is or, where it is one, a regular expression; upper and lower case are the same. */
export function matcher(query: string): (text: string) => boolean {
  const plain = query.trim().toLowerCase();
  if (!plain) {
    return () => true;
  }
  let expression: RegExp | null = null;
  try {
    expression = new RegExp(query.trim(), "i");
  } catch {
    // Not an expression, such as "render(": only the plain text counts.
  }
  return (text) => text.toLowerCase().includes(plain) || (expression !== null && expression.test(text));
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
  if (top < scrollTop) {
    return top;
  }
  return Math.max(scrollTop, top + rowHeight + header - height);
}

/** The largest of some values, and at least one; a spread of many thousand values would overflow the stack. */
export function largest<R>(rows: readonly R[], value: (row: R) => number): number {
  return rows.reduce((most, row) => Math.max(most, value(row)), 1);
}

function cell<R>(column: ColumnData<R>, row: R): string {
  return column.text ? column.text(row) : String(column.value(row) ?? "");
}

/** Columns padded with spaces, for an e-mail or an issue. */
export function toText<R>(columns: readonly ColumnData<R>[], rows: readonly R[]): string {
  const lines = [columns.map((column) => column.title), ...rows.map((row) => columns.map((column) => cell(column, row)))];
  const isNumber = columns.map((column) => rows.some((row) => typeof column.value(row) === "number"));
  const widths = columns.map((_, i) => largest(lines, (line) => line[i]!.length));
  return lines
    .map((line) =>
      line
        .map((text, i) => (isNumber[i] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n") + "\n";
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
  const lines = [columns.map((column) => field(column.title)), ...rows.map((row) => columns.map((column) => field(column.value(row))))];
  return lines.map((line) => line.join(",") + "\r\n").join("");
}
