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
  const token = new URLSearchParams(`token=${found[2]!.replace(/\+/g, "%2B")}`).get("token");
  return { token: token || null, hash: before + (rest && found[1]! + rest) };
}

/** Which profile is shown. */
export const PROFILE_PARAMS = ["dump", "baseline", "normalize"];

/** What has few values, by parameter. */
const CHOICES = {
  dir: ["direction", ["down", "up", "sandwich"]],
  value: ["value", ["now", "change", "grown"]],
  split: ["split", ["none", "thread", "package"]],
  colour: ["colour", ["kind", "package", "change"]],
} as const;
const FLAGS = { flame: "inverted", fold: "fold" } as const;
const FILTERS = ["focus", "ignore", "hide", "show_from"] as const;

/** The parameters of a flame graph's state. */
export const FLAME_PARAMS = ["type", ...Object.keys(CHOICES), ...Object.keys(FLAGS), "root", "of", "find", "hidden", ...FILTERS];

/** Writes what differs from the initial state into parameters, next to those that belong to the rest of the view. */
export function flameToParams(
  params: URLSearchParams, state: FlameState, initial: FlameState, types: readonly { id: string }[],
): URLSearchParams {
  const out = new URLSearchParams([...params].filter(([name]) => !FLAME_PARAMS.includes(name)));
  const set = (name: string, value: string | null | undefined, usual: string | null = null) => {
    if (value != null && value !== usual) {
      out.append(name, value);
    }
  };
  set("type", types[state.type]?.id, types[initial.type]?.id);
  for (const [name, [part]] of Object.entries(CHOICES)) {
    set(name, state[part], initial[part]);
  }
  for (const [name, part] of Object.entries(FLAGS)) {
    set(name, state[part] ? "1" : "0", initial[part] ? "1" : "0");
  }
  set("of", state.sandwich);
  set("find", state.search, "");
  set("root", state.root.join("\n"), "");
  state.hidden.forEach((path) => set("hidden", path.join("\n")));
  state.filters.forEach((filter) => set(filter.kind, filter.pattern));
  return out;
}

/** Reads a flame graph's state; what is missing or unknown is as in the initial state. */
export function flameFromParams(
  params: URLSearchParams, initial: FlameState, types: readonly { id: string }[],
): FlameState {
  const type = types.findIndex(({ id }) => id === params.get("type"));
  const parts = Object.entries(CHOICES).map(([name, [part, known]]) => [
    part, known.find((word) => word === params.get(name)) ?? initial[part],
  ]);
  const flags = Object.entries(FLAGS).map(([name, part]) => [part, params.has(name) ? params.get(name) === "1" : initial[part]]);
  const filters = [...params].flatMap(([name, pattern]) => FILTERS.filter((word) => word === name).map((kind) => ({ kind, pattern })));
  return {
    ...initial,
    ...Object.fromEntries([...parts, ...flags]),
    type: type < 0 ? initial.type : type,
    root: params.get("root")?.split("\n") ?? [],
    sandwich: params.get("of"),
    search: params.get("find") ?? "",
    filters,
    hidden: params.getAll("hidden").map((path) => path.split("\n")),
  };
}

/** Whether a change deserves an entry in the browser's history, so that back undoes it. Typing doesn't. */
export function isStep(from: FlameState, to: FlameState): boolean {
  return JSON.stringify({ ...from, search: "" }) !== JSON.stringify({ ...to, search: "" });
}
