/**
 * What goes wrong on the way: `error` and `busy` are answers without an effect, `reset` breaks the connection before
 * anything happened, `lost` after it, and `silent` never answers although it happened.
 */
export interface Fault {
  readonly kind: "error" | "busy" | "reset" | "lost" | "silent";
  /** Begins the method and path it strikes: `POST /v1/subscriptions`, or "" for all. */
  readonly at?: string;
  /** How many requests, 1 unless told. */
  readonly times?: number;
}

export class Faults {
  #waiting: { kind: Fault["kind"]; at: string; times: number }[] = [];

  add({ kind, at = "", times = 1 }: Fault): void {
    this.#waiting.push({ kind, at, times });
  }

  clear(): void {
    this.#waiting = [];
  }

  next(request: string): Fault["kind"] | undefined {
    const fault = this.#waiting.find(({ at, times }) => times > 0 && request.startsWith(at));
    if (fault !== undefined) fault.times -= 1;
    return fault?.kind;
  }
}
