import type { DatabaseClient } from "../clients/database.ts";
import { connectDatabase } from "../clients/database.ts";
import { type AuthClient, createAuthClient } from "../clients/auth.ts";
import { type CheckCaptcha, createCaptchaCheck } from "../clients/captcha.ts";
import { createStorageClient, type StorageClient } from "../clients/storage.ts";
import { createStripeAccount, type StripeAccount } from "../clients/stripe.ts";
import { createTokenVerifier, type VerifyToken } from "../clients/tokens.ts";
import type { Environment } from "../env.ts";
import { logWarningOnce } from "./log.ts";

/** Dependencies of the handlers, created once per process from the environment. */
export interface Services {
  readonly environment: Environment;
  readonly database: DatabaseClient;
  readonly auth: AuthClient;
  readonly checkCaptcha: CheckCaptcha;
  readonly storage: StorageClient;
  readonly stripe: StripeAccount;
  readonly verifyToken: VerifyToken;
}

export function createServices(environment: Environment): Services {
  if (environment.EDGE_SECRET === undefined) logWarningOnce(NO_EDGE_SECRET_WARNING);
  if (environment.mailProblem !== undefined) logWarningOnce(environment.mailProblem);
  const stripe = createStripeAccount(environment);
  if (stripe.problem !== undefined) logWarningOnce(stripe.problem);
  return {
    environment,
    database: connectDatabase(
      environment.DATABASE_URL ?? environment.SUPABASE_DB_URL,
      environment.DATABASE_CONNECTIONS,
    ),
    auth: createAuthClient(environment),
    checkCaptcha: createCaptchaCheck(environment),
    storage: createStorageClient(environment),
    stripe,
    verifyToken: createTokenVerifier(environment),
  };
}

/** Returns the payment provider, or null if none is configured or Stripe's keys are missing. */
export function choosePaymentProvider({
  environment: { PAYMENTS_MODE: mode },
  stripe,
}: Pick<Services, "environment" | "stripe">): "demo" | "stripe" | null {
  return mode === undefined || (mode === "stripe" && !stripe.isConfigured) ? null : mode;
}

/** Returns whether the money that administrators record is marked as demo, like donations through the demo provider. */
export const shouldRecordDemoMoney = ({ environment }: Pick<Services, "environment">): boolean =>
  environment.PAYMENTS_MODE === "demo";

const NO_EDGE_SECRET_WARNING =
  "EDGE_SECRET is not set, so all visitors who come through the CDN share one rate limit.";
