import http from "node:http";
import type { AddressInfo } from "node:net";

const DAY_MS = 86_400_000;

/** Resend's bodies (https://resend.com/docs/api-reference/errors). */
export const RESEND_ERRORS = {
  dailyQuota: {
    statusCode: 429,
    name: "daily_quota_exceeded",
    message: "You have reached your daily email sending quota.",
  },
  monthlyQuota: {
    statusCode: 429,
    name: "monthly_quota_exceeded",
    message: "You have reached your monthly email sending quota.",
  },
  rateLimit: {
    statusCode: 429,
    name: "rate_limit_exceeded",
    message:
      "Too many requests. You can only make 5 requests per second. See rate limit response headers for more information. Or contact support to increase rate limit.",
  },
  sender: {
    statusCode: 422,
    name: "invalid_from_address",
    message:
      "Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
  },
  apiKey: { statusCode: 403, name: "invalid_api_key", message: "API key is invalid" },
} as const;

/**
 * Resend's `POST /emails` with a daily quota. Like Resend, it counts the last 24 hours, and remembers an Idempotency-Key
 * for 24 hours.
 */
export class ResendDouble {
  /** The provider's clock, which the test moves. */
  now = 0;
  /** The key of each email that was delivered, in order. */
  readonly delivered: { readonly key: string; readonly at: number }[] = [];
  /** How many emails were over the quota. */
  refusedCount = 0;
  readonly #dailyQuota: number;
  readonly #server = http.createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const isAccepted = this.accept(String(request.headers["idempotency-key"]));
      const { dailyQuota } = RESEND_ERRORS;
      response
        .writeHead(isAccepted ? 200 : 429, {
          "Content-Type": "application/json",
          "ratelimit-limit": "5",
          "ratelimit-remaining": "4",
          "ratelimit-reset": "1",
        })
        .end(JSON.stringify(isAccepted ? { id: crypto.randomUUID() } : dailyQuota));
    });
  });

  constructor(dailyQuota: number) {
    this.#dailyQuota = dailyQuota;
  }

  /** Starts the server and returns its URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Takes an email, such as one that Auth sends, and returns false if it is over the quota. */
  accept(key: string): boolean {
    const dayStart = this.now - DAY_MS;
    let usedCount = 0;
    for (let index = this.delivered.length - 1; index >= 0; index -= 1) {
      const { at, key: deliveredKey } = this.delivered[index]!;
      if (at <= dayStart) break;
      if (deliveredKey === key) return true;
      usedCount += 1;
    }
    if (usedCount >= this.#dailyQuota) {
      this.refusedCount += 1;
      return false;
    }
    this.delivered.push({ key, at: this.now });
    return true;
  }
}
