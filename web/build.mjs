// Bundles src/main.tsx and src/page.css into dist/, which is committed. With --check it only compares.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";

const NOTICE = "/* Generated from web/src by `npm run build`. Do not edit. */";

const result = await build({
  entryPoints: { page: "src/main.tsx", "page-style": "src/page.css" },
  outdir: "dist",
  bundle: true,
  write: false,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "inline",
  minifySyntax: true,
  define: { "process.env.NODE_ENV": '"production"' },
  banner: { js: NOTICE, css: NOTICE },
});

let differs = false;
await mkdir("dist", { recursive: true });
for (const file of result.outputFiles) {
  const name = file.path.endsWith(".css") ? "dist/page.css" : "dist/page.js";
  if (process.argv.includes("--check")) {
    const committed = await readFile(name, "utf8").catch(() => "");
    if (committed !== file.text) {
      console.error(`${name} is not what src builds to. Run: npm run build, and commit it.`);
      differs = true;
    }
  } else {
    await writeFile(name, file.text);
  }
}
process.exitCode = differs ? 1 : 0;
