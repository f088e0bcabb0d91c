// Made-up profiles for tests and for looking at the page: the same seed gives the same profile.

/** Numbers from 0 up to 1, always the same for a seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Stack {
  /** From the outermost function in; "name", or "name (File.java:12)". */
  frames: string[];
  value: number;
  base?: number;
  thread?: string;
  /** The second type, objects; a value per type otherwise. */
  objects?: number;
}

const KINDS = [
  ["own", "the program's Java"],
  ["java", "other Java"],
  ["jdk", "the JDK"],
  ["jvm", "the JVM"],
  ["native", "native libraries"],
  ["allocator", "the allocator"],
  ["unknown", "unknown"],
] as const;

function kindOf(name: string): [number, string] {
  if (/^com\.acme\./.test(name)) {
    return [0, name.split(/\.(?=[A-Z])/)[0]!];
  }
  if (/^(java|jdk|sun)\./.test(name)) {
    return [2, name.split(/\.(?=[A-Z])/)[0]!];
  }
  if (/^(org|io|com|net)\./.test(name)) {
    return [1, name.split(/\.(?=[A-Z])/)[0]!];
  }
  if (/^(os|G1|Compile|Unsafe_|Arena|Symbol|ClassFile|JavaThread|thread_native)/.test(name)) {
    return [3, "libjvm.so"];
  }
  if (/^(je_|prof_|malloc|calloc|operator new|realloc)/.test(name)) {
    return [5, "libjemalloc.so.2"];
  }
  return /^\[unknown\]|^0x/.test(name) ? [6, ""] : [4, /zip|inflate|deflate/i.test(name) ? "libzip.so" : "libnative.so"];
}

/** The JSON of a page that shows these stacks. */
export function pageJson(stacks: Stack[], title = "app.heap"): Record<string, unknown> {
  const strings = [""];
  const stringNumbers = new Map([["", 0]]);
  const intern = (text: string) => {
    let number = stringNumbers.get(text);
    if (number === undefined) {
      number = strings.length;
      strings.push(text);
      stringNumbers.set(text, number);
    }
    return number;
  };
  const frames = { name: [] as number[], kind: [] as number[], source: [] as number[], group: [] as number[] };
  const frameNumbers = new Map<string, number>();
  const frameOf = (key: string) => {
    let number = frameNumbers.get(key);
    if (number === undefined) {
      number = frames.name.length;
      frameNumbers.set(key, number);
      const [, name, source] = /^(.*?)(?: \(([^()]*:\d+)\))?$/.exec(key)!;
      const [kind, group] = kindOf(name!);
      frames.name.push(intern(name!));
      frames.kind.push(kind);
      frames.source.push(intern(source ?? ""));
      frames.group.push(intern(group));
    }
    return number;
  };
  interface Node {
    children: Map<number, Node>;
    ends: Stack[];
  }
  const root: Node = { children: new Map(), ends: [] };
  for (const stack of stacks) {
    let at = root;
    for (const key of stack.frames) {
      const frame = frameOf(key);
      let child = at.children.get(frame);
      if (!child) {
        child = { children: new Map(), ends: [] };
        at.children.set(frame, child);
      }
      at = child;
    }
    at.ends.push(stack);
  }
  const tree = { depth: [] as number[], frame: [] as number[] };
  const hasBase = stacks.some(({ base }) => base !== undefined);
  const hasThread = stacks.some(({ thread }) => thread !== undefined);
  const samples = { node: [] as number[], thread: [] as number[], values: [[], []] as number[][], base: [[], []] as number[][] };
  let lastNode = 0;
  const visit = (node: Node, depth: number) => {
    for (const [frame, child] of node.children) {
      const number = tree.depth.length;
      tree.depth.push(depth);
      tree.frame.push(frame);
      for (const end of child.ends) {
        samples.node.push(number - lastNode);
        lastNode = number;
        samples.thread.push(intern(end.thread ?? ""));
        samples.values[0]!.push(end.value);
        samples.values[1]!.push(end.objects ?? (Math.ceil(end.value / 4096) || 0));
        samples.base[0]!.push(end.base ?? 0);
        samples.base[1]!.push(Math.ceil((end.base ?? 0) / 4096));
      }
      visit(child, depth + 1);
    }
  };
  visit(root, 0);
  return {
    format: "jemscope-page",
    version: 1,
    title,
    program: "com.acme.shop.Main",
    pid: 4711,
    host: "shop-7",
    taken: "2026-11-23T12:04:31Z",
    base: hasBase ? { title: "before.heap", taken: "2026-11-23T11:04:31Z" } : null,
    types: [
      { id: "liveBytes", unit: "bytes", text: "live bytes" },
      { id: "liveObjects", unit: "count", text: "live objects" },
    ],
    type: 0,
    strings,
    kinds: KINDS.map(([id, text]) => ({ id, text })),
    frames,
    tree,
    samples: { ...samples, thread: hasThread ? samples.thread : null, base: hasBase ? samples.base : null },
    holders: null,
    quality: [],
    pruned: { stacks: 0, values: [0, 0] },
  };
}

/**
 * A profile that looks like that of a web shop: Java over the JDK over native code. Each function calls a few others, one of them
 * most of the time; `spread` is how many functions there are per package and type.
 */
export function shop(count: number, options: { seed?: number; base?: boolean; spread?: number } = {}): Stack[] {
  const next = random(options.seed ?? 7);
  const skewed = (limit: number) => Math.floor(next() ** 2.5 * limit);
  const packages = ["com.acme.shop", "com.acme.shop.cart", "io.netty.buffer", "org.springframework.web", "org.pool"];
  const types = ["Server", "Basket", "Thumbnails", "Arena$Chunk", "Codec", "Session", "Catalog", "Index$1", "RequestMappingHandlerAdapter"];
  const methods = ["handle", "render", "<init>", "load", "lambda$flush$0", "allocate", "newChunk", "read", "writeAndFlush", "close"];
  const functions: string[] = [];
  for (let i = 0; i < 60 * (options.spread ?? 1); i++) {
    const type = types[Math.floor(next() * types.length)]!;
    const method = methods[Math.floor(next() * methods.length)]!;
    const source = `${type.replace(/\$.*/, "")}.java:${10 + Math.floor(next() * 400)}`;
    functions.push(`${packages[skewed(packages.length)]!}.${type}.${method} (${source})`);
  }
  const tails = [
    ["java.util.zip.Inflater.<init> (Inflater.java:132)", "java.util.zip.Inflater.init", "Java_java_util_zip_Inflater_init", "inflateInit2_", "malloc"],
    ["java.nio.DirectByteBuffer.<init> (DirectByteBuffer.java:118)", "jdk.internal.misc.Unsafe.allocateMemory0", "Unsafe_AllocateMemory0", "os::malloc", "malloc"],
    ["java.util.zip.Deflater.deflate (Deflater.java:571)", "deflateBytes", "deflate", "calloc"],
    [
      "com.acme.shop.Native.call (Native.java:9)",
      "void std::vector<std::pair<std::string, std::map<int, long, std::less<int>>>, std::allocator<std::pair<std::string, std::map<int, long>>>>::_M_realloc_insert<std::pair<std::string, int> const&>(std::pair<std::string, int> const&)",
      "operator new(unsigned long)",
    ],
    ["java.lang.ClassLoader.defineClass1", "ClassFileParser::parse_stream", "Arena::grow", "os::malloc", "malloc"],
    ["[unknown]"],
  ];
  const threads = ["main", "http-1", "http-2", "http-3", "worker-1", "cleaner"];
  const stacks: Stack[] = [];
  while (stacks.length < count) {
    const frames = ["java.lang.Thread.run (Thread.java:1583)"];
    if (next() < 0.06) {
      frames.splice(0, 1, "JavaThread::run", "CompileBroker::compiler_thread_loop", "Compile::Compile", "Arena::grow", "os::malloc", "malloc");
    } else {
      const depth = 4 + Math.floor(next() * next() * 22);
      for (let i = 0, at = 3; i < depth; i++) {
        // A few callees for each function and depth.
        at = (Math.imul(at + 1, 2654435761) + i + Math.imul(skewed(5), 7919)) >>> 8;
        frames.push(functions[at % functions.length]!);
        if (at % 31 === 0) {
          frames.push(functions[at % functions.length]!);
        }
      }
      frames.push(...tails[skewed(tails.length)]!);
    }
    const value = Math.round(2 ** (6 + next() * 14));
    const stack: Stack = { frames, value, thread: threads[skewed(threads.length)]! };
    if (options.base) {
      stack.base = next() < 0.15 ? 0 : Math.round(value * (next() < 0.6 ? 1 : 2 * next()));
      if (next() < 0.1) {
        stack.base = value;
        stack.value = 0;
      }
    }
    stacks.push(stack);
  }
  return stacks;
}

/** A page with this many nodes, half of which hold something. */
export function large(nodes: number, seed = 5): Record<string, unknown> {
  const next = random(seed);
  const json = pageJson(shop(200, { spread: 20 }), "large.heap");
  const frameCount = (json["frames"] as { name: number[] }).name.length;
  const depth = [0];
  const frame = [0];
  const node: number[] = [];
  const values: number[] = [];
  let lastNode = 0;
  for (let i = 1, at = 0; i < nodes; i++) {
    at = at < 50 && next() < 0.75 ? at + 1 : Math.max(1, at - Math.floor(next() * 5));
    depth.push(at);
    // A sibling never has the same frame.
    frame.push((frame[i - 1]! + 1 + Math.floor(next() * 50)) % frameCount);
    if (next() < 0.5) {
      node.push(i - lastNode);
      lastNode = i;
      values.push(Math.ceil(1e6 * next() ** 8));
    }
  }
  return {
    ...json,
    tree: { depth, frame },
    samples: { node, thread: null, values: [values, values], base: null },
  };
}
