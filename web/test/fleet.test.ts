import { afterEach, describe, expect, test, vi } from "vitest";
import { token } from "../src/app/store";
import { addressOf, explained, limitShare, outliersOf, totals, versionsOf, type Top, type TopService } from "../src/fleet/answers";
import { ask } from "../src/fleet/store";

const service = (name: string, versions: string[], part: Partial<TopService> = {}): TopService => ({
  service: name, versions, instances: 2, newest: "2026-01-31T12:00:00Z", residentBytes: null, residentInstances: 0, residentLiveBytes: null, nearestLimit: null, liveBytes: 10, liveBytesLow: 5, liveBytesHigh: 15,
  liveObjects: 1, ...part,
});
const top: Top = {
  services: [service("shop", ["2.10.0", "2.9.0", ""]), service("cart", ["2.9.0"], { liveBytes: 5, newest: "2026-01-31T12:05:00Z" })],
  sites: [],
};

afterEach(() => vi.unstubAllGlobals());

describe("a question", () => {
  test("has the view's parameters that it knows, encoded", () => {
    const params = new URLSearchParams({ service: "a b", site: "C.put(C.java:1)&", sort: "-live", within: "" });
    expect(addressOf("stacks", params, ["service", "site", "within"])).toBe("/api/v1/fleet/stacks?service=a+b&site=C.put%28C.java%3A1%29%26");
    expect(addressOf("top", new URLSearchParams(), ["service"])).toBe("/api/v1/fleet/top");
  });

  test("is asked with the token", async () => {
    const asked: [string, RequestInit][] = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      asked.push([path, init]);
      return new Response('{"services":[],"sites":[]}');
    });
    token.value = "s3cret";
    expect(await ask<Top>("/api/v1/fleet/top")).toEqual({ services: [], sites: [] });
    expect(asked).toMatchObject([["/api/v1/fleet/top", { headers: { Authorization: "Bearer s3cret" } }]]);
  });

  test("that no collector answers says what to start", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
    await expect(ask("/api/v1/fleet/top")).rejects.toMatchObject({ what: "The collector doesn't answer", next: expect.stringContaining("jemscope collect") });
  });

  test("that is refused says what the collector says", async () => {
    const error = { what: "The store can't be read", why: "it has been in use for 20 s", next: "Try again." };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ error }), { status: 503 }));
    await expect(ask("/api/v1/fleet/top")).rejects.toMatchObject(error);
  });
});

describe("the choices", () => {
  test("are the versions that have a name, by their numbers", () => {
    expect(versionsOf(top, null)).toEqual(["2.9.0", "2.10.0"]);
    expect(versionsOf(top, "cart")).toEqual(["2.9.0"]);
    expect(versionsOf(top, "other")).toEqual([]);
  });
});

test("what is unknown of memory is not 0", () => {
  expect([explained(top.services[0]!), limitShare(top.services[0]!)]).toEqual([null, null]);
  const nearestLimit = { instance: "web1/4711", residentBytes: null, chargedBytes: 9, limitBytes: 10 };
  const known = service("shop", [], { residentBytes: 40, residentInstances: 1, residentLiveBytes: 10, nearestLimit });
  expect([explained(known), limitShare(known)]).toEqual([0.25, 0.9]);
});

test("an instance that stands out comes before its sites, whatever they hold", () => {
  const compared = { liveBytes: 9, siblingLiveBytes: 1, more: 8, moreLow: 7, moreHigh: 9, standsOut: true };
  const instance = { ...compared, instance: "web1/4711", service: "shop", version: "1", host: "web1", siblings: 4 };
  const site = { ...compared, more: 6, site: "A.b(A.java:1)" };
  const rows = outliersOf({ conclusions: [], compared: 5, instances: [{ ...instance, sites: [site] }, { ...instance, instance: "web2/1", sites: [] }] });
  expect(rows.map((row) => [row.instance, row.site, row.more])).toEqual([["web1/4711", "", 8], ["web1/4711", "A.b(A.java:1)", 6], ["web2/1", "", 8]]);
});

test("all services together hold what each holds", () => {
  expect(totals(top)).toEqual({ bytes: 15, instances: 4, newest: Date.parse("2026-01-31T12:05:00Z") });
  expect(totals({ services: [], sites: [] })).toEqual({ bytes: 0, instances: 0, newest: null });
});
