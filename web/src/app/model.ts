// The agent's answers, as far as the page reads them. See docs/http-api.md.

export interface Memory {
  allocatedBytes: number;
  activeBytes: number;
  metadataBytes: number;
  residentBytes: number;
  mappedBytes: number;
  retainedBytes: number;
}

export interface Run {
  id: string;
  state: "running" | "finished" | "failed" | "lost";
  label: string | null;
  started: string | null;
  ended: string | null;
  seconds: number | null;
  remainingSeconds: number | null;
  external: boolean;
  sampleBytes: number | null;
  baseline: string | null;
  snapshots: string[];
  snapshotsGone: number;
  profile: string | null;
  resetAt: string | null;
  message: string | null;
}

export interface State {
  pid: number;
  program: string;
  /** What the token allows. */
  access: "operate" | "read";
  rssBytes: number | null;
  /** Its name and version, and that Jemscope samples it if so. */
  allocator: string;
  jemalloc: {
    detected: boolean;
    version: string | null;
    path: string | null;
    prof: boolean;
    active: boolean;
    activeBy: "agent" | "other";
    rateBytes: number | null;
  };
  hook: { installed: boolean; counters: Record<string, number> };
  memory: Memory | null;
  /** What glibc's malloc counts; null for other allocators. */
  glibc: { allocatedBytes: number; freeBytes: number; mappedBytes: number; mappedBlocks: number; arenas: number } | null;
  run: Run | null;
  allocationLog: { started: string; ends: string } | null;
  agent: { version: string; startedAt: string };
}

export interface Dump {
  id: string;
  file: string;
  bytes: number;
  kind: string;
  made: string;
  number: number;
  symbolized: boolean;
  run: string | null;
}

export interface LedgerRow {
  name: string;
  residentBytes: number | null;
  bound: "exact" | "most" | "least" | null;
  mostBytes: number | null;
  swappedBytes: number | null;
  countedBytes: number | null;
  countedAs: string | null;
  count: number | null;
  note: string | null;
  of: LedgerRow[];
}

export interface Ledger {
  time: string;
  residentBytes: number;
  peakResidentBytes: number;
  swappedBytes: number;
  retainedBytes: number | null;
  threads: number;
  mappings: number;
  complete: boolean;
  rows: LedgerRow[];
  remainderBytes: number;
}

/** What glibc's malloc counts of itself, as glibc names it: mallinfo2(3), null before glibc 2.33. */
export interface GlibcStatistics {
  allocator: string;
  mallinfo2: { arena: number; hblks: number; hblkhd: number; uordblks: number; fordblks: number; keepcost: number } | null;
  arenas: { arena: number; systemBytes: number; inUseBytes: number; freeBytes: number }[];
}

export interface Statistics extends Memory {
  fragmentationRatio: number | null;
  residentRatio: number | null;
  sizeClasses: {
    sizeBytes: number;
    small: boolean;
    count: number;
    bytes: number;
    allocations: number;
    releases: number;
    slabBytes: number | null;
  }[];
  arenas: {
    index: number;
    threads: number | null;
    smallBytes: number;
    largeBytes: number;
    activeBytes: number;
    dirtyBytes: number;
    muzzyBytes: number;
    residentBytes: number;
    mappedBytes: number;
    retainedBytes: number;
  }[];
}

export interface Judged {
  name: string;
  verdict: string;
  why: string;
  live: number;
  perHour: number;
  /** How long no old block was freed. */
  watchedSeconds: number;
  callers: string[];
}

/** Why the process needs the memory it needs. */
export interface Verdict {
  time: string;
  baseTime: string | null;
  residentBytes: number | null;
  containerUsedBytes: number | null;
  containerLimitBytes: number | null;
  secondsUntilLimit: number | null;
  findings: { kind: string; bytes: number; perHour: number | null; evidence: string; next: string }[];
  runs: { sites: Judged[] }[];
}

/** The statistics of one start of the program, by name; null where a figure is unknown. */
export interface Life {
  pid: number;
  timesMillis: number[];
  statistics: Record<string, (number | null)[]>;
}

export interface MallocOption {
  name: string;
  value: string | null;
  source: string;
  available: boolean;
}

/** Amounts in the report "holders" of docs/json.md. */
export interface Amounts {
  liveBytes: number;
  liveBytesLow: number | null;
  liveBytesHigh: number | null;
  liveObjects: number;
  accumulatedBytes: number;
  accumulatedBytesLow: number | null;
  accumulatedBytesHigh: number | null;
  accumulatedObjects: number;
}

/** A site's amounts. */
export interface Holder extends Amounts {
  name: string;
  callers: string[];
  functions: string[];
  jvm: { liveBytes: number; liveObjects: number; accumulatedBytes: number; accumulatedObjects: number } | null;
}

export interface Holders extends Amounts {
  report: "holders";
  measure: string;
  unit: string;
  total: number;
  mostUnlistedBytes: number | null;
  holders: Holder[];
  leftOut: number;
}

export interface Change {
  name: string;
  kind: "grown" | "shrunk" | "new" | "gone" | "same";
  before: number;
  after: number;
  change: number;
  changeLow: number | null;
  changeHigh: number | null;
  chance: number | null;
  significant: boolean;
  passing: boolean;
  callers: string[];
}

export interface Diff {
  report: "diff";
  measure: string;
  unit: string;
  judged: boolean;
  oneProcess: boolean;
  factor: number;
  all: Change;
  rows: Change[];
}

/** A site's figures over the dumps of a run, in the report "trend". */
export interface Course {
  name: string;
  course: "rising" | "falling" | "uncertain" | "unsteady" | "noise" | "still" | "passing";
  perHour: number;
  perHourStandardError: number | null;
  last: number;
  callers: string[];
  /** One per dump. */
  figures: number[];
}

export interface TrendRun {
  pid: string | null;
  host: string | null;
  main: string | null;
  judged: boolean;
  timesOfFiles: number;
  timesContradict: boolean;
  times: string[];
  all: Course;
  rows: Course[];
}

export interface Trend {
  report: "trend";
  unit: string;
  runs: TrendRun[];
}

/** One function, as far as it lies in one file, in the report "list". */
export interface Routine {
  name: string;
  file: string | null;
  flat: number;
  cumulative: number;
  /** Those that hold memory and some around them; a gap where numbers jump. */
  lines: { line: number | null; flat: number; cumulative: number; text: string }[];
}

export interface Sources {
  report: "list";
  unit: string;
  total: number;
  functions: Routine[];
  withoutSource: number;
  leftOut: number;
}

/** A report in the data; null where there is none that this page knows. */
function reportOf<T extends { report: string }>(value: unknown, report: T["report"], rows: keyof T): T | null {
  const known = value as T | null;
  return known?.report === report && Array.isArray(known[rows]) ? known : null;
}

/** The source that is in a file; null if none is. */
export const sourcesOf = (value: unknown) => reportOf<Sources>(value, "list", "functions");

/** The trends of a profile; null where it has none. */
export function trendOf(value: unknown): Trend | null {
  const trend = reportOf<Trend>(value, "trend", "runs");
  return trend?.runs.length ? trend : null;
}

/** The table of a profile; null where it has none. */
export const tableOf = (value: unknown) => reportOf<Holders>(value, "holders", "holders") ?? reportOf<Diff>(value, "diff", "rows");
