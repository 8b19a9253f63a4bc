import type { Stripe } from "stripe";
import type { Environment } from "../env.ts";
import { AppError, providerFailure } from "../errors.ts";

/** The organisation's account at Stripe, as far as this deployment's keys open it. */
export interface StripeAccount {
  /** Real money; with test keys nothing of what is paid counts as that. */
  readonly isLive: boolean;
  readonly publishableKey: string | undefined;
  /** This deployment takes payments through it. */
  readonly isConfigured: boolean;
  /** What a deployment in stripe mode still lacks, for its owner. */
  readonly problem: string | undefined;
  /** One call of Stripe's API. What it raises is an AppError, whose cause names Stripe's own code. */
  readonly ask: <Answer>(call: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;
}

/** Three tries are half a minute, which a donor with a spinning button may just bear. */
const ANSWER_WITHIN_MS = 10_000;
const RETRIES = 2;

export function createStripeAccount(
  environment: Pick<
    Environment,
    | "PAYMENTS_MODE"
    | "STRIPE_API_URL"
    | "STRIPE_PUBLISHABLE_KEY"
    | "STRIPE_SECRET_KEY"
    | "STRIPE_WEBHOOK_SECRET"
  >,
): StripeAccount {
  const key = environment.STRIPE_SECRET_KEY;
  const publishableKey = environment.STRIPE_PUBLISHABLE_KEY;
  const isUsed = environment.PAYMENTS_MODE === "stripe";
  const isConfigured = isUsed && key !== undefined && publishableKey !== undefined;
  const problem = isUsed ? problemOf(environment) : undefined;
  let loading: Promise<Stripe> | undefined;
  return {
    isLive: modeOf(key) === "live",
    publishableKey,
    isConfigured,
    problem,
    ask: async (call) => {
      if (!isConfigured || key === undefined) {
        throw new AppError("payments_not_configured");
      }
      // The SDK arrives with the first payment, not with the function.
      loading ??= loadStripe(key, environment.STRIPE_API_URL);
      const stripe = await loading;
      try {
        return await call(stripe);
      } catch (error) {
        throw stripeFailure(error);
      }
    },
  };
}

/** `live` or `test`, as Stripe's keys say it of themselves. */
const modeOf = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1];

function problemOf(environment: Parameters<typeof createStripeAccount>[0]): string | undefined {
  const names = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const absent = names.filter((name) => environment[name] === undefined);
  if (absent.length > 0) return `PAYMENTS_MODE is stripe, but ${absent.join(", ")} is not set.`;
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = environment;
  return modeOf(secret) === modeOf(publishable)
    ? undefined
    : "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are for different modes (live and test), so no payment can be confirmed.";
}

/** Of the objects that this code reads; a webhook endpoint's events should have it, too. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

async function loadStripe(key: string, apiUrl: string | undefined): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const protocol = url?.protocol === "http:" ? "http" : "https";
  return new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: RETRIES,
    timeout: ANSWER_WITHIN_MS,
    telemetry: false,
    ...(url === undefined
      ? {}
      : { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol }),
  });
}

/** What the SDK raises; where it did not get an answer there is no status. */
interface Raised {
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly message: string;
}

/** What our log may keep of it. Stripe's sentences quote what was sent, an e-mail address say. */
export class StripeProblem extends Error {
  readonly code: string;
  readonly loggable: Readonly<Record<string, string | number | undefined>>;

  constructor({ type, code, param, statusCode: status, requestId, message }: Raised) {
    // The permission that a restricted key lacks stands in the sentence alone.
    const permission = status === 403 ? /\brak_\w+/.exec(message)?.[0] : undefined;
    super([type, code, param, status, permission, requestId].filter(Boolean).join(" "));
    this.name = type;
    this.code = code ?? type;
    this.loggable = { type, code, param, status, permission, requestId };
  }
}

const isRaised = (error: unknown): error is Raised =>
  error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

export function stripeFailure(error: unknown): unknown {
  if (!isRaised(error)) return error;
  const cause = new StripeProblem(error);
  const { type, code, statusCode } = error;
  if (type === "StripeCardError") {
    // The usual decline has the documents' sentence; others, such as an expired card, have Stripe's for people.
    return new AppError("card_declined", {
      cause,
      ...(code === "card_declined" ? {} : { message: error.message }),
    });
  }
  // Two requests of one attempt at the same moment: the second may ask again. Its key for other facts: not.
  if (statusCode === 409) return new AppError("provider_unavailable", { cause });
  if (type === "StripeIdempotencyError") return new AppError("attempt_conflict", { cause });
  const failure = providerFailure(statusCode, cause);
  return failure.code === "provider_failed" ? new AppError("provider_refused", { cause }) : failure;
}

/** The code by which Stripe refused, where that is what an AppError is about. */
export const stripeCodeOf = (error: unknown): string | undefined =>
  error instanceof AppError && error.cause instanceof StripeProblem ? error.cause.code : undefined;
