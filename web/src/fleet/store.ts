// What the fleet's page shares with the agent's: address, token and requests. Questions go to the collector.
import { ApiError } from "../app/api";
import { signal } from "../app/signal";
import { isLoginNeeded, readAddress, request, token, TOKEN_KEY } from "../app/store";
import { recall } from "../browser/storage";
import { Failure } from "../data/failure";

/** Grows with each request to ask again. */
export const round = signal(0);

export async function ask<T>(address: string): Promise<T> {
  try {
    return await request<T>(address);
  } catch (error) {
    throw error instanceof ApiError && error.status === 0
      ? new Failure("The collector doesn't answer", "it has ended, or the network is interrupted", "Start it again: jemscope collect. It prints a new address.")
      : error;
  }
}

export function start(): void {
  readAddress();
  addEventListener("popstate", readAddress);
  token.value ??= recall("sessionStorage", TOKEN_KEY);
  isLoginNeeded.value = !token.value;
}
