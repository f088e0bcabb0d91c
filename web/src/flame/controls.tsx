// What surrounds the picture: the bar with search and choices, filters, the way to the zoomed box, the legend.

import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Select } from "../browser/select";
import type { PageData } from "../data/profile";
import type { Matched } from "../data/search";
import { ANYWHERE, exactly, UP, type Frames } from "../data/stacks";
import { count as countText, percent } from "../data/format";
import { shortName } from "../data/names";
import { legend } from "./colours";
import type { ColourBy } from "./colours";
import { hatch } from "./draw";
import type { Look } from "./draw";
import type { Scene } from "./layout";
import type { FlameState } from "./state";

type Change = (part: Partial<FlameState>) => void;

interface ToolbarProps {
  data: PageData;
  state: FlameState;
  change: Change;
  search: RefObject<HTMLInputElement | null>;
  /** How much the search found. */
  share: Matched | null;
  count: number;
  step(direction: 1 | -1): void;
  isComparison: boolean;
  patterns: boolean;
  setPatterns(on: boolean): void;
  asTable: boolean;
  setAsTable(on: boolean): void;
  /** Shows another direction. */
  turn(direction: FlameState["direction"]): void;
  save(format: "png" | "svg"): void;
  focusGraph(): void;
}

export function Toolbar(props: ToolbarProps) {
  const { data, state, change, turn, isComparison } = props;
  const [open, setOpen] = useState(false);
  return (
    <div class="toolbar flame-bar">
      <Search {...props} />
      <Choice
        label="Direction"
        value={state.direction}
        choices={[
          ["down", "Top-down"],
          ["up", "Bottom-up"],
          ["sandwich", "Sandwich"],
        ]}
        choose={turn}
      />
      <button class="flame-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        Options
      </button>
      <div class="toolbar flame-options" data-open={open ? "" : undefined}>
        {data.types.length > 1 && (
          <Select
            label="Show"
            value={String(state.type)}
            choices={data.types.map((type, i) => [String(i), type.text] as const)}
            choose={(type) => change({ type: Number(type) })}
          />
        )}
        {isComparison && (
          <Select
            label="Width"
            value={state.value}
            choices={[
              ["now", "now"],
              ["change", "larger of now and before"],
              ["grown", "only what grew"],
            ]}
            choose={(value) => change({ value: value as FlameState["value"] })}
          />
        )}
        <Select
          label="Colour"
          value={state.colour}
          choices={[["kind", "kind of code"], ["package", "package"], ...(isComparison ? [["change", "change"] as const] : [])]}
          choose={(colour) => change({ colour: colour as ColourBy })}
        />
        {state.direction !== "sandwich" && (
          <Select
            label="Split"
            value={state.split}
            choices={[
              ["none", "not at all"],
              ...(data.sampleThread ? [["thread", "by thread"] as const] : []),
              ["package", "by package"],
            ]}
            choose={(split) => change({ split: split as FlameState["split"], root: [] })}
          />
        )}
        <Choice
          label="Roots"
          value={state.inverted ? "flame" : "icicle"}
          choices={[
            ["icicle", "Icicle"],
            ["flame", "Flame"],
          ]}
          choose={(value) => change({ inverted: value === "flame" })}
        />
        <Toggle text="Fold recursion" title="A function occurs once in a stack" on={state.fold} set={(fold) => change({ fold, root: [] })} />
        <Toggle text="Patterns" title="Hatch the boxes, to tell kinds apart without colours" on={props.patterns} set={props.setPatterns} />
        <Toggle text="Table" title="The same stacks as a table (t)" on={props.asTable} set={props.setAsTable} />
        <span class="group">
          <span class="muted">Save</span>
          <button disabled={props.asTable} onClick={() => props.save("svg")}>
            SVG
          </button>
          <button disabled={props.asTable} onClick={() => props.save("png")}>
            PNG
          </button>
          <button onClick={() => window.print()}>
            Print
          </button>
        </span>
      </div>
    </div>
  );
}

function Search({ state, change, search, share, count, step, focusGraph }: ToolbarProps) {
  return (
    <form
      class="flame-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        step(1);
      }}
    >
      <input
        ref={search}
        type="search"
        placeholder="Search functions (/)"
        aria-label="Search functions by regular expression"
        spellcheck={false}
        autocomplete="off"
        value={state.search}
        onInput={(event) => change({ search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            change({ search: "" });
            focusGraph();
            event.preventDefault();
          }
        }}
      />
      <output class="muted" aria-live="polite">
        {share && (count === 0 ? "no match" : `${percent(share.weight, share.whole)} in ${countText(count)}`)}
      </output>
      <button type="button" aria-label="Previous match" title="Previous match (N)" disabled={count === 0} onClick={() => step(-1)}>
        ‹
      </button>
      <button type="button" aria-label="Next match" title="Next match (n)" disabled={count === 0} onClick={() => step(1)}>
        ›
      </button>
    </form>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: [T, string][];
  choose(value: T): void;
}

function Choice<T extends string>({ label, value, choices, choose }: ChoiceProps<T>) {
  return (
    <div class="group" role="group" aria-label={label}>
      {choices.map(([id, text]) => (
        <button key={id} aria-pressed={id === value} onClick={() => choose(id)}>
          {text}
        </button>
      ))}
    </div>
  );
}

function Toggle({ text, title, on, set }: { text: string; title: string; on: boolean; set(on: boolean): void }) {
  return (
    <button title={title} aria-pressed={on} onClick={() => set(!on)}>
      {text}
    </button>
  );
}

/** The short name of a frame's key, without its line. */
const nameOf = (key: string) => shortName(key.replace(/ \([^)]*\)$/, ""));

const FILTER_TEXT = { focus: "Focus", ignore: "Ignore", hide: "Hide", show_from: "From" };

/** The filters and hidden stacks; each can be removed. A new filter is typed here. */
export function Chips({ state, change, undo }: { state: FlameState; change: Change; undo(): void }) {
  if (state.filters.length === 0 && state.hidden.length === 0) {
    return null;
  }
  const readable = (pattern: string) => {
    const [first = "", ...others] = pattern.split("$|^");
    const plain = first.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
    const isExact = exactly(plain) === (others.length ? first + "$" : first);
    return isExact ? shortName(plain) + (others.length ? ` +${others.length}` : "") : pattern;
  };
  const hiddenName = (path: string[]) => {
    const last = path[0] === UP || path[0] === ANYWHERE ? path.slice(1) : path;
    return nameOf(last.at(-1) ?? "");
  };
  return (
    <div class="toolbar flame-chips">
      {state.filters.map((filter, i) => (
        <Chip
          key={`${filter.kind} ${filter.pattern}`}
          title={filter.pattern}
          remove={() => change({ filters: state.filters.filter((_, at) => at !== i), root: [] })}
        >
          {FILTER_TEXT[filter.kind]} <b>{readable(filter.pattern)}</b>
        </Chip>
      ))}
      {state.hidden.map((path, i) => (
        <Chip key={path.join("\n")} title={path.join("\n")} remove={() => change({ hidden: state.hidden.filter((_, at) => at !== i) })}>
          Hidden <b>{hiddenName(path)}</b>
        </Chip>
      ))}
      {state.hidden.length > 0 && (
        <button onClick={undo} title="Show the last hidden stacks again (u)">
          Undo
        </button>
      )}
      {state.filters.length + state.hidden.length > 1 && (
        <button onClick={() => change({ filters: [], hidden: [] })}>
          Remove all
        </button>
      )}
    </div>
  );
}

function Chip({ title, remove, children }: { title: string; remove(): void; children: ComponentChildren }) {
  return (
    <span class="flame-chip" title={title}>
      {children}
      <button class="plain" aria-label={`Remove: ${title}`} onClick={remove}>
        ×
      </button>
    </span>
  );
}

/** The way from the root to the zoomed box. */
export function Breadcrumb({ root, change, back, all }: { root: string[]; change: Change; back(): void; all: string }) {
  const steps = root[0] === UP ? root.slice(1) : root;
  const lead = root.length - steps.length;
  // The last ones matter most; the bar keeps its height.
  const first = Math.max(0, steps.length - 6);
  return (
    <div class="flame-crumbs" role="group" aria-label="Zoom">
      <button class="plain" disabled={root.length === 0} onClick={back} title="Zoom back (Esc)" aria-label="Zoom back">
        ←
      </button>
      {root.length === 0 ? (
        <span>{all}</span>
      ) : (
        <button class="plain" onClick={() => change({ root: [] })} title="Zoom out to all">
          {all}
        </button>
      )}
      {first > 0 && <span>…</span>}
      {steps.slice(first).map((key, i) => {
        const name = nameOf(key);
        const at = first + i;
        return at === steps.length - 1 ? (
          <b key={at} title={key} aria-current="true">
            {name}
          </b>
        ) : (
          <button class="plain" key={at} title={key} onClick={() => change({ root: root.slice(0, lead + at + 1) })}>
            {name}
          </button>
        );
      })}
    </div>
  );
}

/** What the colours and hatches stand for. */
export function Legend({ frames, colour, look, scene }: { frames: Frames; colour: ColourBy; look: Look; scene: Scene }) {
  const rows = useMemo(() => legend(frames, colour, scene), [frames, colour, scene]);
  return (
    <ul class="flame-legend muted small" aria-label="Colours">
      {rows.map(({ fill, text }) => (
        <li key={text}>
          <Swatch colour={look.palette.fills[fill] ?? ""} ink={look.palette.text} hatched={look.patterns ? (look.palette.hatches[fill] ?? 0) : 0} /> {text}
        </li>
      ))}
      {look.matches && (
        <li>
          <Swatch colour={look.palette.match} ink={look.palette.text} hatched={0} /> found
        </li>
      )}
    </ul>
  );
}

function Swatch({ colour, ink, hatched }: { colour: string; ink: string; hatched: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const ctx = canvas.current!.getContext("2d")!;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, 32, 32);
    for (let x = 0; hatched > 0 && x < 4; x++) {
      ctx.setTransform(1, 0, 0, 1, (x % 2) * 16, x > 1 ? 16 : 0);
      hatch(ctx, hatched, ink, 2);
    }
  }, [colour, ink, hatched]);
  return <canvas ref={canvas} class="flame-swatch" width={32} height={32} aria-hidden="true" />;
}
