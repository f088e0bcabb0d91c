// Frame times of the page's flame graph beside d3-flame-graph and speedscope, in headless chromium.
// Usage: node benchmarks/page/frames.mjs [--rounds N] [--boxes N,N,…] [--only NAME]
// Needs chromium, chromedriver and, the first time, npm's registry for the peers.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withBrowser } from "./driver.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "../../web");
const peers = join(here, "../target/page");
const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const rounds = Number(argument("--rounds", 9));
const boxCounts = argument("--boxes", "10000,100000,1000000").split(",").map(Number);
const only = argument("--only", "");
const LIMIT_SECONDS = 90;

if (!existsSync(join(peers, "node_modules/speedscope"))) {
  mkdirSync(peers, { recursive: true });
  writeFileSync(join(peers, "package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "d3-flame-graph@5.0.0", "d3-selection@3", "speedscope@1.25.0"], { cwd: peers, stdio: "inherit" });
}

const { build } = createRequire(join(web, "package.json"))("esbuild");
const bundle = async (file, modules) => {
  const result = await build({
    entryPoints: [join(here, file)],
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    nodePaths: [modules],
    loader: { ".css": "empty" },
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  return result.outputFiles[0].text;
};

const made = await build({
  stdin: { contents: `export { large } from "${join(web, "test/profiles.ts")}";`, resolveDir: web },
  bundle: true,
  write: false,
  format: "esm",
});
const { large } = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);

const css = readFileSync(join(web, "dist/page.css"), "utf8");
const page = (head, script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Frames</title>${head}<body><div id="graph"></div><script>${script.replace(/<\/script/g, "<\\/script")}</script>`;
const release = join(peers, "node_modules/speedscope/dist/release");
const d3Css = readFileSync(join(peers, "node_modules/d3-flame-graph/dist/d3-flamegraph.css"), "utf8");
const subjects = {
  Jemscope: page(`<style>${css} #graph { width: 1280px; height: 800px; }</style>`, await bundle("ours.tsx", join(web, "node_modules"))),
  "d3-flame-graph 5": page(`<style>${d3Css}</style>`, await bundle("d3.js", join(peers, "node_modules"))),
  "speedscope 1.25": readFileSync(join(release, "index.html"), "utf8"),
};
const speedscopeDriver = readFileSync(join(here, "speedscope.js"), "utf8");

let data = "";
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname).slice(1);
  const name = Object.keys(subjects).find((subject) => path === subject || path === `${subject}/`);
  const file = join(release, path.replace(/^.*\//, ""));
  if (path === "data.json") {
    response.end(data);
  } else if (name) {
    response.setHeader("content-type", "text/html");
    response.end(subjects[name]);
  } else if (existsSync(file)) {
    response.setHeader("content-type", file.endsWith(".js") ? "text/javascript" : file.endsWith(".css") ? "text/css" : "application/octet-stream");
    response.end(readFileSync(file));
  } else {
    response.statusCode = 404;
    response.end();
  }
}).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
const address = `http://127.0.0.1:${server.address().port}`;

/** The way to a box that holds much, four calls deep: as nodes and as the page's keys. */
function way(json) {
  const { depth, frame } = json.tree;
  const totals = new Float64Array(depth.length);
  const parents = [];
  const callers = [];
  depth.forEach((at, i) => {
    callers[at] = i;
    parents[i] = at === 0 ? -1 : callers[at - 1];
  });
  let node = 0;
  json.samples.node.forEach((delta, i) => {
    node += delta;
    totals[node] += json.samples.values[0][i];
  });
  for (let i = depth.length - 1; i > 0; i--) {
    totals[parents[i]] += totals[i];
  }
  const nodes = [0];
  for (let level = 1; level < 5; level++) {
    let best = -1;
    depth.forEach((at, i) => {
      if (parents[i] === nodes.at(-1) && (best < 0 || totals[i] > totals[best])) {
        best = i;
      }
    });
    nodes.push(best);
  }
  const keys = nodes.map((at) => {
    const name = json.strings[json.frames.name[frame[at]]];
    const source = json.strings[json.frames.source[frame[at]]];
    return source === "" ? name : `${name} (${source})`;
  });
  return { nodes, keys };
}

// In the page: what an action takes until its frame is drawn. The second callback waits for the first frame's raster.
const IN_PAGE = `
  const done = arguments[arguments.length - 1];
  const nextFrame = () => new Promise((resume) => requestAnimationFrame(resume));
  const timed = async (action, isDone = () => true) => {
    await new Promise((resume) => setTimeout(resume, 50));
    const begin = performance.now();
    action();
    while (!isDone()) {
      await new Promise((resume) => setTimeout(resume, 5));
    }
    await nextFrame();
    await nextFrame();
    return performance.now() - begin;
  };
  const run = async (action) => done(await action().catch((error) => ({ failure: String(error) })));
`;
const OPEN = `${IN_PAGE}
  run(async () => {
    const input = prepare(await (await fetch("/data.json")).json());
    return timed(() => show(input), globalThis.isShown);
  });
`;
const ZOOM = `${IN_PAGE}
  run(async () => [await timed(() => zoom(arguments[0])), await timed(unzoom)]);
`;
const SEARCH = `${IN_PAGE}
  run(async () => {
    globalThis.openSearch?.();
    await new Promise((resume) => setTimeout(resume, 300));
    const time = await timed(() => search("inflate"));
    await timed(() => search(""));
    return [time];
  });
`;

async function measure(subject, json, boxes) {
  const result = { open: [], zoom: [], search: [], error: "" };
  try {
    await withBrowser(async (call) => {
      await call("POST", "/timeouts", { script: LIMIT_SECONDS * 1000, pageLoad: LIMIT_SECONDS * 1000 });
      await call("POST", "/url", { url: `${address}/${encodeURIComponent(subject)}/#localProfilePath=none` });
      if (subject.startsWith("speedscope")) {
        await call("POST", "/execute/sync", { script: speedscopeDriver, args: [] });
      }
      const run = async (script) => {
        const value = await call("POST", "/execute/async", { script, args: [way(json)] });
        if (value?.failure) {
          throw new Error(value.failure);
        }
        return value;
      };
      result.open = [await run(OPEN)];
      // What takes seconds is measured twice only.
      const repeats = result.open[0] > 3000 ? 2 : rounds;
      for (let i = 0; i < repeats; i++) {
        result.zoom.push(...(await run(ZOOM)));
      }
      for (let i = 0; i < repeats; i++) {
        result.search.push(...(await run(SEARCH)));
      }
      if (process.env.FRAMES_SHOTS) {
        const image = await call("GET", "/screenshot");
        writeFileSync(join(process.env.FRAMES_SHOTS, `${subject}-${boxes}.png`), Buffer.from(image, "base64"));
      }
    });
  } catch (error) {
    result.error = /timeout/i.test(error.message) ? `the rest takes more than ${LIMIT_SECONDS} s` : error.message.split("\n")[0];
  }
  return result;
}

const median = (values) => (values?.length ? [...values].sort((a, b) => a - b)[values.length >> 1] : null);
console.log(`median milliseconds until the frame is drawn, and how many times ours; ${rounds} rounds`);
for (const boxes of boxCounts) {
  const json = large(boxes);
  data = JSON.stringify(json);
  let ours = null;
  for (const subject of Object.keys(subjects).filter((name) => name.includes(only))) {
    const result = await measure(subject, json, boxes);
    const medians = { open: median(result.open), zoom: median(result.zoom), search: median(result.search) };
    ours ??= medians;
    const columns = Object.entries(medians).map(([name, value]) => {
      const text = value === null ? "-" : value.toFixed(1);
      const ratio = value === null || subject === "Jemscope" || only !== "" || !ours[name] ? "" : ` (${(value / ours[name]).toFixed(1)}x)`;
      return `${name} ${text}${ratio}`.padEnd(26);
    });
    console.log(`${String(boxes).padStart(9)} boxes  ${subject.padEnd(18)}${columns.join("")}${result.error}`);
  }
}
server.close();
