/**
 * Failures of a request. `error`, `busy` and `refused` are responses without an effect. `reset` breaks the connection
 * before the request takes effect, and `lost` breaks it afterward. With `silent`, the request takes effect but never
 * gets a response.
 */
export interface StripeFault {
  readonly kind: "error" | "busy" | "refused" | "reset" | "lost" | "silent";
  /** A prefix of the method and path: `POST /v1/subscriptions`, or "" for all. */
  readonly at?: string;
  /** The number of requests that fail, 1 by default. */
  readonly times?: number;
  /** The error that `refused` returns. By default, it says that a restricted key lacks a permission. */
  readonly refusal?: RefusalFault;
}

export interface RefusalFault {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

const PERMISSION_REFUSAL: RefusalFault = {
  status: 403,
  message:
    "The provided key 'rk_test_******double' does not have the required permissions for this endpoint on account " +
    "'acct_double'. Having the 'rak_double_read' permission would allow this request to continue.",
};

interface PendingFault {
  readonly kind: StripeFault["kind"];
  readonly at: string;
  readonly refusal: RefusalFault;
  times: number;
}

export class StripeFaults {
  #pendingFaults: PendingFault[] = [];

  add({ kind, at = "", times = 1, refusal = PERMISSION_REFUSAL }: StripeFault): void {
    this.#pendingFaults.push({ kind, at, times, refusal });
  }

  clear(): void {
    this.#pendingFaults = [];
  }

  takeFault(request: string): Pick<PendingFault, "kind" | "refusal"> | undefined {
    const fault = this.#pendingFaults.find(({ at, times }) => times > 0 && request.startsWith(at));
    if (fault !== undefined) fault.times -= 1;
    return fault;
  }
}
