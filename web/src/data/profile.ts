// The page's data: the JSON object "jemscope-page" version 1, checked and turned into typed arrays.
import { Failure } from "./failure";

export interface ValueType {
  id: string;
  /** bytes or count. */
  unit: string;
  text: string;
}

export interface PageData {
  title: string;
  program: string | null;
  pid: number | null;
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
  /** Reports of the command, as docs/json.md describes them. */
  holders: Record<string, unknown> | null;
  trend: Record<string, unknown> | null;
  sources: Record<string, unknown> | null;

  /** Index into strings; the same for source and group. */
  frameName: Int32Array;
  frameKind: Int32Array;
  frameSource: Int32Array;
  frameGroup: Int32Array;

  /** Nodes in depth-first order: a caller comes before what it calls. */
  nodeFrame: Int32Array;
  /** -1 for a root. */
  nodeParent: Int32Array;

  /** Ascending; a node can occur more than once, e.g. once per thread. */
  sampleNode: Int32Array;
  sampleThread: Int32Array | null;
  /** Per type, per sample. */
  values: Float64Array[];
  baseValues: Float64Array[] | null;
}

function damaged(why: string): Failure {
  return new Failure("cannot show this profile", why, "Make the report or load the page again with the same version of Jemscope.");
}

/** A value of the JSON and where it is, for the error. */
class Field {
  constructor(
    readonly value: unknown,
    private readonly where: string,
  ) {}

  private no(what: string): Failure {
    return damaged(`${this.where} is ${(JSON.stringify(this.value) ?? "absent").slice(0, 40)}, not ${what}`);
  }

  object(): Record<string, unknown> {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) {
      throw this.no("an object");
    }
    return this.value as Record<string, unknown>;
  }

  get(key: string, otherwise: unknown = null): Field {
    return new Field(this.object()[key] ?? otherwise, `${this.where}.${key}`);
  }

  /** What `read` makes of the value, or null. */
  orNull<T>(read: (field: Field) => T): T | null {
    return this.value === null ? null : read(this);
  }

  text(): string {
    if (typeof this.value !== "string") {
      throw this.no("a string");
    }
    return this.value;
  }

  /** An object of texts. */
  texts<K extends string>(...keys: K[]): Record<K, string> {
    return Object.fromEntries(keys.map((key) => [key, this.get(key).text()])) as Record<K, string>;
  }

  integer(limit: number): number {
    if (!Number.isInteger(this.value) || (this.value as number) < 0 || (this.value as number) >= limit) {
      throw this.no(`an integer from 0 to ${limit - 1}`);
    }
    return this.value as number;
  }

  array(length?: number): unknown[] {
    if (!Array.isArray(this.value)) {
      throw this.no("an array");
    }
    if (length !== undefined && this.value.length !== length) {
      throw damaged(`${this.where} has ${this.value.length} entries, not ${length}`);
    }
    return this.value;
  }

  at(i: number): Field {
    return new Field((this.value as unknown[])[i], `${this.where}[${i}]`);
  }

  each<T>(read: (field: Field) => T, length?: number): T[] {
    return this.array(length).map((_, i) => read(this.at(i)));
  }

  /** So many indices below the limit. */
  indices(length: number, limit: number): Int32Array {
    return Int32Array.from(this.array(length), (index, i) =>
      typeof index === "number" && (index | 0) === index && index >= 0 && index < limit ? index : this.at(i).integer(limit),
    );
  }

  numbers(length: number): Float64Array {
    return Float64Array.from(this.array(length), (number, i) => {
      if (!Number.isFinite(number)) {
        throw this.at(i).no("a number");
      }
      return number as number;
    });
  }
}

export function decode(json: unknown): PageData {
  const page = new Field(json, "page");
  if (page.get("format").value !== "jemscope-page") {
    throw damaged("the data is not a page of Jemscope");
  }
  if (page.get("version").value !== 1) {
    throw damaged(`the data has version ${page.get("version").value}, this page reads version 1`);
  }
  const strings = page.get("strings").each((string) => string.text());
  const types = page
    .get("types")
    .each((type) => type.texts("id", "unit", "text"));
  if (types.length === 0) {
    throw damaged("page.types is empty");
  }
  const kinds = page.get("kinds").each((kind) => kind.texts("id", "text"));
  const text = (field: Field) => field.text();
  const object = (field: Field) => field.object();
  const pruned = page.get("pruned", {});
  return {
    title: page.get("title").text(),
    program: page.get("program").orNull(text),
    pid: page.get("pid").orNull((pid) => pid.integer(2 ** 53)),
    taken: page.get("taken").orNull(text),
    base: page.get("base").orNull((base) => ({ title: base.get("title").text(), taken: base.get("taken").orNull(text) })),
    types,
    type: page.get("type", 0).integer(types.length),
    kinds,
    strings,
    quality: page.get("quality", []).each((note) => ({
      level: note.get("level").value === "warning" ? "warning" : "note",
      about: note.get("about", "").text(),
      text: note.get("text").text(),
    })),
    pruned: {
      stacks: pruned.get("stacks", 0).integer(2 ** 53),
      values: [...pruned.get("values", types.map(() => 0)).numbers(types.length)],
    },
    holders: page.get("holders").orNull(object),
    trend: page.get("trend").orNull(object),
    sources: page.get("sources").orNull(object),
    ...decodeStacks(page, strings.length, kinds.length, types.length),
  };
}

function decodeStacks(page: Field, strings: number, kinds: number, types: number) {
  const frames = page.get("frames");
  const frameCount = frames.get("name").array().length;
  const ofFrames = (key: string) => frames.get(key).indices(frameCount, strings);

  const depths = page.get("tree").get("depth");
  const nodes = depths.array() as number[];
  const nodeParent = new Int32Array(nodes.length);
  const path: number[] = [];
  for (let node = 0; node < nodes.length; node++) {
    const depth = nodes[node]!;
    if (!(Number.isInteger(depth) && depth >= 0 && depth <= path.length)) {
      depths.at(node).integer(path.length + 1);
    }
    nodeParent[node] = depth === 0 ? -1 : path[depth - 1]!;
    path.length = depth;
    path.push(node);
  }

  const samples = page.get("samples");
  const deltas = samples.get("node");
  const count = deltas.array().length;
  const sampleNode = deltas.indices(count, nodes.length);
  for (let i = 1; i < count; i++) {
    sampleNode[i]! += sampleNode[i - 1]!;
    if (sampleNode[i]! >= nodes.length) {
      deltas.at(i).integer(nodes.length - sampleNode[i - 1]!);
    }
  }
  const values = (field: Field) => field.each((row) => row.numbers(count), types);
  return {
    frameName: ofFrames("name"),
    frameKind: frames.get("kind").indices(frameCount, kinds),
    frameSource: ofFrames("source"),
    frameGroup: ofFrames("group"),
    nodeFrame: page.get("tree").get("frame").indices(nodes.length, frameCount),
    nodeParent,
    sampleNode,
    sampleThread: samples.get("thread").orNull((threads) => threads.indices(count, strings)),
    values: values(samples.get("values")),
    baseValues: samples.get("base").orNull(values),
  };
}

/** Reads the data inside a one-file report: JSON, gzipped, in base64. */
export async function decodeEmbedded(base64: string): Promise<PageData> {
  if (typeof DecompressionStream === "undefined") {
    throw new Failure(
      "cannot open this report",
      "the browser is too old: it has no DecompressionStream",
      "Open the file with Chrome or Edge 111, Firefox 113, Safari 16.4 or newer.",
    );
  }
  let json: unknown;
  try {
    const packed = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    json = await new Response(stream).json();
  } catch {
    throw damaged("the data inside the file is cut or changed");
  }
  return decode(json);
}
