// A table that sorts, and draws only the rows in sight.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { press } from "../browser/keys";
import { useRows } from "../browser/rows";
import { bytes, count } from "../data/format";
import { withParams } from "./route";
import { announce, go, route } from "./store";
import {
  formatSort, isNumeric, matcher, parseSort, sortRows, textOf, toCsv, toText, type ColumnData, type Sort,
} from "./tabledata";
import { copy } from "./widgets";

export interface Column<R> extends ColumnData<R> {
  cell?(row: R): ComponentChildren;
  /** Explains the column on hover. */
  hint?: string | undefined;
  /** CSS classes: "n" for figures, "wide" and "medium" for columns that a narrow window leaves out. */
  kind?: string;
}

/** A column of figures. */
export function figures<R>(
  id: string, title: string, value: (row: R) => number | null, text: (value: number | null) => string = bytes, kind = "n", hint?: string,
): Column<R> {
  return { id, title, kind, hint, value, text: (row) => text(value(row)) };
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

/** Its order and search are in the address, as sort and find. */
export function Table<R>(props: Props<R>) {
  const { columns, rows, keyOf } = props;
  const { params } = route.value;
  const sort = parseSort(params.get("sort"), props.usual);
  const query = (props.textOf && params.get("find")) ?? "";
  const change = (what: Record<string, string>) => go(withParams(route.value, what), true);
  const frame = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const sorted = useMemo(() => {
    const matches = matcher(query);
    const found = query ? rows.filter((row) => matches(props.textOf!(row))) : rows;
    return sortRows(found, columns.find((column) => column.id === sort.id), sort.descending);
  }, [rows, columns, sort.id, sort.descending, query]);
  const details = props.details && (sorted.find((row) => keyOf(row) === selected) ?? sorted[0] ?? null);
  useEffect(() => setFocus((old) => Math.min(old, Math.max(0, sorted.length - 1))), [sorted]);
  const select = (index: number) => {
    setFocus(index);
    setSelected(keyOf(sorted[index]!));
  };
  const view = useRows(frame, sorted.length, focus, select);

  const heading = (column: Column<R>) => {
    const isSorted = column.id === sort.id;
    const descending = isSorted ? !sort.descending : isNumeric(column, rows);
    const sortBy = () => {
      change({ sort: formatSort({ id: column.id, descending }) });
      announce(`Sorted by ${column.title}, ${descending ? "descending" : "ascending"}.`);
    };
    return (
      <th
        key={column.id}
        scope="col"
        class={column.kind}
        aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : "none"}
      >
        <button class="plain" title={column.hint} onClick={sortBy}>
          <span class="arrow" aria-hidden="true">
            {isSorted ? (sort.descending ? "▾" : "▴") : ""}
          </span>
          {column.title}
        </button>
      </th>
    );
  };
  const tableRow = (row: R, index: number) => (
    <tr
      key={keyOf(row)}
      data-row={index}
      aria-rowindex={index + 2}
      tabIndex={index === focus ? 0 : -1}
      class={props.rowClass?.(row)}
      aria-selected={details ? row === details : undefined}
      onFocus={() => select(index)}
      onKeyDown={(event) =>
        press(event, { ...view.keys, Enter: event.target === event.currentTarget ? () => props.open?.(row) : undefined })
      }
      onDblClick={() => props.open?.(row)}
    >
      {columns.map((column) => (
        <td key={column.id} class={column.kind}>
          {column.cell ? column.cell(row) : textOf(column, row)}
        </td>
      ))}
    </tr>
  );
  const spacer = (rowCount: number) =>
    rowCount > 0 && (
      <tr aria-hidden="true">
        <td colSpan={columns.length} class="spacer" style={{ height: `${rowCount * view.row}px` }} />
      </tr>
    );
  return (
    <>
      {props.textOf && (
        <div class="toolbar">
          {props.toolbar}
          <label class="search">
            <input
              type="search"
              aria-label="Search"
              placeholder="Search  ( / )"
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
            <button onClick={() => copy(toText(columns, sorted), "Table")}>Copy text</button>
            <button onClick={() => copy(toCsv(columns, sorted), "Table as CSV")}>Copy CSV</button>
          </span>
        </div>
      )}
      <div class={props.plainly ? "table plainly" : "table"} ref={frame} onScroll={view.measure} tabIndex={-1}>
        <table
          class={columns.some(({ kind }) => kind === "name" || kind === "rest") ? "" : "compact"}
          role="grid"
          aria-label={props.label}
          aria-rowcount={sorted.length + 1}
        >
          <thead data-head>
            <tr>{columns.map(heading)}</tr>
          </thead>
          <tbody>
            {spacer(view.from)}
            {sorted.slice(view.from, view.to).map((row, offset) => tableRow(row, view.from + offset))}
            {spacer(sorted.length - view.to)}
          </tbody>
        </table>
        {sorted.length === 0 && <div class="none">{query ? `Nothing matches “${query}”.` : props.empty}</div>}
      </div>
      {details !== undefined && props.details!(details)}
    </>
  );
}
