// How large the one-file report of a profile with many stacks is, and how fast headless chromium opens it from disk.
// Usage: node benchmarks/page/open.mjs [--stacks N] [--rounds N]
// Needs chromium, chromedriver, and the image that ./jemscope builds.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { withBrowser } from "./driver.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const argument = (name, otherwise) => Number(process.argv[process.argv.indexOf(name) + 1 || Infinity] ?? otherwise);
const stacks = argument("--stacks", 500_000);
const rounds = argument("--rounds", 7);

// A pprof profile by hand: https://github.com/google/pprof/blob/main/proto/profile.proto

function varint(out, value) {
  for (; value > 127; value = Math.floor(value / 128)) {
    out.push((value % 128) + 128);
  }
  out.push(value);
}

function number(out, field, value) {
  varint(out, field * 8);
  varint(out, value);
}

function message(out, field, bytes) {
  varint(out, field * 8 + 2);
  varint(out, bytes.length);
  out.push(...bytes);
}

const made = (fill) => {
  const out = [];
  fill(out);
  return out;
};

/** A profile of a made-up program with 4,000 functions of two lines each; no two stacks are equal. */
function profile(count) {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const FUNCTIONS = 4_000;
  const strings = ["", "inuse_objects", "count", "inuse_space", "bytes"];
  const parts = [];
  const add = (field, bytes) => parts.push(Buffer.from(made((out) => message(out, field, bytes))));
  for (const type of [1, 3]) {
    add(1, made((out) => (number(out, 1, type), number(out, 2, type + 1))));
  }
  const seen = new Set();
  while (seen.size < count) {
    const depth = 12 + Math.floor(random() * 30);
    const stack = [];
    for (let i = 0, at = 3; i < depth; i++) {
      // A few callees for each function and depth.
      at = (Math.imul(at + 1, 2654435761) + i + Math.imul(Math.floor(random() ** (i < 6 ? 6 : 3) * 5), 7919)) >>> 8;
      stack.unshift(1 + (at % (2 * FUNCTIONS)));
    }
    if (seen.size < seen.add(stack.join()).size) {
      const values = [1 + Math.floor(random() * 4), 64 + Math.ceil(1e6 * random() ** 8)];
      const packed = (list) => made((out) => list.forEach((value) => varint(out, value)));
      add(2, made((out) => (message(out, 1, packed(stack)), message(out, 2, packed(values)))));
    }
  }
  const packages = ["com.acme.shop", "com.acme.cart", "io.netty.buffer", "org.springframework.web", "java.util.zip"];
  for (let i = 0; i < 2 * FUNCTIONS; i++) {
    const line = made((out) => (number(out, 1, 1 + (i % FUNCTIONS)), number(out, 2, 10 + ((7 * i) % 900))));
    add(4, made((out) => (number(out, 1, i + 1), number(out, 3, 4096 + 16 * i), message(out, 4, line))));
  }
  for (let i = 0; i < FUNCTIONS; i++) {
    const type = `Type${i % 97}`;
    strings.push(`${packages[i % 5]}.${type}.method${i}`, `${type}.java`);
    add(5, made((out) => (number(out, 1, i + 1), number(out, 2, strings.length - 2), number(out, 4, strings.length - 1))));
  }
  strings.forEach((text) => add(6, Buffer.from(text)));
  return gzipSync(Buffer.concat(parts));
}

// In the page: the time from its first byte to the second frame after what it shows is there.
const WATCH = `
  const frame = () => new Promise((resume) => requestAnimationFrame(resume));
  globalThis.opened = (async () => {
    const isThere = () => document.querySelector("main tbody tr[data-row]") || document.querySelector(".flame-view canvas")?.height > 200;
    do {
      await frame();
    } while (!isThere());
    await frame();
    await frame();
    return performance.now();
  })();
`;

const folder = join(root, "benchmarks/target/page");
mkdirSync(folder, { recursive: true });
const [input, file] = ["stacks.pb.gz", "stacks.html"].map((name) => join(folder, name));
writeFileSync(input, profile(stacks));
execFileSync(join(root, "jemscope"), ["report", "--html", "--force", "-o", file, input], { stdio: "inherit" });
console.log(`${stacks} stacks: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
for (const view of ["holders", "flame", "flame?dir=up"]) {
  const times = [];
  await withBrowser(async (call) => {
    await call("POST", "/goog/cdp/execute", { cmd: "Page.addScriptToEvaluateOnNewDocument", params: { source: WATCH } });
    for (let i = 0; i < rounds; i++) {
      await call("POST", "/url", { url: "about:blank" });
      await call("POST", "/url", { url: `file://${file}#${view}` });
      times.push(await call("POST", "/execute/async", { script: "opened.then(arguments[0])", args: [] }));
    }
  });
  times.sort((a, b) => a - b);
  console.log(`#${view}: median ${times[times.length >> 1].toFixed(0)} ms, at most ${times.at(-1).toFixed(0)} ms`);
}
