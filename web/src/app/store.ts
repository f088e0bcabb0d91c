// The page's state: one store of signals.
import { Failure } from "../data/failure";
import { decode, decodeEmbedded, type PageData } from "../data/profile";
import { ApiError, createApi, type Waiting } from "./api";
import { recall, remember } from "../browser/storage";
import type { Dump, Life, Memory, Run, State } from "./model";
import { signal } from "./signal";
import { formatRoute, parseRoute, PROFILE_PARAMS, takeToken, type Route } from "./route";

export const TOKEN_KEY = "jemscope-token";
const POLL_MILLIS = 2_000;
const MOST_MOMENTS = 1_800;

/** The figures of one look at the process. */
export interface Moment {
  at: number;
  rss: number | null;
  /** A figure that isn't known is null. */
  memory: { [name in keyof Memory]?: number | null } | null;
}

export const embedded = globalThis.document?.getElementById("jemscope-data") ?? null;
export const isReport = embedded !== null;

export const route = signal<Route>({ view: "", params: new URLSearchParams() });
export const token = signal<string | null>(null);
export const isLoginNeeded = signal(false);
/** False where the token may only read. */
export const mayChange = signal(true);
export const agentState = signal<State | null>(null);
/** When the state was read. */
export const stateAt = signal<number | null>(null);
/** Why the last look failed; null while the agent answers. */
export const lost = signal<ApiError | null>(null);
export const moments = signal<readonly Moment[]>([]);
/** Those of the last day that the agent's history has. */
export const past = signal<readonly Moment[]>([]);
export const waiting = signal<Waiting | null>(null);
export const announcement = signal("");
/** Shown for some seconds. */
export const toast = signal("");
export const runs = signal<readonly Run[] | null>(null);
export const dumps = signal<readonly Dump[] | null>(null);
export const unlistedDumps = signal(0);
export const reportFailure = signal<Failure | null>(null);
/** The profile that the header is about: the report's, or the dump on show. */
export const shown = signal<PageData | null>(null);

export const program = () => shown.value?.program ?? agentState.value?.program ?? null;
export const pid = () => shown.value?.pid ?? agentState.value?.pid ?? null;

/** Says a short text to screen readers. */
export function announce(text: string): void {
  // The same text twice is only read again if it changes.
  announcement.value = announcement.value === text ? text + "\u00a0" : text;
}

let toastTimer = 0;

/** Shows a short text to everyone, and says it to screen readers. */
export function notify(text: string): void {
  announce(text);
  toast.value = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.value = ""), 4_000);
}

export const api = createApi({
  fetch: (path, init) => fetch(path, init),
  token: () => token.value,
  sleep: (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
  waiting: (now) => (waiting.value = now),
  now: () => Date.now(),
  refused: noteRefusal,
});

export const request = api.json;

/** Any error as something to show. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Failure("The page failed", why, "Reload the page. If it happens again, report this text.");
}

/** Requests a change. */
export function send<T>(method: string, path: string, body: object = {}): Promise<T> {
  return request<T>(path, method === "DELETE" ? { method } : { method, body });
}

/** Notes that a token was refused, unless there is another by now. */
export function noteRefusal(error: ApiError, refused: string | null): void {
  if (error.status === 401 && refused === token.value) {
    forgetToken();
  }
}

export function go(to: Route, replace = false): void {
  const hash = formatRoute(to);
  if (hash !== location.hash) {
    route.value = to;
    try {
      history[replace ? "replaceState" : "pushState"](null, "", hash);
    } catch {
      // Safari takes a hundred changes in half a minute. The next one takes this along.
    }
  }
}

export function readAddress(): void {
  const taken = takeToken(location.hash);
  if (taken.token) {
    history.replaceState(null, "", taken.hash || "#");
    rememberToken(taken.token);
  }
  route.value = parseRoute(taken.hash);
}

export function rememberToken(value: string): void {
  token.value = value;
  mayChange.value = true;
  isLoginNeeded.value = false;
  remember("sessionStorage", TOKEN_KEY, value);
}

export function forgetToken(): void {
  token.value = null;
  isLoginNeeded.value = true;
  remember("sessionStorage", TOKEN_KEY, "");
}

/** Reads the state; returns whether the agent answered. */
export async function loadState(): Promise<boolean> {
  try {
    const now = await request<State>("/api/v1/state", { impatient: true });
    const started = agentState.value?.agent.startedAt;
    if (started !== now.agent.startedAt) {
      void loadPast(now.pid).catch(() => {});
      if (started) {
        // Another process, or its agent came anew: nothing that was read is of it.
        moments.value = past.value = [];
        runs.value = dumps.value = null;
        kept.clear();
      }
    }
    const at = Date.now();
    // Where nothing was known for long, the curve is interrupted.
    const gap = at - (stateAt.value ?? at) > 5 * POLL_MILLIS ? [{ at: at - 1, rss: null, memory: null }] : [];
    moments.value = [...moments.value.slice(-MOST_MOMENTS + 2), ...gap, { at, rss: now.rssBytes, memory: now.memory ?? now.glibc }];
    agentState.value = now;
    stateAt.value = at;
    lost.value = null;
    mayChange.value = now.access !== "read";
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) {
      lost.value = error;
    }
    return false;
  }
}

const MEMORY = ["allocated", "active", "resident", "retained"] as const;
const GLIBC = "ledger.glibcAllocated";

async function loadPast(pid: number): Promise<void> {
  const names = [...MEMORY.map((name) => `jemalloc.${name}`), GLIBC].map((name) => name + ".bytes");
  const from = Date.now() - 86_400_000;
  const { processes } = await request<{ processes: Life[] }>(`/api/v1/history?fromMillis=${from}&statistics=rss.bytes,${names}`);
  past.value = processes.filter((life) => life.pid === pid).flatMap(momentsOf);
}

export function momentsOf({ timesMillis, statistics }: Life): Moment[] {
  const of = (name: string, i: number) => statistics[name + ".bytes"]?.[i] ?? null;
  return timesMillis.map((at, i) => ({
    at, rss: of("rss", i),
    memory: {
      ...Object.fromEntries(MEMORY.map((name) => [name + "Bytes", of("jemalloc." + name, i)])),
      allocatedBytes: of("jemalloc.allocated", i) ?? of(GLIBC, i),
    },
  }));
}

export async function loadDumps(): Promise<void> {
  const [runList, dumpList] = await Promise.all([
    request<{ runs: Run[] }>("/api/v1/runs"),
    request<{ dumps: Dump[]; unlisted: number }>("/api/v1/dumps"),
  ]);
  runs.value = runList.runs;
  dumps.value = [...dumpList.dumps].reverse();
  unlistedDumps.value = dumpList.unlisted;
}

/** Makes a dump, of the run if one is running. */
export async function makeDump(): Promise<Dump> {
  const run = agentState.value?.run;
  const made = await send<Dump>("POST", run?.state === "running" ? `/api/v1/runs/${run.id}/dumps` : "/api/v1/dumps");
  await loadDumps();
  return made;
}

const kept = new Map<string, Promise<PageData>>();

/** The address of the profile that a route names, in a format. */
export function profilePath(params: URLSearchParams, format: string): string {
  const query = new URLSearchParams({ format });
  // Without a baseline nothing is normalized.
  for (const name of params.get("baseline") ? PROFILE_PARAMS.slice(1) : []) {
    if (params.get(name)) {
      query.set(name, params.get(name)!);
    }
  }
  return `/api/v1/dumps/${encodeURIComponent(params.get("dump") ?? "")}?${query}`;
}

/** The profile that a route names; the newest few are kept. */
export function loadProfile(params: URLSearchParams): Promise<PageData> {
  const path = profilePath(params, "page");
  let profile = kept.get(path);
  if (!profile) {
    profile = request<unknown>(path).then(decode);
    profile.catch(() => kept.delete(path));
    kept.set(path, profile);
    for (const old of [...kept.keys()].slice(0, -3)) {
      kept.delete(old);
    }
  }
  return profile;
}

/** The dump to show first: the newest that isn't a log or the start of a run that ended. */
export function usualDump(): string | null {
  const list = dumps.value?.filter((one) => one.kind !== "log") ?? [];
  return (list.find((one) => one.kind !== "baseline") ?? list[0])?.id ?? null;
}

/** Starts the store: reads the address and, of a live page, the process every two seconds while the page is visible. */
export function start(): void {
  readAddress();
  addEventListener("popstate", readAddress);
  if (embedded) {
    decodeEmbedded(embedded.textContent ?? "").then(
      (data) => (shown.value = data),
      (error: unknown) => (reportFailure.value = failureOf(error)),
    );
    return;
  }
  token.value ??= recall("sessionStorage", TOKEN_KEY);
  isLoginNeeded.value = !token.value && location.protocol !== "https:";
  let timer = 0;
  let isPolling = false;
  const poll = async () => {
    if (isPolling) {
      return;
    }
    isPolling = true;
    clearTimeout(timer);
    if (document.visibilityState === "visible" && !isLoginNeeded.value) {
      await loadState();
    }
    isPolling = false;
    timer = setTimeout(poll, lost.value ? 2 * POLL_MILLIS : POLL_MILLIS);
  };
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void poll());
  void poll();
}
