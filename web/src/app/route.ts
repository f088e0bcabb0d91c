// The URL's hash holds the whole view, such as #flame?dump=12&type=liveBytes, so that a link can be sent.
import type { FlameState } from "../flame/flame";

export interface Route {
  view: string;
  params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, "");
  const query = text.indexOf("?");
  const view = query < 0 ? text : text.slice(0, query);
  return { view, params: new URLSearchParams(query < 0 ? "" : text.slice(query + 1)) };
}

export function formatRoute(route: Route): string {
  const query = route.params.toString();
  return "#" + route.view + (query && "?" + query);
}

/** The route to another view. A null value removes a parameter; only those named in `keep` stay. */
export function routeTo(from: Route, view: string, change: Record<string, string | null>, keep: string[] = []): Route {
  const params = new URLSearchParams();
  for (const [name, value] of from.params) {
    if (keep.includes(name) && !(name in change)) {
      params.append(name, value);
    }
  }
  for (const [name, value] of Object.entries(change)) {
    if (value !== null && value !== "") {
      params.set(name, value);
    }
  }
  return { view, params };
}

/** The same view with some parameters changed. */
export function withParams(from: Route, change: Record<string, string | null>): Route {
  return routeTo(from, from.view, change, [...from.params.keys()]);
}

/** Takes token=… out of a hash, wherever it is. */
export function takeToken(hash: string): { token: string | null; hash: string } {
  const found = /([#?&])token=([^&?#]*)[&?#]?/.exec(hash);
  if (!found) {
    return { token: null, hash };
  }
  const before = hash.slice(0, found.index);
  const rest = hash.slice(found.index + found[0].length);
  let token = found[2]!;
  try {
    token = decodeURIComponent(token);
  } catch {
    // Not percent-encoded: the token as it is.
  }
  return { token: token || null, hash: before + (rest && found[1]! + rest) };
}

/** Which profile is shown. */
export const PROFILE_PARAMS = ["dump", "baseline", "normalize"];

type Filter = FlameState["filters"][number];

const DIRECTIONS = ["down", "up", "sandwich"] as const;
const VALUES = ["now", "change", "grown"] as const;
const SPLITS = ["none", "thread", "package"] as const;
const COLOURS = ["kind", "package", "change"] as const;
const FILTERS = ["focus", "ignore", "hide", "show_from"] as const;

/** The parameters of a flame graph's state. */
export const FLAME_PARAMS = [
  "type", "dir", "flame", "value", "split", "fold", "root", "of", "find", "hidden", "colour", ...FILTERS,
];

/** Writes what differs from the initial state into parameters, next to those that belong to the rest of the view. */
export function flameToParams(
  params: URLSearchParams, state: FlameState, initial: FlameState, types: readonly { id: string }[],
): URLSearchParams {
  const out = new URLSearchParams([...params].filter(([name]) => !FLAME_PARAMS.includes(name)));
  const set = (name: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== usual) {
      out.append(name, value);
    }
  };
  const type = types[state.type];
  set("type", state.type === initial.type || !type ? null : type.id);
  set("dir", state.direction, initial.direction);
  set("flame", state.inverted ? "1" : "0", initial.inverted ? "1" : "0");
  set("value", state.value, initial.value);
  set("split", state.split, initial.split);
  set("fold", state.fold ? "1" : "0", initial.fold ? "1" : "0");
  set("of", state.sandwich);
  set("find", state.search, "");
  set("colour", state.colour, initial.colour);
  if (state.root.length) {
    set("root", state.root.join("\n"));
  }
  state.hidden.forEach((path) => set("hidden", path.join("\n")));
  state.filters.forEach((filter) => set(filter.kind, filter.pattern));
  return out;
}

/** Reads a flame graph's state; what is missing or unknown is as in the initial state. */
export function flameFromParams(
  params: URLSearchParams, initial: FlameState, types: readonly { id: string }[],
): FlameState {
  const pick = <T extends string>(name: string, known: readonly T[], usual: T): T =>
    known.find((word) => word === params.get(name)) ?? usual;
  const flag = (name: string, usual: boolean) => (params.has(name) ? params.get(name) === "1" : usual);
  const type = types.findIndex((one) => one.id === params.get("type"));
  const filters: Filter[] = [];
  for (const [name, pattern] of params) {
    const kind = FILTERS.find((word) => word === name);
    if (kind) {
      filters.push({ kind, pattern });
    }
  }
  return {
    ...initial,
    direction: pick("dir", DIRECTIONS, initial.direction),
    inverted: flag("flame", initial.inverted),
    type: type < 0 ? initial.type : type,
    value: pick("value", VALUES, initial.value),
    split: pick("split", SPLITS, initial.split),
    fold: flag("fold", initial.fold),
    root: params.get("root")?.split("\n") ?? [],
    sandwich: params.get("of"),
    search: params.get("find") ?? "",
    filters,
    hidden: params.getAll("hidden").map((path) => path.split("\n")),
    colour: pick("colour", COLOURS, initial.colour),
  };
}

/** Whether a change deserves an entry in the browser's history, so that back undoes it. Typing doesn't. */
export function isStep(from: FlameState, to: FlameState): boolean {
  return JSON.stringify({ ...from, search: "" }) !== JSON.stringify({ ...to, search: "" });
}
