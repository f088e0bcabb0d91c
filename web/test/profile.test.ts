import { describe, expect, test } from "vitest";
import { Failure } from "../src/data/failure";
import { decode, decodeEmbedded } from "../src/data/profile";
import { pageJson, random, shop } from "./profiles";

const small = () =>
  pageJson([
    { frames: ["main", "a.B.c (B.java:1)"], value: 10, thread: "t1" },
    { frames: ["main", "a.B.c (B.java:1)"], value: 5, thread: "t2" },
    { frames: ["main"], value: 1 },
    { frames: ["other"], value: 2 },
  ]);

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
}

test("a page becomes typed arrays", () => {
  const data = decode(small());
  expect(data.title).toBe("app.heap");
  expect([...data.nodeParent]).toEqual([-1, 0, -1]);
  expect([...data.sampleNode]).toEqual([0, 1, 1, 2]);
  expect([...data.values[0]!]).toEqual([1, 10, 5, 2]);
  expect(data.strings[data.frameSource[data.nodeFrame[1]!]!]).toBe("B.java:1");
  expect(data.baseValues).toBeNull();
});

test("the data of a one-file report is unpacked", async () => {
  const data = await decodeEmbedded(`\n${await packed(JSON.stringify(small()))}\n`);
  expect(data.nodeFrame.length).toBe(3);
});

test("damaged data of a one-file report is a clear error", async () => {
  const good = await packed(JSON.stringify(small()));
  for (const bad of ["", "%%%", good.slice(0, good.length >> 1), btoa("no gzip"), await packed("{"), await packed("[]")]) {
    await expect(decodeEmbedded(bad)).rejects.toBeInstanceOf(Failure);
  }
});

describe("data that cannot be shown says why", () => {
  const cases: [string, (json: any) => void, string][] = [
    ["another format", (json) => (json.format = "x"), "not a page of Jemscope"],
    ["a later version", (json) => (json.version = 2), "has version 2, this page reads version 1"],
    ["a depth that jumps", (json) => (json.tree.depth = [0, 2, 0]), "tree.depth[1] is 2"],
    ["a negative depth", (json) => (json.tree.depth = [-1, 0, 0]), "tree.depth[0] is -1"],
    ["a huge depth", (json) => (json.tree.depth = [0, 1e9, 0]), "tree.depth[1] is 1000000000"],
    ["a frame out of range", (json) => (json.tree.frame[1] = 99), "tree.frame[1] is 99"],
    ["a name out of range", (json) => (json.frames.name[0] = 1e9), "frames.name[0] is 1000000000"],
    ["a kind out of range", (json) => (json.frames.kind[0] = 7), "frames.kind[0] is 7"],
    ["a broken number", (json) => (json.frames.source[0] = 0.5), "frames.source[0] is 0.5"],
    ["a sample behind the tree", (json) => (json.samples.node = [0, 1, 0, 9]), "samples.node[3] is 9"],
    ["a sample that goes back", (json) => (json.samples.node = [2, -1, 0, 0]), "samples.node[1] is -1"],
    ["values that are text", (json) => (json.samples.values[0][0] = "1"), "samples.values[0][0]"],
    ["values that are missing", (json) => json.samples.values[0].pop(), "has 3 entries, not 4"],
    ["no types", (json) => (json.types = []), "types is empty"],
    ["a list that is an object", (json) => (json.strings = { length: 1e9 }), "not an array"],
    ["no tree", (json) => delete json.tree, "tree is null, not an object"],
  ];
  test.each(cases)("%s", (_, damage, why) => {
    const json = small();
    damage(json);
    expect(() => decode(json)).toThrow(Failure);
    expect(() => decode(json)).toThrow(why);
  });
});

test("garbage never does anything but throw a Failure or decode", () => {
  const next = random(99);
  const junk = [null, undefined, -1, 0, 1, 0.5, 1e9, 2 ** 31, NaN, "", "x", [], {}, [0], [[]], { length: 1e9 }, true];
  const text = JSON.stringify(pageJson(shop(8, { base: true })));
  let refused = 0;
  for (let round = 0; round < 4000; round++) {
    const json = JSON.parse(text);
    let at = json;
    for (;;) {
      const keys = Object.keys(at);
      const key = keys[Math.floor(next() * keys.length)]!;
      if (typeof at[key] === "object" && at[key] !== null && Object.keys(at[key]).length > 0 && next() < 0.8) {
        at = at[key];
      } else {
        if (next() < 0.3 && Array.isArray(at)) {
          at.length = Math.floor(next() * at.length);
        } else {
          at[key] = junk[Math.floor(next() * junk.length)];
        }
        break;
      }
    }
    try {
      const data = decode(json);
      expect(data.nodeParent.every((parent, node) => parent < node)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(1000);
});
