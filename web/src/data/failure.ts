/** An error to show: what failed, why, and what to do. */
export class Failure extends Error {
  constructor(
    readonly what: string,
    readonly why: string,
    readonly next: string,
  ) {
    super(`${what}: ${why}. ${next}`);
  }
}
