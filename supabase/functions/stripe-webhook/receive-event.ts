import { AppError } from "../_shared/errors.ts";
import type { Services } from "../_shared/http/services.ts";
import { readEvent } from "../_shared/stripe/read-event.ts";
import { settle } from "../_shared/stripe/settle.ts";
import { stopAttempts } from "../_shared/stripe/stop-attempts.ts";
import { rememberEvent } from "./queries/stripe-events.ts";
import { signedEvent } from "./signature.ts";

/**
 * Once for each event, in one transaction with what it changes. Whatever fails leaves nothing behind and is no success,
 * so that Stripe sends it again.
 */
export async function receiveEvent(
  services: Services,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const { PAYMENTS_MODE, STRIPE_WEBHOOK_SECRET } = services.environment;
  if (PAYMENTS_MODE !== "stripe" || STRIPE_WEBHOOK_SECRET === undefined) {
    throw new AppError("payments_not_configured");
  }
  const secrets = STRIPE_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
  const event = await signedEvent(body, signature, secrets);
  // Test payments are none of real money's business, nor the other way round.
  if (event.livemode !== services.stripe.isLive) return;
  const settled = await settle(services, readEvent(event), (sql) => rememberEvent(sql, event));
  await stopAttempts(services, settled);
}
