// The same tree as a table: for screen readers, and for reading numbers.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Grid } from "../browser/grid";
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
  const last = useRef(tree);
  if (last.current !== tree) {
    last.current = tree;
    setOpen(heaviestPath(tree));
    setAt(0);
  }

  const rows = useMemo(() => visibleRows(tree, open), [tree, open]);
  const current = Math.max(0, rows.indexOf(at));
  const hasBefore = frames.data.baseValues !== null;

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
      setAt(chosen);
    }
  }, [chosen]);

  const hasChildren = (box: number) => tree.first[box + 1]! > tree.first[box]!;
  const keys = (box: number, _: KeyboardEvent, move: (to: number) => void) => {
    const isOpen = open.has(box) && hasChildren(box);
    return {
      ArrowRight: () => (isOpen ? move(current + 1) : hasChildren(box) && toggle(box, true)),
      ArrowLeft: () => (isOpen ? toggle(box, false) : box > 0 && move(rows.indexOf(tree.parent[box]!))),
      Enter: () => zoom({ tree, box }),
    };
  };
  const attributes = (box: number) => {
    const parent = tree.parent[box]!;
    return {
      class: flags?.[tree.frame[box]!] ? "flame-found" : undefined,
      "aria-level": tree.depth[box]! + 1,
      "aria-posinset": parent < 0 ? 1 : box - tree.first[parent]! + 1,
      "aria-setsize": parent < 0 ? 1 : tree.first[parent + 1]! - tree.first[parent]!,
      "aria-expanded": hasChildren(box) ? open.has(box) : undefined,
      onClick: () => hasChildren(box) && toggle(box, !open.has(box)),
    };
  };
  const cells = (box: number) => {
    const frame = tree.frame[box]!;
    const total = tree.total[box]!;
    return (
      <>
        <td class="n">{figure(total, unit)}</td>
        <td class="n">{percent(total, whole)}</td>
        <td class="n">{figure(tree.self[box]!, unit)}</td>
        {hasBefore && <td class="n">{signed(total - tree.before[box]!, unit)}</td>}
        <td class="name" style={{ paddingLeft: `${Math.min(tree.depth[box]!, 40) * 12}px` }} title={frames.key(frame)}>
          <i aria-hidden="true">{hasChildren(box) ? (open.has(box) ? "▾" : "▸") : ""}</i>
          {frames.name(frame)} <span class="muted small">{frames.source(frame)}</span>
        </td>
      </>
    );
  };
  const titles = ["Total", "Share", "Self", ...(hasBefore ? ["Change"] : [])];
  return (
    <Grid
      label={title}
      role="treegrid"
      head={
        <>
          {titles.map((name) => (
            <th key={name} scope="col" class="n">
              {name}
            </th>
          ))}
          <th scope="col">{title}</th>
        </>
      }
      rows={rows}
      keyOf={(box) => box}
      at={current}
      goTo={(row) => {
        setAt(rows[row]!);
        choose(rows[row]!);
      }}
      {...{ cells, attributes, keys }}
    />
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
