// The flame graph with its controls: a controlled component, the page owns its state.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageData } from "../data/profile";
import { searchExpression, matched, matches, neighbour } from "../data/search";
import { copyText, save as saveFile } from "../browser/files";
import { isTyping, press } from "../browser/keys";
import { useSize } from "../browser/grid";
import { percent, quantity, signed } from "../data/format";
import { ANYWHERE, UP, Frames, exactly, select, topHolder, type Filter } from "../data/stacks";
import { CUT_SHOWS, bottomUp, boxAt, pathOf, sandwich, topDown, type Tree } from "../data/tree";
import { shortName } from "../data/names";
import { filler, palette } from "./colours";
import { Breadcrumb, Chips, Legend, Toolbar } from "./controls";
import { LINE, draw, svg } from "./draw";
import type { Look } from "./draw";
import { beside, find, hit, lay, lineOfHit, zoomOf } from "./layout";
import type { Box, Hit } from "./layout";
import { Menu } from "./menu";
import type { MenuItem } from "./menu";
import { picture, savePng } from "./save";
import type { FlameState } from "./state";
import { TreeTable } from "./treetable";

export { initialFlameState } from "./state";
export type { FlameState } from "./state";

/** Keys and what they do, for the list of all keys. */
export const flameKeys: [string, string][] = [
  ["← ↑ → ↓", "move between boxes"],
  ["Enter", "zoom to the box"],
  ["Esc", "zoom back"],
  ["n N", "next, previous match"],
  ["m", "menu of the box"],
  ["x", "hide the box's stacks"],
  ["u", "show the last hidden stacks again"],
  ["t", "table or picture"],
];

export interface FlameGraphProps {
  data: PageData;
  state: FlameState;
  onState(next: FlameState): void;
  /** Says a short text to screen readers. */
  announce(text: string): void;
  /** Shows a function's source; null if there is none. */
  toSource?(name: string): (() => void) | null;
}

export function FlameGraph({ data, state, onState, announce, toSource }: FlameGraphProps) {
  const [patterns, setPatterns] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Box | null>(null);
  const [chosen, setChosen] = useState<Box | null>(null);
  const [menu, setMenu] = useState<(Box & { x: number; y: number }) | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const printed = useRef<HTMLCanvasElement>(null);
  const search = useRef<HTMLInputElement>(null);
  // Where the zoom was before.
  const zoomed = useRef<string[][]>([]);

  const change = (part: Partial<FlameState>) => onState({ ...state, ...part });
  const typeNumber = Math.min(state.type, data.types.length - 1);
  const type = data.types[typeNumber]!;
  const isComparison = data.baseValues !== null;
  const isUp = state.direction === "up";
  const rootKey = state.root.join("\n");

  const frames = useMemo(() => new Frames(data), [data]);
  const selected = useMemo(() => {
    const selection = { ...state, type: typeNumber };
    try {
      return { stacks: select(frames, selection), error: "" };
    } catch (error) {
      return { stacks: select(frames, { ...selection, filters: [] }), error: String(error) };
    }
  }, [frames, JSON.stringify([typeNumber, state.value, state.split, state.fold, state.filters, state.hidden])]);
  const { stacks, error } = selected;
  const middle = useMemo(
    () => (state.direction === "sandwich" ? (state.sandwich ?? topHolder(frames, stacks)) : null),
    [stacks, state.direction, state.sandwich],
  );
  const build = (zoom: string[]): Tree[] => {
    if (middle !== null) {
      return sandwich(frames, stacks, middle, zoom);
    }
    return [isUp ? bottomUp(frames, stacks, state.split !== "none", zoom) : topDown(frames, stacks)];
  };
  const wholeTrees = useMemo(() => build([]), [stacks, isUp, middle]);
  // A tree of callers is cut where it would be too narrow to see; a zoom shows more of it.
  const detail = neededDetail(frames, wholeTrees, state.root);
  const trees = useMemo(() => (detail.length > 0 ? build(detail) : wholeTrees), [wholeTrees, detail.join("\n")]);
  const main = trees[0]!;
  const isCallers = (tree: Tree) => tree === trees[1];
  const whole = main.total[0]!;

  const flags = useMemo(() => (state.search === "" ? null : frames.matching(searchExpression(state.search))), [state.search, trees]);
  const share = useMemo(() => flags && matched(frames, stacks, flags, middle), [flags, stacks]);
  // Those of the callers have the numbers after the others'.
  const found = useMemo(() => (flags ? trees.flatMap((tree, i) => matches(tree, flags).map((box) => box + i * main.size)) : []), [flags, trees]);

  const minimum = state.inverted ? Math.floor(size.height / LINE) : 0;
  const scene = useMemo(
    () => lay(frames, trees, state.root, state.inverted, size.width, minimum),
    [trees, rootKey, state.inverted, size.width, minimum],
  );
  const look = useMemo<Look>(() => {
    const labels = new Map<number, string>();
    return {
      palette: palette(state.colour),
      fill: filler(frames, state.colour),
      label(frame) {
        labels.has(frame) || labels.set(frame, label(frames, frame));
        return labels.get(frame)!;
      },
      matches: flags,
      patterns,
    };
  }, [trees, state.colour, flags, patterns, document.documentElement.dataset["theme"]]);

  // In a new tree, the box at the end of the same path is the chosen one.
  const cursor = useMemo(() => {
    if (chosen === null || trees.includes(chosen.tree)) {
      return chosen;
    }
    return middle === null ? { tree: main, box: boxAt(frames, main, pathOf(frames, chosen.tree, chosen.box)) } : null;
  }, [chosen, trees]);
  const cursorHit = cursor && find(scene, cursor);
  const pointedHit = pointed && find(scene, pointed);

  const redraw = () => {
    const element = canvas.current;
    if (element && size.width > 0) {
      const ratio = devicePixelRatio;
      const wide = Math.round(size.width * ratio);
      const tall = Math.round(size.height * ratio);
      if (element.width !== wide || element.height !== tall) {
        element.width = wide;
        element.height = tall;
      }
      const top = scroller.current!.scrollTop;
      draw(element.getContext("2d", { alpha: false })!, scene, look, { top, height: size.height, ratio });
    }
  };
  useLayoutEffect(redraw, [scene, look, size]);

  const measure = () => {
    const { clientWidth: width, clientHeight: height } = scroller.current!;
    // Print hides the view; the picture keeps its size.
    if (width > 0) {
      setSize({ width, height });
    }
  };
  useSize(scroller, measure, [asTable, error, main.size === 1]);

  // A new zoom begins at its root.
  useLayoutEffect(() => {
    if (scroller.current) {
      scroller.current.scrollTop = state.inverted ? scroller.current.scrollHeight : 0;
    }
  }, [state.inverted, trees, rootKey, size.width > 0]);
  useLayoutEffect(() => {
    const view = scroller.current;
    if (cursorHit && view) {
      const y = lineOfHit(cursorHit) * LINE;
      view.scrollTop = Math.min(y, Math.max(view.scrollTop, y + LINE - view.clientHeight));
    }
  }, [scene, cursor]);

  useEffect(() => {
    zoomed.current = [];
  }, [data, state.direction, state.sandwich]);

  const describe = ({ tree, box }: Box) => {
    const total = tree.total[box]!;
    const text = `${frames.key(tree.frame[box]!)}, ${quantity(total, type.unit)}, ${percent(total, whole)}`;
    return isComparison ? `${text}, ${signed(total - tree.before[box]!, type.unit)} since before` : text;
  };
  const rootOf = ({ tree, box }: Box) => {
    const path = pathOf(frames, tree, box);
    return isCallers(tree) && box > 0 ? [UP, ...path] : path;
  };
  const zoomTo = (to: string[], text: string) => {
    zoomed.current.push(state.root);
    change({ root: to });
    announce(text);
  };
  const zoom = (at: Box) => {
    const path = rootOf(at);
    if (path.join("\n") !== rootKey) {
      zoomTo(path, `Zoomed to ${describe(at)}`);
    }
    setChosen(at);
  };
  const back = () => {
    if (state.root.length > 0) {
      const previous = zoomed.current.pop() ?? [];
      change({ root: previous });
      announce(`Zoomed back to ${previous.at(-1) ?? "all"}`);
    }
  };
  const choose = (at: Box | null) => {
    if (at) {
      setPointed(null);
      setChosen(at);
      announce(describe(at));
    }
  };
  const step = (direction: 1 | -1) => {
    const from = cursor ? cursor.box + (isCallers(cursor.tree) ? main.size : 0) : direction > 0 ? -1 : Infinity;
    const next = neighbour(found, from, direction);
    if (next < 0) {
      announce("No match");
      return;
    }
    const tree = next < main.size ? main : trees[1]!;
    const box = next < main.size ? next : next - main.size;
    choose({ tree, box });
    if (!find(scene, { tree, box })) {
      // Zoom to the nearest caller in which the match can be seen.
      let around = tree.parent[box]!;
      while (around > 0 && tree.weight[tree.parent[around]!]! < 40 * tree.weight[box]!) {
        around = tree.parent[around]!;
      }
      zoomTo(rootOf({ tree, box: around }), describe({ tree, box }));
    }
  };

  /** A sandwich is about the chosen function. */
  const turn = (direction: FlameState["direction"]) => {
    const frame = cursor ? cursor.tree.frame[cursor.box]! : -1;
    const isFunction = cursor !== null && direction === "sandwich" && frames.kind(frame) >= 0;
    change({ direction, root: [], ...(isFunction && { sandwich: frames.name(frame) }) });
  };
  const hide = (at: Box) => {
    if (at.box > 0) {
      const path = pathOf(frames, at.tree, at.box);
      let hidden = isUp ? [UP, ...path] : path;
      if (middle !== null) {
        hidden = isCallers(at.tree) ? [ANYWHERE, ...path.reverse(), middle] : [ANYWHERE, middle, ...path];
      }
      change({ hidden: [...state.hidden, hidden], root: rootKey.startsWith(rootOf(at).join("\n")) ? [] : state.root });
      announce(`Hidden: ${describe(at)}. Press u to undo.`);
    }
  };
  const undo = () => {
    if (state.hidden.length > 0) {
      change({ hidden: state.hidden.slice(0, -1) });
      announce("The hidden stacks are back");
    }
  };
  const copy = (text: string) => copyText(text).then(() => announce("Copied"));
  /** From the innermost function out, as Java prints it. */
  const stackText = ({ tree, box }: Box) => {
    const path = pathOf(frames, tree, box);
    if (middle !== null) {
      path.unshift(middle);
    }
    return (isUp || isCallers(tree) ? path : path.reverse()).join("\n");
  };

  const itemsFor = (at: Box): MenuItem[] => {
    const frame = at.tree.frame[at.box]!;
    const name = frames.name(frame);
    const source = toSource?.(name);
    const filter = (text: string, kind: Filter["kind"]): MenuItem => ({
      text,
      run: () => change({ filters: [...state.filters, { kind, pattern: exactly(name) }], root: [] }),
    });
    const ofFunction = [
      { text: "Callers and callees", run: () => change({ direction: "sandwich", sandwich: name, root: [] }) },
      filter("Focus: only stacks with this function", "focus"),
      filter("Ignore: no stacks with this function", "ignore"),
      filter("Hide this function in all stacks", "hide"),
      filter("Show stacks from this function on", "show_from"),
    ];
    return [
      { text: "Zoom to this box", key: "Enter", run: () => zoom(at) },
      ...(frames.kind(frame) >= 0 ? ofFunction : []),
      ...(at.box > 0 ? [{ text: "Hide these stacks", key: "x", run: () => hide(at) }] : []),
      ...(source ? [{ text: "Show source", run: source }] : []),
      { text: "Copy the function", run: () => copy(frames.key(frame)) },
      { text: "Copy the stack", run: () => copy(stackText(at)) },
    ];
  };
  const focusGraph = () => (scroller.current ?? root.current!.querySelector<HTMLElement>('[role="row"][tabindex="0"]'))?.focus();

  const onCursor = (act: (at: Box) => void) => () => cursor && act(cursor);
  const openMenu = onCursor((at) => {
    const from = (root.current!.querySelector(".flame-chosen") ?? document.activeElement!).getBoundingClientRect();
    setMenu({ ...at, x: from.left + 8, y: from.bottom });
  });
  const move = (key: Parameters<typeof beside>[2]) => () => {
    const part = scene.parts[0]!;
    choose(cursorHit ? (beside(scene, cursorHit, key) ?? cursorHit) : find(scene, { tree: part.tree, box: part.zoom }));
  };
  const onKey = (event: KeyboardEvent) =>
    press(event, {
      ArrowUp: move("ArrowUp"),
      ArrowDown: move("ArrowDown"),
      ArrowLeft: move("ArrowLeft"),
      ArrowRight: move("ArrowRight"),
      Enter: onCursor(zoom),
      Escape: back,
      m: openMenu,
      ContextMenu: openMenu,
      x: onCursor(hide),
      Delete: onCursor(hide),
    });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!isTyping(event)) {
        press(event, {
          "/": () => search.current!.focus(),
          n: () => step(1),
          N: () => step(-1),
          u: undo,
          t: () => setAsTable(!asTable),
        });
      }
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  });

  // Paper shows all lines, in the colours of then.
  useEffect(() => {
    const before = () => {
      picture(printed.current!, scene, { ...look, palette: palette(state.colour) });
    };
    addEventListener("beforeprint", before);
    return () => removeEventListener("beforeprint", before);
  }, [scene, look]);

  const save = (format: "png" | "svg") => {
    const name = data.title.replace(/[^\w.-]+/g, "_");
    if (format === "svg") {
      saveFile(new Blob([svg(scene, look, describe)], { type: "image/svg+xml" }), `${name}.svg`);
    } else {
      savePng(scene, look, name);
    }
  };

  const at = (event: MouseEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    return hit(scene, event.clientX - left, Math.floor((event.clientY - top + scroller.current!.scrollTop) / LINE));
  };
  const outline = (name: string, of: Hit | null) =>
    of && (
      <div
        class={name}
        style={{
          left: `${of.part.x[of.index]}px`,
          top: `${lineOfHit(of) * LINE}px`,
          width: `${Math.max(3, of.part.w[of.index]! - 1)}px`,
          height: `${LINE - 1}px`,
        }}
      />
    );
  const zoomedPart = scene.parts.find((part) => part.zoom > 0);
  const all = describe({ tree: main, box: 0 });
  const empty = () => {
    if (state.filters.length + state.hidden.length > 0) {
      return "No stack passes the filters. Remove one of them.";
    }
    if (middle !== null) {
      return `No stack calls ${middle}.`;
    }
    return state.value === "grown" ? "No stack grew." : `This profile has no ${type.text}.`;
  };

  return (
    <div class="flame" ref={root}>
      <Toolbar
        {...{ data, state, change, turn, search, share, count: found.length, step, isComparison, patterns, setPatterns, asTable, setAsTable, save, focusGraph }}
      />
      <Chips {...{ state, change, undo }} />
      <Breadcrumb root={zoomedPart ? rootOf({ tree: zoomedPart.tree, box: zoomedPart.zoom }) : []} {...{ change, back, all }} />
      {error !== "" ? (
        <p class="empty" role="alert">
          cannot filter: {error}. Correct or remove the filter.
        </p>
      ) : main.size === 1 && main.weight[0] === 0 ? (
        <p class="empty">{empty()}</p>
      ) : asTable ? (
        <div class="flame-tables" onKeyDown={onKey}>
          {trees.map((tree, i) => (
            <TreeTable
              key={`${state.direction} ${i}`}
              title={middle === null ? "Function" : i > 0 ? "Callers" : "Callees"}
              unit={type.unit}
              chosen={cursor?.tree === tree ? cursor.box : null}
              choose={(box) => setChosen({ tree, box })}
              {...{ frames, tree, whole, flags, zoom }}
            />
          ))}
        </div>
      ) : (
        <div
          class="flame-view"
          ref={scroller}
          tabIndex={0}
          role="application"
          aria-roledescription="flame graph"
          aria-label={`Flame graph: ${all}. Arrow keys move between boxes, Enter zooms. Press t for a table.`}
          onScroll={redraw}
          onKeyDown={onKey}
        >
          <div class="flame-scroll" style={{ height: `${scene.lines * LINE}px` }}>
            <canvas
              ref={canvas}
              style={{ width: `${size.width}px`, height: `${size.height}px` }}
              onMouseMove={(event) => {
                const next = at(event);
                if (next?.box !== pointed?.box || next?.tree !== pointed?.tree) {
                  setPointed(next);
                }
              }}
              onMouseLeave={() => setPointed(null)}
              onClick={(event) => {
                const target = at(event);
                if (target) {
                  zoom(target);
                }
              }}
              onContextMenu={(event) => {
                const target = at(event);
                if (target) {
                  event.preventDefault();
                  setChosen(target);
                  setMenu({ ...target, x: event.clientX, y: event.clientY });
                }
              }}
            />
            {outline("flame-pointed", pointedHit)}
            {outline("flame-chosen", cursorHit)}
          </div>
        </div>
      )}
      <canvas class="flame-print" hidden={asTable} width={0} height={0} ref={printed} aria-hidden="true" />
      {!asTable && <Legend {...{ frames, scene, look }} colour={state.colour} />}
      <Detail unit={type.unit} shown={pointedHit ?? cursor} openMenu={cursor && openMenu} {...{ frames, whole, data }} />
      {menu && trees.includes(menu.tree) && (
        <Menu
          x={menu.x}
          y={menu.y}
          title={frames.name(menu.tree.frame[menu.box]!)}
          items={itemsFor(menu)}
          close={() => {
            setMenu(null);
            focusGraph();
          }}
        />
      )}
    </div>
  );
}

/** The path to the zoomed box if its tree is cut and the box so small that this shows. */
function neededDetail(frames: Frames, trees: Tree[], root: string[]): string[] {
  const last = trees.length - 1;
  const tree = trees[last]!;
  const zoom = zoomOf(frames, tree, last, root);
  return tree.isCut && zoom > 0 && tree.weight[zoom]! < CUT_SHOWS * tree.weight[0]! ? pathOf(frames, tree, zoom) : [];
}

interface DetailProps {
  frames: Frames;
  shown: Box | null;
  unit: string;
  whole: number;
  data: PageData;
  /** Opens the menu of the chosen box. */
  openMenu: (() => void) | null;
}

/** All about one box, at a fixed place and of a fixed height. */
function Detail({ frames, shown, unit, whole, data, openMenu }: DetailProps) {
  if (!shown) {
    return (
      <div class="flame-detail muted">
        Point at a box, or move with the arrow keys. Click or Enter zooms; m or a right click opens its menu.
      </div>
    );
  }
  const { tree, box } = shown;
  const frame = tree.frame[box]!;
  const total = tree.total[box]!;
  const before = tree.before[box]!;
  const kind = data.kinds[frames.kind(frame)];
  const rows: [string, string, string][] = [
    ["total", quantity(total, unit), percent(total, whole)],
    ["self", quantity(tree.self[box]!, unit), percent(tree.self[box]!, whole)],
  ];
  if (data.baseValues) {
    rows.push(["change", signed(total - before, unit), before === 0 ? "" : `${signed((100 * (total - before)) / before, "")}%`]);
  }
  if (kind) {
    rows.push(["of", kind.text, frames.group(frame)]);
  }
  return (
    <div class="flame-detail">
      {openMenu && (
        <button aria-haspopup="menu" onClick={openMenu} title="Menu of the chosen box (m)">
          Actions
        </button>
      )}
      <div class="flame-name">
        <b>{frames.name(frame)}</b> <span class="muted">{frames.source(frame)}</span>
      </div>
      <dl>
        {rows.map(([name, ...texts]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{texts.filter(Boolean).join(" · ")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What a box says: the short name and the line. */
function label(frames: Frames, frame: number): string {
  if (frames.kind(frame) < 0) {
    return frames.name(frame);
  }
  const line = /:\d+$/.exec(frames.source(frame))?.[0] ?? "";
  return shortName(frames.name(frame)) + line;
}
