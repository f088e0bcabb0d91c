// The page's data: the JSON object "jemscope-page" version 1, checked and turned into typed arrays.

export interface ValueType {
  id: string;
  unit: string;
  text: string;
}

export interface PageData {
  title: string;
  program: string | null;
  pid: number | null;
  host: string | null;
  taken: string | null;
  base: { title: string; taken: string | null } | null;
  types: ValueType[];
  /** Index of the type to show first. */
  type: number;
  kinds: { id: string; text: string }[];
  strings: string[];
  /** About what, in a word or two; empty where it continues the one before. */
  quality: { level: "warning" | "note"; about: string; text: string }[];
  pruned: { stacks: number; values: number[] };
  holders: Record<string, unknown> | null;

  /** Index into strings; the same for source and group. */
  frameName: Int32Array;
  frameKind: Uint8Array;
  frameSource: Int32Array;
  frameGroup: Int32Array;

  /** Nodes in depth-first order: a caller comes before what it calls. */
  nodeFrame: Int32Array;
  /** -1 for a root. */
  nodeParent: Int32Array;
  nodeDepth: Uint16Array;

  /** Ascending; a node can occur more than once, e.g. once per thread. */
  sampleNode: Int32Array;
  sampleThread: Int32Array | null;
  /** Per type, per sample. */
  values: Float64Array[];
  baseValues: Float64Array[] | null;
}

/** Says what failed, why, and what to do. */
export class PageDataError extends Error {
  constructor(
    readonly what: string,
    readonly why: string,
    readonly next: string,
  ) {
    super(`${what}: ${why}. ${next}`);
    this.name = "PageDataError";
  }
}

// Depths are 16 bits wide, and a split adds a few.
const MAX_DEPTH = 0xfff0;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

const WHAT = "cannot show this profile";
const REPEAT = "Make the report or load the page again with the same version of Jemscope.";

function damaged(why: string): PageDataError {
  return new PageDataError(WHAT, why, REPEAT);
}

type Json = Record<string, unknown>;

function object(value: unknown, where: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw damaged(`${where} is not an object`);
  }
  return value as Json;
}

function array(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) {
    throw damaged(`${where} is not an array`);
  }
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== "string") {
    throw damaged(`${where} is not a string`);
  }
  return value;
}

function textOrNull(value: unknown, where: string): string | null {
  return value == null ? null : text(value, where);
}

function integer(value: unknown, where: string, limit: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= limit) {
    throw damaged(`${where} is ${shown(value)}, not an integer from 0 to ${limit - 1}`);
  }
  return value as number;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "absent").slice(0, 40);
}

function sameLength(value: unknown, where: string, length: number): unknown[] {
  const values = array(value, where);
  if (values.length !== length) {
    throw damaged(`${where} has ${values.length} entries, not ${length}`);
  }
  return values;
}

/** An array of indices below limit. */
function indices<T extends Int32Array | Uint8Array>(target: T, value: unknown, where: string, limit: number): T {
  const values = sameLength(value, where, target.length);
  for (let i = 0; i < target.length; i++) {
    const index = values[i];
    if (typeof index !== "number" || (index | 0) !== index || index < 0 || index >= limit) {
      integer(index, `${where}[${i}]`, limit);
    }
    target[i] = index as number;
  }
  return target;
}

function numbers(value: unknown, where: string, length: number): Float64Array {
  const values = sameLength(value, where, length);
  const target = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const number = values[i];
    if (typeof number !== "number" || !Number.isFinite(number)) {
      throw damaged(`${where}[${i}] is ${shown(number)}, not a number`);
    }
    target[i] = number;
  }
  return target;
}

export function decode(json: unknown): PageData {
  const page = object(json, "the data");
  if (page["format"] !== "jemscope-page") {
    throw damaged("the data is not a page of Jemscope");
  }
  if (page["version"] !== 1) {
    throw damaged(`the data has version ${shown(page["version"])}, this page reads version 1`);
  }
  const strings = array(page["strings"], "strings").map((value, i) => text(value, `strings[${i}]`));
  const types = array(page["types"], "types").map((value, i) => {
    const type = object(value, `types[${i}]`);
    return {
      id: text(type["id"], `types[${i}].id`),
      unit: text(type["unit"], `types[${i}].unit`),
      text: text(type["text"], `types[${i}].text`),
    };
  });
  if (types.length === 0) {
    throw damaged("types is empty");
  }
  const kinds = array(page["kinds"], "kinds").map((value, i) => {
    const kind = object(value, `kinds[${i}]`);
    return { id: text(kind["id"], `kinds[${i}].id`), text: text(kind["text"], `kinds[${i}].text`) };
  });
  if (kinds.length > 256) {
    throw damaged(`kinds has ${kinds.length} entries, more than 256`);
  }
  const base = page["base"] == null ? null : object(page["base"], "base");
  const pruned = page["pruned"] == null ? {} : object(page["pruned"], "pruned");
  return {
    title: text(page["title"], "title"),
    program: textOrNull(page["program"], "program"),
    pid: page["pid"] == null ? null : integer(page["pid"], "pid", 2 ** 53),
    host: textOrNull(page["host"], "host"),
    taken: textOrNull(page["taken"], "taken"),
    base: base && { title: text(base["title"], "base.title"), taken: textOrNull(base["taken"], "base.taken") },
    types,
    type: integer(page["type"] ?? 0, "type", types.length),
    kinds,
    strings,
    quality: array(page["quality"] ?? [], "quality").map((value, i) => {
      const note = object(value, `quality[${i}]`);
      return {
        level: note["level"] === "warning" ? ("warning" as const) : ("note" as const),
        about: textOrNull(note["about"], `quality[${i}].about`) ?? "",
        text: text(note["text"], `quality[${i}].text`),
      };
    }),
    pruned: {
      stacks: integer(pruned["stacks"] ?? 0, "pruned.stacks", 2 ** 53),
      values: [...numbers(pruned["values"] ?? types.map(() => 0), "pruned.values", types.length)],
    },
    holders: page["holders"] == null ? null : object(page["holders"], "holders"),
    ...decodeFrames(object(page["frames"], "frames"), strings.length, kinds.length),
    ...decodeStacks(page, strings.length, types.length),
  };
}

function decodeFrames(frames: Json, strings: number, kinds: number) {
  const count = array(frames["name"], "frames.name").length;
  return {
    frameName: indices(new Int32Array(count), frames["name"], "frames.name", strings),
    frameKind: indices(new Uint8Array(count), frames["kind"], "frames.kind", kinds),
    frameSource: indices(new Int32Array(count), frames["source"], "frames.source", strings),
    frameGroup: indices(new Int32Array(count), frames["group"], "frames.group", strings),
  };
}

function decodeStacks(page: Json, strings: number, types: number) {
  const frames = array(object(page["frames"], "frames")["name"], "frames.name").length;
  const tree = object(page["tree"], "tree");
  const depths = array(tree["depth"], "tree.depth");
  const nodeFrame = indices(new Int32Array(depths.length), tree["frame"], "tree.frame", frames);
  const nodeDepth = new Uint16Array(depths.length);
  const nodeParent = new Int32Array(depths.length);
  const path: number[] = [];
  for (let node = 0; node < depths.length; node++) {
    const depth = integer(depths[node], `tree.depth[${node}]`, Math.min(path.length, MAX_DEPTH) + 1);
    nodeDepth[node] = depth;
    nodeParent[node] = depth === 0 ? -1 : path[depth - 1]!;
    path.length = depth;
    path.push(node);
  }

  const samples = object(page["samples"], "samples");
  const deltas = array(samples["node"], "samples.node");
  const sampleNode = new Int32Array(deltas.length);
  let node = 0;
  for (let i = 0; i < deltas.length; i++) {
    node += integer(deltas[i], `samples.node[${i}]`, depths.length - node);
    sampleNode[i] = node;
  }
  const table = (value: unknown, where: string) =>
    sameLength(value, where, types).map((row, i) => numbers(row, `${where}[${i}]`, deltas.length));
  return {
    nodeFrame,
    nodeParent,
    nodeDepth,
    sampleNode,
    sampleThread:
      samples["thread"] == null
        ? null
        : indices(new Int32Array(deltas.length), samples["thread"], "samples.thread", strings),
    values: table(samples["values"], "samples.values"),
    baseValues: samples["base"] == null ? null : table(samples["base"], "samples.base"),
  };
}

/** Reads the data inside a one-file report: JSON, gzipped, in base64. */
export async function decodeEmbedded(base64: string): Promise<PageData> {
  if (typeof DecompressionStream === "undefined") {
    throw new PageDataError(
      "cannot open this report",
      "the browser is too old: it has no DecompressionStream",
      "Open the file with Chrome or Edge 80, Firefox 113, Safari 16.4 or newer.",
    );
  }
  let packed: Uint8Array<ArrayBuffer>;
  try {
    const binary = atob(base64.trim());
    packed = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) {
      packed[i] = binary.charCodeAt(i);
    }
  } catch {
    throw damaged("the data inside the file is not base64");
  }
  let unpacked = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unpacked += chunk.length;
      if (unpacked > MAX_UNPACKED_BYTES) {
        controller.error(damaged(`the data is larger than ${MAX_UNPACKED_BYTES >> 20} MiB`));
      } else {
        controller.enqueue(chunk);
      }
    },
  });
  let json: unknown;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(bounded);
    json = JSON.parse(await new Response(stream).text());
  } catch (error) {
    throw error instanceof PageDataError ? error : damaged("the data inside the file is cut or changed");
  }
  return decode(json);
}
