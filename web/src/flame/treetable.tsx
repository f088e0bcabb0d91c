// The same tree as a table: for screen readers, and for reading numbers. Only the rows in view are in the document.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { press } from "../browser/keys";
import { useRows } from "../browser/rows";
import type { Frames } from "../data/stacks";
import type { Tree } from "../data/tree";
import { figure, percent, signed } from "../data/format";
import type { Box } from "./layout";

interface TreeTableProps {
  frames: Frames;
  tree: Tree;
  title: string;
  unit: string;
  whole: number;
  /** The box to show, such as a match of the search. */
  chosen: number | null;
  choose(box: number): void;
  flags: Uint8Array | null;
  zoom(at: Box): void;
}

export function TreeTable({ frames, tree, title, unit, whole, chosen, choose, flags, zoom }: TreeTableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => heaviestPath(tree));
  const [at, setAt] = useState(0);
  const view = useRef<HTMLDivElement>(null);

  const last = useRef(tree);
  if (last.current !== tree) {
    last.current = tree;
    setOpen(heaviestPath(tree));
    setAt(0);
  }

  const rows = useMemo(() => visibleRows(tree, open), [tree, open]);
  const current = Math.max(0, rows.indexOf(at));
  const hasBefore = frames.data.baseValues !== null;

  const goTo = (index: number) => setAt(rows[index]!);
  const list = useRows(view, rows.length, current, goTo);
  // The current row stays in the document, so that it can have the focus.
  const drawn = Array.from({ length: list.to - list.from }, (_, i) => list.from + i);
  if (current < list.from || current >= list.to) {
    drawn.push(current);
  }

  const toggle = (box: number, on: boolean) => {
    const next = new Set(open);
    if (on) {
      // What has one child is opened on to where it branches.
      for (let i = box; ; i = tree.first[i]!) {
        next.add(i);
        if (tree.first[i + 1]! - tree.first[i]! !== 1) {
          break;
        }
      }
    } else {
      next.delete(box);
    }
    setOpen(next);
  };

  // Opens the way to a box that was chosen elsewhere.
  useLayoutEffect(() => {
    if (chosen !== null && chosen !== at) {
      const next = new Set(open);
      for (let box = tree.parent[chosen]!; box >= 0; box = tree.parent[box]!) {
        next.add(box);
      }
      setOpen(next);
      const index = visibleRows(tree, next).indexOf(chosen);
      view.current!.scrollTop = Math.max(0, (index - 4) * list.row);
      setAt(chosen);
    }
  }, [chosen]);

  const onKey = (event: KeyboardEvent) => {
    const box = rows[current]!;
    const hasChildren = tree.first[box + 1]! > tree.first[box]!;
    const isOpen = open.has(box) && hasChildren;
    press(event, {
      ...list.keys,
      ArrowRight: () => (isOpen ? list.focus(current + 1) : hasChildren && toggle(box, true)),
      ArrowLeft: () => (isOpen ? toggle(box, false) : box > 0 && list.focus(rows.indexOf(tree.parent[box]!))),
      Enter: () => zoom({ tree, box }),
    });
  };

  return (
    <div
      class="flame-table"
      role="treegrid"
      aria-label={title}
      aria-rowcount={rows.length + 1}
      aria-colcount={hasBefore ? 5 : 4}
      ref={view}
      onScroll={list.measure}
      onKeyDown={onKey}
    >
      <div role="row" class="flame-head" data-head aria-rowindex={1}>
        <span role="columnheader">Total</span>
        <span role="columnheader">Share</span>
        <span role="columnheader">Self</span>
        {hasBefore && <span role="columnheader">Change</span>}
        <span role="columnheader">{title}</span>
      </div>
      <div role="rowgroup" class="flame-rows" style={{ height: `${rows.length * list.row}px` }}>
        {drawn.map((index) => {
          const box = rows[index]!;
          const frame = tree.frame[box]!;
          const hasChildren = tree.first[box + 1]! > tree.first[box]!;
          const parent = tree.parent[box]!;
          const total = tree.total[box]!;
          return (
            <div
              key={box}
              role="row"
              data-row={index}
              class={flags?.[frame] ? "flame-found" : undefined}
              aria-level={tree.depth[box]! + 1}
              aria-rowindex={index + 2}
              aria-posinset={parent < 0 ? 1 : box - tree.first[parent]! + 1}
              aria-setsize={parent < 0 ? 1 : tree.first[parent + 1]! - tree.first[parent]!}
              aria-expanded={hasChildren ? open.has(box) : undefined}
              tabIndex={index === current ? 0 : -1}
              style={{ top: `${index * list.row}px` }}
              onFocus={() => {
                setAt(box);
                choose(box);
              }}
              onClick={() => hasChildren && toggle(box, !open.has(box))}
            >
              <span role="gridcell">{figure(total, unit)}</span>
              <span role="gridcell">{percent(total, whole)}</span>
              <span role="gridcell">{figure(tree.self[box]!, unit)}</span>
              {hasBefore && <span role="gridcell">{signed(total - tree.before[box]!, unit)}</span>}
              <span role="gridcell" style={{ paddingLeft: `${Math.min(tree.depth[box]!, 40) * 12}px` }} title={frames.key(frame)}>
                <i aria-hidden="true">{hasChildren ? (open.has(box) ? "▾" : "▸") : ""}</i>
                {frames.name(frame)} <span class="muted small">{frames.source(frame)}</span>
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The root, and the widest way down from it until it branches into parts of a similar size. */
function heaviestPath(tree: Tree): Set<number> {
  const open = new Set([0]);
  for (let box = 0; tree.first[box + 1]! > tree.first[box]!; ) {
    const child = tree.first[box]!;
    if (tree.weight[child]! < 0.8 * tree.weight[box]!) {
      break;
    }
    open.add(child);
    box = child;
  }
  return open;
}

/** The boxes whose callers are all open, in depth-first order. */
function visibleRows(tree: Tree, open: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  const waiting = [0];
  while (waiting.length > 0) {
    const box = waiting.pop()!;
    rows.push(box);
    if (open.has(box)) {
      for (let child = tree.first[box + 1]! - 1; child >= tree.first[box]!; child--) {
        waiting.push(child);
      }
    }
  }
  return rows;
}
