import type { Stripe } from "stripe";
import type { Environment } from "../env.ts";
import { AppError, createProviderError } from "../errors.ts";
import { isStripeError } from "../rules/own-errors.ts";
import { createProviderFetch } from "./outgoing.ts";
import { getDeclineReason } from "../rules/decline-reasons.ts";

/** Access to the organization's Stripe account with this deployment's keys. */
export interface StripeAccount {
  /** True if the keys are live keys. Test payments never count as donations. */
  readonly isLive: boolean;
  readonly publishableKey: string | undefined;
  /** True if this deployment takes payments through Stripe. */
  readonly isConfigured: boolean;
  /** Message for the owner about missing Stripe settings; undefined if nothing is missing. */
  readonly problem: string | undefined;
  /** Calls Stripe's API. Throws an AppError whose cause carries Stripe's error code. */
  readonly callApi: <Result>(call: (stripe: Stripe) => Promise<Result>) => Promise<Result>;
}

/** The SDK's three attempts take up to half a minute, about as long as a donor will wait. */
const RESPONSE_TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;

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
  const isStripeMode = environment.PAYMENTS_MODE === "stripe";
  const isConfigured = isStripeMode && key !== undefined && publishableKey !== undefined;
  const problem = isStripeMode ? describeMissingSettings(environment) : undefined;
  let stripePromise: Promise<Stripe> | undefined;
  return {
    isLive: getKeyMode(key) === "live",
    publishableKey,
    isConfigured,
    problem,
    callApi: async (call) => {
      if (!isConfigured || key === undefined) {
        throw new AppError("payments_not_configured");
      }
      // Load the SDK on first use, to keep cold starts short.
      stripePromise ??= loadStripe(key, environment.STRIPE_API_URL);
      const stripe = await stripePromise;
      try {
        return await call(stripe);
      } catch (error) {
        throw convertStripeError(error);
      }
    },
  };
}

/** Returns `live` or `test` from the key's prefix. */
const getKeyMode = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1];

function describeMissingSettings(
  environment: Parameters<typeof createStripeAccount>[0],
): string | undefined {
  const names = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const missingNames = names.filter((name) => environment[name] === undefined);
  if (missingNames.length > 0)
    return `PAYMENTS_MODE is stripe, but ${missingNames.join(", ")} is not set.`;
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishableKey } = environment;
  return getKeyMode(secret) === getKeyMode(publishableKey)
    ? undefined
    : "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are for different modes (live and test), so no payment can be confirmed.";
}

/** API version of the objects this code reads. Webhook endpoints should use the same version. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

async function loadStripe(key: string, apiUrl: string | undefined): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const protocol = url?.protocol === "http:" ? "http" : "https";
  return new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(fetchFromStripe),
    maxNetworkRetries: MAX_RETRIES,
    timeout: RESPONSE_TIMEOUT_MS,
    telemetry: false,
    ...(url === undefined
      ? {}
      : { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol }),
  });
}

/** The SDK takes any JSON without `error` for a success, and tries again after a failed `fetch`. */
const fetchFromStripe = createProviderFetch(isStripeError);

/** An error thrown by the SDK. It has no status if there was no response. */
interface SdkError {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly message: string;
}

/** Contains only what may be logged, because Stripe's messages can quote input such as an email address. */
export class StripeRequestError extends Error {
  readonly code: string;
  readonly loggableDetails: Readonly<Record<string, string | number | undefined>>;

  constructor({ type, code, param, statusCode: status, requestId, message }: SdkError) {
    // Only the message names the permission that a restricted key lacks.
    const permission = status === 403 ? /\brak_\w+/.exec(message)?.[0] : undefined;
    super([type, code, param, status, permission, requestId].filter(Boolean).join(" "));
    this.name = type;
    this.code = code ?? type;
    this.loggableDetails = { type, code, param, status, permission, requestId };
  }
}

type CardError = Pick<Partial<SdkError>, "code" | "decline_code" | "message">;

const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

export function convertStripeError(error: unknown): unknown {
  if (!isSdkError(error)) return error;
  const cause = new StripeRequestError(error);
  const { type, statusCode } = error;
  if (type === "StripeCardError") return createDeclineError(error, cause);
  // A 409 means that another request for the same attempt is still running, so this one can be retried. Retrying
  // doesn't help if the key was used with different parameters.
  if (statusCode === 409) return new AppError("provider_unavailable", { cause });
  if (type === "StripeIdempotencyError") return new AppError("attempt_conflict", { cause });
  const failure = createProviderError(statusCode, cause);
  return failure.code === "provider_failed" ? new AppError("provider_refused", { cause }) : failure;
}

/**
 * A decline gets our own words about the bank's reason (DON-58); other card errors, such as an expired card, get
 * Stripe's message (DON-59).
 */
export function createDeclineError(
  { code, decline_code: declineCode, message: stripeMessage }: CardError,
  cause?: unknown,
): AppError {
  const message = code === "card_declined" ? getDeclineReason(declineCode) : stripeMessage;
  return new AppError("card_declined", { cause, ...(message !== undefined && { message }) });
}

/** Returns Stripe's error code if it caused the AppError. */
export const getStripeErrorCode = (error: unknown): string | undefined =>
  error instanceof AppError && error.cause instanceof StripeRequestError
    ? error.cause.code
    : undefined;

/**
 * Returns whether Stripe failed, or refused us, rather than what this donor sent: an error that names a parameter is about
 * the request, and 409 means that the same request is still running.
 */
export const isProvidersFault = (error: unknown): boolean =>
  error instanceof AppError &&
  (["provider_unavailable", "provider_refused", "provider_failed"] as string[]).includes(
    error.code,
  ) &&
  error.cause instanceof StripeRequestError &&
  error.cause.loggableDetails["param"] === undefined &&
  error.cause.loggableDetails["status"] !== 409;
