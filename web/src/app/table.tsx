// A table that sorts, and draws only the rows in sight.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Grid } from "../browser/grid";
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

/** A column of figures, by the name of a field if there is no function. */
export function figures<R>(
  id: string, title: string, value: (row: R) => number | null = (row) => row[id as keyof R] as number | null, text: (value: number | null) => string = bytes, kind = "n", hint?: string,
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
  /** The key of the selected row, if the view keeps it. */
  selected?: string | null;
  select?(key: string): void;
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
  const [own, setOwn] = useState<string | null>(null);
  const selected = props.selected ?? own;
  const sorted = useMemo(() => {
    const matches = matcher(query);
    const found = query ? rows.filter((row) => matches(props.textOf!(row))) : rows;
    return sortRows(found, columns.find((column) => column.id === sort.id), sort.descending);
  }, [rows, columns, sort.id, sort.descending, query]);
  const details = props.details && (sorted.find((row) => keyOf(row) === selected) ?? sorted[0] ?? null);
  const [focus, setFocus] = useState(() => sorted.findIndex((row) => keyOf(row) === selected));
  const select = (index: number) => {
    setFocus(index);
    (props.select ?? setOwn)(keyOf(sorted[index]!));
  };
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
      <Grid
        label={props.label}
        role="grid"
        kind={props.plainly ? "plainly" : ""}
        tableKind={columns.some(({ kind }) => kind === "name" || kind === "rest") ? "" : "compact"}
        head={columns.map(heading)}
        rows={sorted}
        keyOf={keyOf}
        cells={(row) =>
          columns.map((column) => (
            <td key={column.id} class={column.kind}>
              {column.cell ? column.cell(row) : textOf(column, row)}
            </td>
          ))
        }
        attributes={(row) => ({
          class: props.rowClass?.(row),
          "aria-selected": details ? row === details : undefined,
          onDblClick: () => props.open?.(row),
        })}
        at={Math.max(0, Math.min(focus, sorted.length - 1))}
        goTo={select}
        keys={(row, event) => ({ Enter: event.target === event.currentTarget ? () => props.open?.(row) : undefined })}
      >
        {sorted.length === 0 && <div class="empty">{query ? `Nothing matches “${query}”.` : props.empty}</div>}
      </Grid>
      {details !== undefined && props.details!(details)}
    </>
  );
}
