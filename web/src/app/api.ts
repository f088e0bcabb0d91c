// Requests to the agent: the token, refusals, and waiting where the agent limits the rate.
import { Failure } from "../data/failure";

/** What the agent, or the network, refused. */
export class ApiError extends Failure {
  constructor(
    readonly status: number,
    what: string,
    why: string,
    next: string,
  ) {
    super(what, why, next);
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
  sleep(milliseconds: number): Promise<void>;
  /** Called with null when the wait is over. */
  waiting(state: Waiting | null): void;
  /** Hears of each refusal, and of the token that it refused. */
  refused(error: ApiError, token: string | null): void;
  now(): number;
}

export interface Options {
  method?: string;
  body?: unknown;
  /** Report a limited rate instead of waiting, and a process that doesn't answer in time. */
  impatient?: boolean;
}

const MOST_WAIT_MILLIS = 120_000;
const PATIENCE_MILLIS = 10_000;
const PROXY = "Check the address, and that no proxy changes answers.";

/** The error in an answer; for an answer that isn't the agent's, one from its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { what, why, next } = ((await response.json()) as { error: Failure }).error;
    return new ApiError(response.status, what, why, next);
  } catch {
    return new ApiError(response.status, `The answer is ${response.status}`, "it isn't from Jemscope's agent", PROXY);
  }
}

/** Seconds of Retry-After; null without one. A date isn't used by the agent. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get("Retry-After");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

export function createApi(environment: Environment) {
  async function once(path: string, options: Options): Promise<Response> {
    const { method = "GET", body } = options;
    const token = environment.token();
    // Without credentials the browser doesn't ask for a password itself. Only a client certificate needs them.
    const init: RequestInit = {
      method,
      headers: {
        ...(token && { Authorization: "Bearer " + token }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      cache: "no-store",
      credentials: !token && globalThis.location?.protocol === "https:" ? "same-origin" : "omit",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.impatient && { signal: AbortSignal.timeout(PATIENCE_MILLIS) }),
    };
    try {
      return await environment.fetch(path, init);
    } catch {
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
      const token = environment.token();
      const response = await once(address, options);
      const retry = retryAfter(response);
      const isBeingMade = response.status === 202 && response.headers.has("Location");
      const isLimited = (response.status === 429 || response.status === 503) && retry !== null;
      if (response.ok && !isBeingMade) {
        return response;
      }
      const millis = Math.max(1, retry ?? 1) * 1000;
      const isPatient = !options.impatient && environment.now() - started + millis <= MOST_WAIT_MILLIS;
      if (!isBeingMade && !(isLimited && isPatient)) {
        const error = await errorOf(response);
        environment.refused(error, token);
        throw error;
      }
      if (isBeingMade) {
        address = sameOrigin(response.headers.get("Location")!);
        options = {};
      }
      environment.waiting({
        text: isBeingMade ? "The agent is preparing the result." : "The agent limits requests.",
        until: environment.now() + millis,
      });
      await environment.sleep(millis);
      environment.waiting(null);
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

/** A Location that leads elsewhere would receive the token. */
function sameOrigin(location: string): string {
  if (!location.startsWith("/") || location.startsWith("//")) {
    throw new ApiError(502, "The agent's answer isn't followed", "it leads to another server", PROXY);
  }
  return location;
}
