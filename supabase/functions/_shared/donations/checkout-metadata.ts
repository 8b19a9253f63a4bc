import { DONATION_SOURCE_PATTERN } from "../contracts/donation-source.ts";
import { centsToDollars, dollarsToCents } from "../rules/money.ts";
import { isUuid } from "../rules/uuid.ts";
import type { CheckoutDetails } from "./provider-facts.ts";

/** Marks our objects in a Stripe account that may take other payments. */
const DONATION_KIND = "gift";

/** Returns the metadata that all our intents, customers and subscriptions carry in Stripe. */
export const createCheckoutMetadata = (checkout: CheckoutDetails): Record<string, string> => ({
  kind: DONATION_KIND,
  attempt_id: checkout.attemptId ?? "",
  first_name: checkout.firstName,
  last_name: checkout.lastName,
  email: checkout.email,
  is_anonymous: String(checkout.isAnonymous),
  in_honor_of: checkout.inHonorOf ?? "",
  is_memorial: String(checkout.isMemorial),
  source: checkout.source ?? "",
  fee_covered: centsToDollars(checkout.feeCovered),
});

/** Returns undefined for objects that aren't ours. */
export function readCheckoutDetails(
  metadata: Readonly<Record<string, string | undefined>> | null | undefined,
): CheckoutDetails | undefined {
  if (metadata?.["kind"] !== DONATION_KIND || !metadata["email"]?.includes("@")) return undefined;
  const attemptId = metadata["attempt_id"];
  return {
    attemptId: isUuid(attemptId) ? attemptId : undefined,
    firstName: metadata["first_name"] || "Donor",
    lastName: metadata["last_name"] ?? "",
    email: metadata["email"],
    isAnonymous: metadata["is_anonymous"] === "true",
    inHonorOf: metadata["in_honor_of"] || undefined,
    isMemorial: metadata["is_memorial"] === "true" && Boolean(metadata["in_honor_of"]),
    source: DONATION_SOURCE_PATTERN.test(metadata["source"] ?? "") ? metadata["source"] : undefined,
    feeCovered: dollarsToCents(metadata["fee_covered"] ?? "") ?? 0,
  };
}
