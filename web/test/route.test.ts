import { describe, expect, test } from "vitest";
import {
  FLAME_PARAMS, flameFromParams, flameToParams, formatRoute, isStep, parseRoute, routeTo, takeToken, withParams,
} from "../src/app/route";
import { initialFlameState, type FlameState } from "../src/flame/state";

const TYPES = [{ id: "liveBytes" }, { id: "liveObjects" }];

describe("the address", () => {
  test("holds the view and its parameters", () => {
    const route = parseRoute("#holders?dump=12.0003.final&find=a%26b%3Dc");
    expect(route.view).toBe("holders");
    expect(route.params.get("find")).toBe("a&b=c");
    expect(parseRoute(formatRoute(route)).params.get("find")).toBe("a&b=c");
  });

  test("may be empty", () => {
    expect(parseRoute("").view).toBe("");
    expect(formatRoute(parseRoute("#now"))).toBe("#now");
  });

  test("of another view keeps which profile is shown and nothing else", () => {
    const from = parseRoute("#holders?dump=1&sort=-live&baseline=2");
    expect(formatRoute(routeTo(from, "flame", {}, ["dump", "baseline"]))).toBe("#flame?dump=1&baseline=2");
    expect(formatRoute(routeTo(from, "flame", { baseline: null }, ["dump", "baseline"]))).toBe("#flame?dump=1");
  });

  test("changes one parameter and leaves the others", () => {
    const from = parseRoute("#holders?dump=1&find=x");
    expect(formatRoute(withParams(from, { find: "" }))).toBe("#holders?dump=1");
    expect(formatRoute(withParams(from, { sort: "site" }))).toBe("#holders?dump=1&find=x&sort=site");
  });
});

describe("the token", () => {
  test.each([
    ["#token=s3cret", "s3cret", ""],
    ["#token=s3cret&now", "s3cret", "#now"],
    ["#now?token=s3cret", "s3cret", "#now"],
    ["#now?token=s3cret&x=1", "s3cret", "#now?x=1"],
    ["#flame?x=1&token=s3cret", "s3cret", "#flame?x=1"],
    ["#flame?x=1&token=s3cret&y=2", "s3cret", "#flame?x=1&y=2"],
    ["#now&token=s3cret", "s3cret", "#now"],
    ["#token=a%2Bb", "a+b", ""],
    ["#token=", null, ""],
    ["#flame?find=token%3Dx", null, "#flame?find=token%3Dx"],
    ["#flame?mytoken=1", null, "#flame?mytoken=1"],
    ["", null, ""],
  ])("is taken out of %s", (hash, token, rest) => {
    expect(takeToken(hash)).toEqual({ token, hash: rest });
  });
});

describe("a flame graph's state", () => {
  const state: FlameState = {
    ...initialFlameState,
    direction: "sandwich",
    inverted: true,
    type: 1,
    value: "grown",
    split: "thread",
    fold: true,
    root: ["java.lang.Thread.run", "a::b<c, d>(int)"],
    sandwich: "com.acme.Shop.<init>",
    search: "Inflater|deflate",
    filters: [
      { kind: "focus", pattern: "^a\\.b$" },
      { kind: "hide", pattern: "x&y=z" },
      { kind: "focus", pattern: "second" },
    ],
    hidden: [["a", "b"], ["c"]],
    colour: "package",
  };

  test("comes back from the address as it was", () => {
    const params = flameToParams(new URLSearchParams(), state, initialFlameState, TYPES);
    const read = parseRoute(formatRoute({ view: "flame", params })).params;
    expect(flameFromParams(read, initialFlameState, TYPES)).toEqual(state);
  });

  test("leaves out what is as usual, and keeps the parameters of the view", () => {
    const params = flameToParams(new URLSearchParams("dump=1&find=old"), initialFlameState, initialFlameState, TYPES);
    expect(params.toString()).toBe("dump=1");
  });

  test("a value that is the profile's usual one can be left", () => {
    const initial: FlameState = { ...initialFlameState, value: "change" };
    const params = flameToParams(new URLSearchParams(), { ...initial, value: "now" }, initial, TYPES);
    expect(params.get("value")).toBe("now");
    expect(flameFromParams(params, initial, TYPES).value).toBe("now");
  });

  test("garbage in the address is as if it weren't there", () => {
    const params = new URLSearchParams("dir=sideways&type=nonsense&value=&split=9&colour=red");
    expect(flameFromParams(params, initialFlameState, TYPES)).toEqual(initialFlameState);
  });

  test("every part is in the list of parameters that another view drops", () => {
    for (const name of flameToParams(new URLSearchParams(), state, initialFlameState, TYPES).keys()) {
      expect(FLAME_PARAMS).toContain(name);
    }
  });

  test("a zoom or a filter is a step back can undo, typing is not", () => {
    expect(isStep(initialFlameState, { ...initialFlameState, root: ["a"] })).toBe(true);
    expect(isStep(initialFlameState, { ...initialFlameState, filters: [{ kind: "focus", pattern: "a" }] })).toBe(true);
    expect(isStep(initialFlameState, { ...initialFlameState, search: "a" })).toBe(false);
  });
});
