import { describe, expect, test } from "vitest";
import { ApiError, createApi, errorOf, type Waiting } from "../src/app/api";

interface Call {
  path: string;
  init: RequestInit;
}

/** An agent that gives these answers in turn, and a clock that a sleep moves. */
function agent(...answers: (Response | Error)[]) {
  const calls: Call[] = [];
  const waits: (Waiting | null)[] = [];
  const refused: number[] = [];
  let now = 0;
  let token: string | null = "s3cret";
  const api = createApi({
    async fetch(path, init) {
      calls.push({ path, init });
      const answer = answers.shift();
      if (!answer || answer instanceof Error) {
        throw answer ?? new Error("no answer is left");
      }
      return answer;
    },
    token: () => token,
    async sleep(milliseconds) {
      now += milliseconds;
    },
    waiting: (state) => waits.push(state),
    now: () => now,
    refused: (error) => refused.push(error.status),
  });
  return { api, calls, waits, refused, time: () => now, logOut: () => (token = null) };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  json(status, { error: { what: "No dump was made", why: "too many", next: "Wait.", code: "full" } }, headers);

describe("a request", () => {
  test("carries the token, and no cookie or password of the browser", async () => {
    const { api, calls } = agent(json(200, { pid: 1 }));
    expect(await api.json("/api/v1/state")).toEqual({ pid: 1 });
    expect(calls[0]!.init.headers).toEqual({ Authorization: "Bearer s3cret" });
    expect(calls[0]!.init.credentials).toBe("omit");
  });

  test("without a token carries none", async () => {
    const { api, calls, logOut } = agent(json(200, {}));
    logOut();
    await api.json("/api/v1/state");
    expect(calls[0]!.init.headers).toEqual({});
  });

  test("sends its body as JSON", async () => {
    const { api, calls } = agent(json(201, {}));
    await api.json("/api/v1/runs", { method: "POST", body: { seconds: 60 } });
    expect(calls[0]!.init).toMatchObject({ method: "POST", body: '{"seconds":60}' });
    expect(calls[0]!.init.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  test("may be answered without content", async () => {
    const { api } = agent(new Response(null, { status: 204 }));
    expect(await api.json("/api/v1/dumps/1", { method: "DELETE" })).toBe(null);
  });
});

describe("a refusal", () => {
  test("has what, why and what to do, as the agent says, and is noted", async () => {
    const { api, refused } = agent(refusal(409));
    const error = await api.json("/x").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(refused).toEqual([409]);
    expect(error).toMatchObject({ status: 409, what: "No dump was made", why: "too many", next: "Wait." });
  });

  test.each([400, 401, 403, 404, 500, 503, 507])("of status %d that isn't JSON still has all three", async (status) => {
    const error = await errorOf(new Response("<html>", { status }));
    expect(error.what).toContain(String(status));
    expect(error.why).not.toBe("");
    expect(error.next).not.toBe("");
  });

  test("that is JSON of something else still has all three", async () => {
    const error = await errorOf(json(502, { error: null }));
    expect(error.why).not.toBe("");
  });

  test("an interrupted network says so", async () => {
    const { api } = agent(new TypeError("Failed to fetch"));
    await expect(api.json("/x")).rejects.toMatchObject({ status: 0, what: "The agent doesn't answer" });
  });
});

describe("waiting", () => {
  test("a limited rate is waited for as long as the agent says, and the page says so", async () => {
    const { api, calls, waits, time } = agent(refusal(429, { "Retry-After": "3" }), json(200, 1));
    expect(await api.json("/x")).toBe(1);
    expect(calls).toHaveLength(2);
    expect(time()).toBe(3000);
    expect(waits[0]).toEqual({ text: "The agent limits requests.", until: 3000 });
    expect(waits.at(-1)).toBe(null);
  });

  test("a limited change is sent again with its body", async () => {
    const { api, calls } = agent(refusal(429, { "Retry-After": "1" }), json(201, 1));
    await api.json("/x", { method: "POST", body: { a: 1 } });
    expect(calls[1]!.init).toMatchObject({ method: "POST", body: '{"a":1}' });
  });

  test("an unfinished result is requested at its location until it is there", async () => {
    const notYet = () => json(202, {}, { Location: "/api/v1/dumps/1?format=page", "Retry-After": "1" });
    const { api, calls, time } = agent(notYet(), notYet(), json(200, "page"));
    expect(await api.json("/api/v1/dumps/1?format=page&wait=5")).toBe("page");
    expect(calls.map((call) => call.path).slice(1)).toEqual(["/api/v1/dumps/1?format=page", "/api/v1/dumps/1?format=page"]);
    expect(time()).toBe(2000);
  });

  test("an answer 202 without a location is the answer", async () => {
    const { api } = agent(json(202, { leaving: true }));
    expect(await api.json("/api/v1/agent", { method: "DELETE" })).toEqual({ leaving: true });
  });

  test("ends after two minutes with the refusal", async () => {
    const { api, time } = agent(...Array.from({ length: 9 }, () => refusal(503, { "Retry-After": "30" })));
    await expect(api.json("/x")).rejects.toMatchObject({ status: 503 });
    expect(time()).toBe(120_000);
  });

  test("a refusal without Retry-After is final", async () => {
    const { api, calls } = agent(refusal(503), json(200, 1));
    await expect(api.json("/x")).rejects.toMatchObject({ status: 503 });
    expect(calls).toHaveLength(1);
  });

  test("an impatient request doesn't wait", async () => {
    const { api, waits } = agent(refusal(429, { "Retry-After": "3" }));
    await expect(api.json("/x", { impatient: true })).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  test.each(["https://evil.example/", "//evil.example/", "page"])("the token is not sent to %s", async (location) => {
    const { api, calls } = agent(json(202, {}, { Location: location }));
    await expect(api.json("/x")).rejects.toBeInstanceOf(ApiError);
    expect(calls).toHaveLength(1);
  });
});
