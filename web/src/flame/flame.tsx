// The flame graph with its controls: a controlled component, the page owns its state.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageData } from "../data/profile";
import { searchExpression, matched, matches, neighbour } from "../data/search";
import { ANYWHERE, CUT_SHOWS, UP, Frames, bottomUp, boxAt, exactly, pathOf, sandwich, select, topDown, topHolder } from "../data/tree";
import type { Sandwich, Stacks, Tree } from "../data/tree";
import { changeText, quantityText, shareText } from "../data/units";
import { shortName } from "../data/names";
import { filler, palette } from "./colours";
import { Breadcrumb, Chips, Legend, Toolbar } from "./controls";
import { LINE, draw, svg } from "./draw";
import type { Look } from "./draw";
import { beside, find, hit, lay, lineOf, rowOf } from "./layout";
import type { Hit, Scene } from "./layout";
import { Menu } from "./menu";
import type { MenuItem } from "./menu";
import { picture, savePng, saveSvg } from "./save";
import type { FlameState } from "./state";
import { TreeTable } from "./treetable";

export { initialFlameState } from "./state";
export type { FlameState } from "./state";

/** Keys and what they do, for the list of all keys. */
export const flameKeys: [string, string][] = [
  ["← ↑ → ↓", "move between boxes"],
  ["Enter", "zoom to the box"],
  ["Esc", "zoom back"],
  ["/", "search"],
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
}

type Trees = Tree | Sandwich;

interface Derived {
  stacks: Stacks | null;
  trees: Trees | null;
  error: string | null;
}

export function FlameGraph({ data, state, onState, announce }: FlameGraphProps) {
  const frames = useMemo(() => new Frames(data), [data]);
  const selectionKey = JSON.stringify([state.type, state.value, state.split, state.fold, state.filters, state.hidden]);
  const derived = useMemo<Derived>(() => {
    try {
      const stacks = select(frames, { ...state, type: Math.min(state.type, data.types.length - 1) });
      return { stacks, trees: null, error: null };
    } catch (error) {
      return { stacks: null, trees: null, error: error instanceof Error ? error.message : String(error) };
    }
  }, [frames, selectionKey]);
  const { stacks, error } = derived;
  const middle = state.direction === "sandwich" ? (state.sandwich ?? (stacks && topHolder(frames, stacks))) : null;
  const build = (zoom: string[]): Trees | null => {
    if (stacks === null) {
      return null;
    }
    if (middle !== null) {
      return sandwich(frames, stacks, middle, zoom);
    }
    return state.direction === "up" ? bottomUp(frames, stacks, state.split !== "none", zoom) : topDown(frames, stacks);
  };
  const wholeTrees = useMemo(() => build([]), [stacks, state.direction, middle]);
  // A tree of callers is cut where it would be too narrow to see; a zoom shows more of it.
  const detailed = wholeTrees === null ? [] : neededDetail(frames, wholeTrees, state.root);
  const trees = useMemo(() => (detailed.length > 0 ? build(detailed) : wholeTrees), [wholeTrees, detailed.join("\n")]);

  const flags = useMemo(
    () => (state.search === "" ? null : frames.matching(searchExpression(state.search))),
    [frames, state.search, trees],
  );
  const found = useMemo(
    () => (flags && stacks ? matched(frames, stacks, flags, middle) : null),
    [flags, stacks, middle],
  );

  const [patterns, setPatterns] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Hit | null>(null);
  const [chosen, setChosen] = useState<{ tree: Tree; box: number } | null>(null);
  const [menu, setMenu] = useState<{ x: number; y: number; tree: Tree; box: number } | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [theme, setTheme] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const zoomed = useRef<string[][]>([]);

  const change = (part: Partial<FlameState>) => onState({ ...state, ...part });
  const type = data.types[Math.min(state.type, data.types.length - 1)]!;
  const isComparison = data.baseValues !== null;

  const scene = useMemo<Scene | null>(
    () => (trees && size.width > 0 ? lay(frames, trees, state.root, state.inverted, size.width, state.inverted ? Math.floor(size.height / LINE) : 0) : null),
    [trees, state.root.join("\n"), state.inverted, size.width, state.inverted && size.height],
  );
  const look = useMemo<Look | null>(() => {
    if (!root.current || !trees) {
      return null;
    }
    const labels = new Map<number, string>();
    return {
      palette: palette(root.current, state.colour),
      fill: filler(frames, state.colour),
      label(frame) {
        let text = labels.get(frame);
        if (text === undefined) {
          text = label(frames, frame);
          labels.set(frame, text);
        }
        return text;
      },
      matches: flags,
      patterns,
    };
  }, [trees, state.colour, flags, patterns, theme, size.width > 0]);

  // In a new tree, the box at the end of the same path is the chosen one.
  const trusted = (tree: Tree) => trees !== null && ("callers" in trees ? tree === trees.callers || tree === trees.callees : tree === trees);
  const cursor = useMemo(() => {
    if (chosen === null || trees === null || trusted(chosen.tree)) {
      return chosen;
    }
    return "callers" in trees ? null : { tree: trees, box: boxAt(frames, trees, pathOf(frames, chosen.tree, chosen.box)) };
  }, [chosen, trees]);
  const cursorHit = cursor && scene ? find(scene, cursor.tree, cursor.box) : null;
  const shown = pointed && trusted(pointed.part.tree) ? { tree: pointed.part.tree, box: pointed.box } : cursor;

  const redraw = () => {
    const { current: element } = canvas;
    const { current: view } = scroller;
    if (!element || !view || !scene || !look) {
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    const wide = Math.round(size.width * ratio);
    const tall = Math.round(size.height * ratio);
    if (element.width !== wide || element.height !== tall) {
      element.width = wide;
      element.height = tall;
    }
    draw(element.getContext("2d", { alpha: false })!, scene, look, { top: view.scrollTop, height: size.height, ratio });
  };
  const redrawLatest = useRef(redraw);
  redrawLatest.current = redraw;
  useLayoutEffect(redraw, [scene, look, size]);

  useLayoutEffect(() => {
    const { current: view } = scroller;
    if (!view) {
      return undefined;
    }
    const measure = () => setSize((old) => {
      const next = { width: view.clientWidth, height: view.clientHeight };
      return old.width === next.width && old.height === next.height ? old : next;
    });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(view);
    return () => observer.disconnect();
  }, [asTable, error === null]);

  // Colours and the device's pixels change without this component being rendered.
  useEffect(() => {
    const update = () => setTheme((count) => count + 1);
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true });
    const media = window.matchMedia("(prefers-color-scheme: dark)");
    media.addEventListener("change", update);
    window.addEventListener("resize", update);
    return () => {
      observer.disconnect();
      media.removeEventListener("change", update);
      window.removeEventListener("resize", update);
    };
  }, []);

  // A new zoom begins at its root.
  useLayoutEffect(() => {
    if (scroller.current) {
      scroller.current.scrollTop = state.inverted ? scroller.current.scrollHeight : 0;
    }
  }, [state.inverted, trees, state.root.join("\n"), scene === null]);

  const stateOf = (tree: Tree, box: number) => {
    const path = pathOf(frames, tree, box);
    return trees && "callers" in trees && tree === trees.callers && path.length > 0 ? [UP, ...path] : path;
  };
  const zoom = (tree: Tree, box: number) => {
    const path = stateOf(tree, box);
    if (path.join("\n") !== state.root.join("\n")) {
      zoomed.current.push(state.root);
      change({ root: path });
      announce(`Zoomed to ${describe(tree, box)}`);
    }
    setChosen({ tree, box });
  };
  const back = () => {
    const previous = zoomed.current.pop() ?? [];
    if (state.root.length > 0) {
      change({ root: previous });
      announce(previous.length === 0 ? "Zoomed out to all" : `Zoomed back to ${previous.at(-1)}`);
    }
  };

  const whole = trees === null ? 0 : "callers" in trees ? trees.callees.total[0]! : trees.total[0]!;
  const describe = (tree: Tree, box: number) => {
    const total = tree.total[box]!;
    const texts = [
      frames.key(tree.frame[box]!),
      quantityText(total, type.unit),
      shareText(total, whole),
    ];
    if (isComparison) {
      texts.push(`${changeText(total - tree.before[box]!, type.unit)} since before`);
    }
    return texts.join(", ");
  };
  const choose = (at: Hit | null) => {
    if (at) {
      setPointed(null);
      setChosen({ tree: at.part.tree, box: at.box });
      announce(describe(at.part.tree, at.box));
      scrollTo(at);
    }
  };
  const scrollTo = (at: Hit) => {
    const { current: view } = scroller;
    if (view) {
      const y = lineOf(at.part, rowOf(at)) * LINE;
      if (y < view.scrollTop) {
        view.scrollTop = y;
      } else if (y + LINE > view.scrollTop + view.clientHeight) {
        view.scrollTop = y + LINE - view.clientHeight;
      }
    }
  };

  const hideStacks = (tree: Tree, box: number) => {
    if (box > 0) {
      const path = pathOf(frames, tree, box);
      let hidden = path;
      if (trees && "callers" in trees) {
        hidden = tree === trees.callers ? [ANYWHERE, ...path.reverse(), middle!] : [ANYWHERE, middle!, ...path];
      } else if (state.direction === "up") {
        hidden = [UP, ...path];
      }
      const inside = state.root.join("\n").startsWith(stateOf(tree, box).join("\n"));
      change({ hidden: [...state.hidden, hidden], root: inside ? [] : state.root });
      announce(`Hidden: ${describe(tree, box)}. Press u to undo.`);
    }
  };
  const undoHide = () => {
    if (state.hidden.length > 0) {
      change({ hidden: state.hidden.slice(0, -1) });
      announce("The hidden stacks are back");
    }
  };
  const copy = (text: string, what: string) => {
    navigator.clipboard.writeText(text).then(
      () => announce(`${what} copied`),
      () => announce(`cannot copy: the browser does not allow it`),
    );
  };

  const itemsFor = (tree: Tree, box: number): MenuItem[] => {
    const frame = tree.frame[box]!;
    const name = frames.name(frame);
    const isFunction = !frames.isMade(frame) || name === middle;
    const filter = (kind: FlameState["filters"][number]["kind"]) => () =>
      change({ filters: [...state.filters, { kind, pattern: exactly(name) }], root: [] });
    const items: MenuItem[] = [{ text: "Zoom to this box", key: "Enter", run: () => zoom(tree, box) }];
    if (isFunction) {
      items.push(
        {
          text: "Callers and callees",
          run: () => change({ direction: "sandwich", sandwich: name, root: [] }),
        },
        { text: "Focus: only stacks with this function", run: filter("focus") },
        { text: "Ignore: no stacks with this function", run: filter("ignore") },
        { text: "Hide this function in all stacks", run: filter("hide") },
        { text: "Show stacks from this function on", run: filter("show_from") },
      );
    }
    if (box > 0) {
      items.push({ text: "Hide these stacks", key: "x", run: () => hideStacks(tree, box) });
    }
    const path = pathOf(frames, tree, box);
    const stack = state.direction === "down" || (trees && "callers" in trees && tree === trees.callees) ? path.reverse() : path;
    items.push(
      { text: "Copy the function", run: () => copy(frames.key(frame), "Function") },
      { text: "Copy the stack", run: () => copy((middle === null ? stack : tree === (trees as Sandwich).callers ? [middle, ...stack] : [...stack, middle]).join("\n"), "Stack") },
    );
    return items;
  };

  const at = (event: MouseEvent): Hit | null => {
    const box = canvas.current!.getBoundingClientRect();
    const y = event.clientY - box.top + scroller.current!.scrollTop;
    return scene && hit(scene, event.clientX - box.left, Math.floor(y / LINE));
  };

  const lists = useMemo(
    () => (flags && trees ? ("callers" in trees ? [trees.callees, trees.callers] : [trees]).map((tree) => ({ tree, boxes: matches(tree, flags) })) : []),
    [flags, trees],
  );
  const count = lists.reduce((sum, { boxes }) => sum + boxes.length, 0);
  const step = (direction: 1 | -1) => {
    if (count === 0) {
      announce("No match");
      return;
    }
    let index = lists.findIndex(({ tree }) => tree === cursor?.tree);
    let from = cursor ? cursor.box : direction > 0 ? -1 : Infinity;
    if (index < 0) {
      index = 0;
      from = direction > 0 ? -1 : Infinity;
    }
    let { tree, boxes } = lists[index]!;
    const other = lists[1 - index];
    const isLast = boxes.length === 0 || (direction > 0 ? boxes.at(-1)! <= from : boxes[0]! >= from);
    if (isLast && other && other.boxes.length > 0) {
      ({ tree, boxes } = other);
      from = direction > 0 ? -1 : Infinity;
    }
    const box = neighbour(boxes, from, direction);
    setChosen({ tree, box });
    setPointed(null);
    announce(describe(tree, box));
    if (scene && !find(scene, tree, box)) {
      // Zoom to the nearest caller in which the match can be seen.
      let around = tree.parent[box]!;
      while (around > 0 && tree.weight[tree.parent[around]!]! < 40 * tree.weight[box]!) {
        around = tree.parent[around]!;
      }
      zoomed.current.push(state.root);
      change({ root: stateOf(tree, around) });
    }
  };
  useLayoutEffect(() => {
    if (cursorHit) {
      scrollTo(cursorHit);
    }
  }, [scene, cursor?.box]);

  const openMenu = () => {
    if (cursor && asTable) {
      const row = document.activeElement!.getBoundingClientRect();
      setMenu({ x: row.left + 40, y: row.bottom, ...cursor });
    } else if (cursor && cursorHit && scroller.current) {
      const view = scroller.current.getBoundingClientRect();
      const { part, index } = cursorHit;
      const y = (lineOf(part, rowOf(cursorHit)) + 1) * LINE - scroller.current.scrollTop;
      setMenu({ x: view.left + Math.min(part.x[index]! + 8, view.width - 40), y: view.top + y, ...cursor });
    }
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !scene || event.defaultPrevented) {
      return;
    }
    const start = cursorHit ?? (scene.parts.length > 0 ? find(scene, scene.parts.at(-1)!.tree, scene.parts.at(-1)!.zoom) : null);
    switch (event.key) {
      case "ArrowUp":
      case "ArrowDown":
      case "ArrowLeft":
      case "ArrowRight":
        choose(cursorHit ? (beside(scene, cursorHit, event.key) ?? cursorHit) : start);
        break;
      case "Enter":
        if (cursor) {
          zoom(cursor.tree, cursor.box);
        }
        break;
      case "Escape":
        back();
        break;
      case "m":
      case "ContextMenu":
        openMenu();
        break;
      case "x":
      case "Delete":
        if (cursor) {
          hideStacks(cursor.tree, cursor.box);
        }
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onPageKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || menu || document.querySelector("dialog[open]")) {
      return;
    }
    if (event.key === "/") {
      search.current?.focus();
      search.current?.select();
    } else if (event.key === "n" || event.key === "N") {
      step(event.key === "n" ? 1 : -1);
    } else if (event.key === "u") {
      undoHide();
    } else if (event.key === "t") {
      setAsTable(!asTable);
    } else {
      return;
    }
    event.preventDefault();
  };
  const pageKey = useRef(onPageKey);
  pageKey.current = onPageKey;
  useEffect(() => {
    zoomed.current = [];
  }, [data, state.direction, state.sandwich]);

  // Paper shows all lines, in light colours.
  const printed = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const before = () => {
      const [element, target] = [root.current, printed.current];
      if (element && target && scene && look && !asTable) {
        element.classList.add("flame-light");
        picture(target, scene, { ...look, palette: palette(element, state.colour) });
        element.classList.remove("flame-light");
      }
    };
    const after = () => {
      printed.current!.width = printed.current!.height = 0;
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, [scene, look, asTable]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pageKey.current(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const save = (format: "png" | "svg") => {
    if (scene && look) {
      const name = data.title.replace(/[^\w.-]+/g, "_");
      if (format === "svg") {
        saveSvg(svg(scene, look, describe), name);
      } else {
        savePng(scene, look, name);
      }
    }
  };

  const boxStyle = (at: Hit | null) =>
    at
      ? {
          left: `${at.part.x[at.index]}px`,
          top: `${lineOf(at.part, rowOf(at)) * LINE}px`,
          width: `${Math.max(3, at.part.w[at.index]! - 1)}px`,
        }
      : { display: "none" };
  const zoomedPart = scene?.parts.find((part) => part.zoom > 0);
  const pointedHit = pointed && scene && trusted(pointed.part.tree) ? find(scene, pointed.part.tree, pointed.box) : null;
  const total = describe(trees && "callers" in trees ? trees.callees : (trees as Tree), 0);

  return (
    <div class="flame" ref={root}>
      <Toolbar
        data={data}
        state={state}
        change={change}
        searchRef={search}
        found={found}
        matchCount={count}
        step={step}
        isComparison={isComparison}
        patterns={patterns}
        setPatterns={setPatterns}
        asTable={asTable}
        setAsTable={setAsTable}
        save={save}
        toGraph={() => scroller.current?.focus()}
      />
      <Chips frames={frames} state={state} change={change} undo={undoHide} />
      <Breadcrumb root={zoomedPart ? stateOf(zoomedPart.tree, zoomedPart.zoom) : []} change={change} back={back} total={total} />
      {error !== null ? (
        <p class="flame-empty" role="alert">
          cannot filter: {error}. Correct or remove the filter.
        </p>
      ) : whole === 0 && trees && ("callers" in trees ? trees.callees : trees).size === 1 ? (
        <p class="flame-empty">
          {state.filters.length + state.hidden.length > 0
            ? "No stack passes the filters. Remove one of them."
            : state.value === "grown"
              ? "No stack grew."
              : `This profile has no ${type.text}.`}
        </p>
      ) : asTable && trees ? (
        <div class="flame-tables" onKeyDown={onKey}>
          {("callers" in trees ? [trees.callers, trees.callees] : [trees]).map((tree, i) => (
            <TreeTable
              key={`${state.direction} ${i}`}
              title={"callers" in trees ? ["Callers", "Callees"][i]! : "Function"}
              frames={frames}
              tree={tree}
              unit={type.unit}
              whole={whole}
              flags={flags}
              chosen={cursor?.tree === tree ? cursor.box : null}
              choose={(box) => setChosen({ tree, box })}
              zoom={zoom}
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
          aria-label={`Flame graph: ${total}. Arrow keys move between boxes, Enter zooms. Press t for a table.`}
          onScroll={() => redrawLatest.current()}
          onKeyDown={onKey}
        >
          <div class="flame-scroll" style={{ height: `${scene ? scene.lines * LINE : 0}px` }}>
            <canvas
              ref={canvas}
              style={{ width: `${size.width}px`, height: `${size.height}px` }}
              onMouseMove={(event) => {
                const next = at(event);
                if (next?.box !== pointed?.box || next?.part.tree !== pointed?.part.tree) {
                  setPointed(next);
                }
              }}
              onMouseLeave={() => setPointed(null)}
              onClick={(event) => {
                const target = at(event);
                if (target) {
                  zoom(target.part.tree, target.box);
                }
              }}
              onContextMenu={(event) => {
                const target = at(event);
                if (target) {
                  event.preventDefault();
                  setChosen({ tree: target.part.tree, box: target.box });
                  setMenu({ x: event.clientX, y: event.clientY, tree: target.part.tree, box: target.box });
                }
              }}
            />
            <div class="flame-pointed" style={boxStyle(pointedHit)} />
            <div class="flame-chosen" style={boxStyle(cursorHit)} />
          </div>
        </div>
      )}
      {look && scene && !asTable && <Legend frames={frames} colour={state.colour} look={look} scene={scene} />}
      <Detail
        frames={frames}
        shown={shown}
        type={type.unit}
        whole={whole}
        data={data}
        openMenu={
          cursor === null
            ? null
            : (event) => {
                const button = event.currentTarget.getBoundingClientRect();
                setMenu({ x: button.left, y: button.top, ...cursor });
              }
        }
      />
      <canvas class="flame-print" width={0} height={0} ref={printed} aria-hidden="true" />
      {menu && trusted(menu.tree) && (
        <Menu
          x={menu.x}
          y={menu.y}
          title={frames.name(menu.tree.frame[menu.box]!)}
          items={itemsFor(menu.tree, menu.box)}
          close={() => {
            setMenu(null);
            (scroller.current ?? root.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]'))?.focus();
          }}
        />
      )}
    </div>
  );
}

/** The path to the zoomed box if the tree is cut and the box so small that this shows. */
function neededDetail(frames: Frames, trees: Trees, root: string[]): string[] {
  const tree = "callers" in trees ? trees.callers : trees;
  const path = "callers" in trees ? (root[0] === UP ? root.slice(1) : []) : root;
  return tree.isCut && tree.weight[boxAt(frames, tree, path)]! < CUT_SHOWS * tree.weight[0]! ? path : [];
}

interface DetailProps {
  frames: Frames;
  shown: { tree: Tree; box: number } | null;
  type: string;
  whole: number;
  data: PageData;
  /** Opens the menu of the chosen box. */
  openMenu: ((event: { currentTarget: Element }) => void) | null;
}

/** All about one box, at a fixed place and of a fixed height. */
function Detail({ frames, shown, type, whole, data, openMenu }: DetailProps) {
  if (!shown) {
    return (
      <div class="flame-detail">
        <span class="flame-hint">Point at a box, or move with the arrow keys. Click or Enter zooms; m or a right click opens its menu.</span>
      </div>
    );
  }
  const { tree, box } = shown;
  const frame = tree.frame[box]!;
  const total = tree.total[box]!;
  const self = tree.self[box]!;
  const before = tree.before[box]!;
  const kind = frames.kind(frame);
  return (
    <div class="flame-detail">
      <div class="flame-name">
        {openMenu && (
          <button type="button" aria-haspopup="menu" onClick={openMenu} title="Menu of the chosen box (m)">
            Actions
          </button>
        )}
        <b>{frames.name(frame)}</b> <span>{frames.source(frame)}</span>
      </div>
      <dl>
        <dt>total</dt>
        <dd>
          {quantityText(total, type)} · {shareText(total, whole)}
        </dd>
        <dt>self</dt>
        <dd>
          {quantityText(self, type)} · {shareText(self, whole)}
        </dd>
        {data.baseValues && (
          <>
            <dt>change</dt>
            <dd>
              {changeText(total - before, type)}
              {before !== 0 && ` · ${changeText((100 * (total - before)) / before, "")}%`}
            </dd>
          </>
        )}
        {kind >= 0 && (
          <>
            <dt>of</dt>
            <dd>
              {data.kinds[kind]!.text}
              {frames.group(frame) !== "" && ` · ${frames.group(frame)}`}
            </dd>
          </>
        )}
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
