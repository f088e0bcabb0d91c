// Requests to the agent: the token, refusals, and waiting where the agent limits the rate.

/** What failed, why, and what to do. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly what: string,
    readonly why: string,
    readonly next: string,
    readonly code: string | null = null,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`${what}: ${why}. ${next}`);
    this.name = "ApiError";
  }
}

/** Why the page waits, and until when in milliseconds. */
export interface Waiting {
  text: string;
  until: number;
}

export interface Environment {
  fetch(path: string, init: RequestInit): Promise<Response>;
  token(): string | null;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Called with null when the wait is over. */
  waiting(state: Waiting | null): void;
  now(): number;
}

export interface Options {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** Report a limited rate instead of waiting. */
  impatient?: boolean;
}

const MOST_WAIT_MILLIS = 120_000;

/** The error in an answer; for an answer that isn't the agent's, one from its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  const retry = retryAfter(response);
  try {
    const error = (JSON.parse(text) as { error: Record<string, unknown> }).error;
    const word = (name: string) => String(error[name] ?? "");
    return new ApiError(
      response.status, word("what"), word("why"), word("next"), error["code"] ? word("code") : null, retry,
    );
  } catch {
    return new ApiError(
      response.status, `The answer is ${response.status}`, "it isn't from Jemscope's agent",
      "Check the address, and that no proxy changes answers.", null, retry,
    );
  }
}

/** Seconds of Retry-After; null without one. A date isn't used by the agent. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get("Retry-After");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

export function createApi(environment: Environment) {
  async function once(path: string, options: Options): Promise<Response> {
    const headers: Record<string, string> = {};
    const token = environment.token();
    if (token) {
      headers["Authorization"] = "Bearer " + token;
    }
    const init: RequestInit = {
      method: options.method ?? "GET",
      headers,
      cache: "no-store",
      // Keeps the browser from asking for a password itself. Only a client certificate needs credentials.
      credentials: !token && isSecure() ? "same-origin" : "omit",
    };
    if (options.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(options.body);
    }
    if (options.signal) {
      init.signal = options.signal;
    }
    try {
      return await environment.fetch(path, init);
    } catch (error) {
      if (options.signal?.aborted) {
        throw error;
      }
      throw new ApiError(
        0, "The agent doesn't answer", "the program has ended, the agent has left, or the network is interrupted",
        "Check that the program runs: jemscope list. The page retries by itself.",
      );
    }
  }

  /** Sends a request, waits where the agent says so, and returns the answer. Throws ApiError. */
  async function call(path: string, options: Options = {}): Promise<Response> {
    const started = environment.now();
    let address = path;
    for (;;) {
      const response = await once(address, options);
      const seconds = retryAfter(response) ?? 1;
      const isBeingMade = response.status === 202 && response.headers.has("Location");
      const isLimited = (response.status === 429 || response.status === 503) && retryAfter(response) !== null;
      if (response.ok && !isBeingMade) {
        return response;
      }
      const millis = Math.max(1, seconds) * 1000;
      const isPatient = !options.impatient && environment.now() - started + millis <= MOST_WAIT_MILLIS;
      if (!isBeingMade && !(isLimited && isPatient)) {
        throw await errorOf(response);
      }
      if (isBeingMade) {
        address = sameOrigin(response.headers.get("Location")!);
        options = options.signal ? { signal: options.signal } : {};
      }
      environment.waiting({
        text: isBeingMade ? "The agent is preparing the result." : "The agent limits the rate of requests.",
        until: environment.now() + millis,
      });
      try {
        await environment.sleep(millis, options.signal);
      } finally {
        environment.waiting(null);
      }
    }
  }

  return {
    call,
    async json<T>(path: string, options?: Options): Promise<T> {
      const response = await call(path, options);
      return (response.status === 204 ? null : await response.json()) as T;
    },
  };
}

function isSecure(): boolean {
  return typeof location !== "undefined" && location.protocol === "https:";
}

/** A Location that leads elsewhere would receive the token. */
function sameOrigin(location: string): string {
  if (!location.startsWith("/") || location.startsWith("//")) {
    throw new ApiError(
      502, "The agent's answer isn't followed", "it leads to another server", "Check that no proxy changes answers.",
    );
  }
  return location;
}

/** Waits; ends at once, with an error, when the signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
