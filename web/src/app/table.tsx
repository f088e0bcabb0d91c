// A table that sorts, and draws only the rows in sight.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { count } from "./format";
import { withParams } from "./route";
import { signal } from "./signal";
import { announce, go, route } from "./store";
import {
  formatSort, matcher, parseSort, scrollFor, sortRows, toCsv, toText, visibleRange, type ColumnData, type Sort,
} from "./tabledata";
import { copy } from "./widgets";

export interface Column<R> extends ColumnData<R> {
  cell?(row: R): ComponentChildren;
  /** Explains the column on hover. */
  hint?: string;
  /** CSS classes: "n" for figures, "wide" and "medium" for columns that a narrow window leaves out. */
  kind?: string;
  /** A column of figures is sorted from the largest at first. */
  ascending?: boolean;
}

interface Props<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf(row: R): string;
  /** The order if the address has none. */
  usual: Sort;
  /** What a search looks at; without it there is no search. */
  textOf?(row: R): string;
  /** Beside the search field. */
  toolbar?: ComponentChildren;
  /** Where a row leads; a double click or Enter goes there. */
  open?(row: R): void;
  /** Below the table: all about the selected row. */
  details?(row: R | null): ComponentChildren;
  rowClass?(row: R): string;
  /** Shown if there are no rows. */
  empty: ComponentChildren;
  /** As high as its rows. */
  plainly?: boolean;
}

const MOST_PRINTED = 2_000;

/** All rows are drawn for the printer. */
const isPrinting = signal(false);
if (typeof addEventListener !== "undefined") {
  addEventListener("beforeprint", () => (isPrinting.value = true));
  addEventListener("afterprint", () => (isPrinting.value = false));
}

/** Its order and search are in the address, as sort and find. */
export function Table<R>(props: Props<R>) {
  const { columns, rows, keyOf, textOf } = props;
  const { params } = route.value;
  const sort = parseSort(params.get("sort"), props.usual);
  const query = (textOf && params.get("find")) ?? "";
  const change = (what: Record<string, string>) => go(withParams(route.value, what), true);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, row: 26, header: 26 });
  const [focus, setFocus] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const sorted = useMemo(() => {
    const matches = matcher(query);
    const found = textOf ? rows.filter((row) => matches(textOf(row))) : rows;
    return sortRows(found, columns.find((column) => column.id === sort.id), sort.descending);
  }, [rows, columns, sort.id, sort.descending, query]);
  const details = props.details && (sorted.find((row) => keyOf(row) === selected) ?? sorted[0] ?? null);
  const measure = () => {
    const box = frame.current;
    const row = box?.querySelector("tbody tr[data-row]")?.getBoundingClientRect().height;
    const header = box?.querySelector("thead")?.getBoundingClientRect().height;
    if (box) {
      setView((old) => ({ top: box.scrollTop, height: box.clientHeight, row: row || old.row, header: header || old.header }));
    }
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    setFocus((old) => Math.min(old, Math.max(0, sorted.length - 1)));
  }, [sorted]);
  const range = isPrinting.value
    ? { from: 0, to: Math.min(sorted.length, MOST_PRINTED) }
    : visibleRange(view.top, view.height, view.row, sorted.length);

  const focusRow = (index: number) => {
    const target = Math.max(0, Math.min(sorted.length - 1, index));
    const box = frame.current!;
    box.scrollTop = scrollFor(target, box.scrollTop, box.clientHeight, view.row, view.header);
    setFocus(target);
    measure();
    setSelected(keyOf(sorted[target]!));
    requestAnimationFrame(() => box.querySelector<HTMLElement>(`tr[data-row="${target}"]`)?.focus({ preventScroll: true }));
  };
  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / view.row) - 2);
    const step: Record<string, number> = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -sorted.length, End: sorted.length,
    };
    const move = step[event.key];
    if (move !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      focusRow(focus + move);
    } else if (event.key === "Enter" && sorted[focus] && event.target === event.currentTarget) {
      props.open?.(sorted[focus]);
    }
  };
  const spacer = (rowCount: number) =>
    rowCount > 0 && (
      <tr aria-hidden="true">
        <td colSpan={columns.length} class="spacer" style={{ height: `${rowCount * view.row}px` }} />
      </tr>
    );
  const table = (
    <div class={props.plainly ? "table plainly" : "table"} ref={frame} onScroll={measure} tabIndex={-1}>
      <table class={columns.some(({ kind }) => kind === "name" || kind === "rest") ? "" : "compact"} role="grid" aria-label={props.label} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = column.id === sort.id;
              const descending = isSorted ? !sort.descending : !column.ascending;
              return (
                <th
                  key={column.id}
                  scope="col"
                  class={column.kind}
                  aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : "none"}
                >
                  <button
                    class="plain"
                    title={column.hint}
                    onClick={() => {
                      change({ sort: formatSort({ id: column.id, descending }) });
                      announce(`Sorted by ${column.title}, ${descending ? "descending" : "ascending"}.`);
                    }}
                  >
                    <span class="arrow" aria-hidden="true">
                      {isSorted ? (sort.descending ? "▾" : "▴") : ""}
                    </span>
                    {column.title}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {spacer(range.from)}
          {sorted.slice(range.from, range.to).map((row, offset) => {
            const index = range.from + offset;
            const key = keyOf(row);
            return (
              <tr
                key={key}
                data-row={index}
                aria-rowindex={index + 2}
                tabIndex={index === focus ? 0 : -1}
                class={`${props.rowClass?.(row) ?? ""} ${props.open ? "opens" : ""}`}
                aria-selected={details ? row === details : undefined}
                onFocus={() => {
                  setFocus(index);
                  setSelected(key);
                }}
                onKeyDown={onKey}
                onDblClick={() => props.open?.(row)}
              >
                {columns.map((column) => (
                  <td key={column.id} class={column.kind}>
                    {column.cell ? column.cell(row) : column.text ? column.text(row) : column.value(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {spacer(sorted.length - range.to)}
        </tbody>
      </table>
      {sorted.length === 0 && <div class="none">{query ? `Nothing matches “${query}”.` : props.empty}</div>}
    </div>
  );
  return (
    <>
      {textOf && (
        <div class="toolbar">
          {props.toolbar}
          <label class="search">
            <span class="hidden">Search</span>
            <input
              type="search"
              placeholder="Search  ( / )"
              data-search
              value={query}
              spellcheck={false}
              onInput={(event) => change({ find: event.currentTarget.value })}
            />
            <span class="muted" role="status">
              {query && `${count(sorted.length)} of `}
              {count(rows.length)} rows
            </span>
          </label>
          <span class="group" role="group" aria-label="Copy the table">
            <button onClick={() => void copy(toText(columns, sorted), "Table")}>Copy text</button>
            <button onClick={() => void copy(toCsv(columns, sorted), "Table as CSV")}>Copy CSV</button>
          </span>
        </div>
      )}
      {table}
      {details !== undefined && props.details!(details)}
    </>
  );
}

