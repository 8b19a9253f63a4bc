import type { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";
import { logWarning } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import { readEvent } from "../_shared/donations/stripe/read-event.ts";
import {
  applyStripeFacts,
  cancelAfterFailures,
} from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { claimStripeEvent } from "./queries.ts";
import { type SignedEvent, verifyEvent } from "./signature.ts";

const hasObject = (event: SignedEvent): event is Stripe.Event =>
  typeof event.data?.object === "object" && event.data.object !== null;

/** Describes an event by its identifiers only, because an event's data doesn't belong in a log. */
const describeEvent = ({ object, type, id }: SignedEvent): string =>
  [object, type, id].map((value) => String(value).slice(0, 100)).join(" ");

/**
 * Processes each event once, in one transaction with its changes. On failure everything rolls back, so Stripe's retry
 * starts clean.
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
  const payload = await verifyEvent(body, signature, STRIPE_WEBHOOK_SECRET);
  if (!hasObject(payload)) {
    logWarning(
      `Stripe sent an event without an object, so it was ignored: ${describeEvent(payload)}.`,
    );
    return;
  }
  const event = payload;
  // Ignore test events in live mode, and vice versa.
  if (event.livemode !== services.stripe.isLive) return;
  const appliedFacts = await applyStripeFacts(services, readEvent(event), (sql) =>
    claimStripeEvent(sql, event),
  );
  await cancelAfterFailures(services, appliedFacts);
}
