import type { Stripe } from "stripe";
import { getStripeErrorCode, type StripeAccount } from "../_shared/clients/stripe.ts";
import { AppError } from "../_shared/errors.ts";
import type { NewDonation } from "../_shared/donations/queries/pending-donations.ts";
import { ignoreMissing } from "../_shared/donations/stripe/lookups.ts";
import { formatFullName } from "../_shared/rules/names.ts";

/** Creates the customer that a subscription or a kept card belongs to, once per attempt. */
export async function createStripeCustomer(
  stripe: StripeAccount,
  donation: NewDonation,
  metadata: Record<string, string>,
): Promise<string> {
  try {
    const customer = await stripe.callApi((api) =>
      api.customers.create(
        { email: donation.email, name: formatFullName(donation), metadata },
        { idempotencyKey: `${donation.attemptId}:customer` },
      ),
    );
    return customer.id;
  } catch (error) {
    if (getStripeErrorCode(error) !== "email_invalid") throw error;
    const message = "Our payment provider doesn't accept this email address. Check it for typos.";
    throw new AppError("validation_failed", {
      issues: [{ path: "donorInfo.email", message }],
      cause: error,
    });
  }
}

export interface StartedSubscription {
  readonly attemptId: string;
  readonly customerId: string;
  readonly amount: number;
  readonly metadata: Record<string, string>;
}

/**
 * Creates a monthly subscription, once per attempt. `start` says how it is paid.
 */
export async function createStripeSubscription(
  stripe: StripeAccount,
  { attemptId, customerId, amount, metadata }: StartedSubscription,
  start: Partial<Stripe.SubscriptionCreateParams>,
): Promise<Stripe.Subscription> {
  const createWithProduct = (product: string, idempotencyKey: string) =>
    stripe.callApi((api) =>
      api.subscriptions.create(
        {
          customer: customerId,
          items: [
            {
              price_data: {
                currency: "usd",
                product,
                recurring: { interval: "month" },
                unit_amount: amount,
              },
            },
          ],
          metadata,
          ...start,
        },
        { idempotencyKey },
      ),
    );
  const cachedProductPromise = productPromises.get(stripe);
  try {
    return await createWithProduct(
      await requireMonthlyProduct(stripe),
      `${attemptId}:subscription`,
    );
  } catch (error) {
    if (!isRefused(error) || cachedProductPromise === undefined) throw error;
    // The cached product may have been archived or deleted. Uses a new key, because Stripe replays the failure for
    // the old one.
    productPromises.delete(stripe);
    return createWithProduct(
      await requireMonthlyProduct(stripe),
      `${attemptId}:subscription:again`,
    );
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === "provider_refused";

/** All recurring donations share one product, whatever their amount. */
const PRODUCT_ID = "care_packages_monthly_gift";
const productPromises = new WeakMap<StripeAccount, Promise<string>>();

function requireMonthlyProduct(stripe: StripeAccount): Promise<string> {
  const productPromise = productPromises.get(stripe) ?? createProductIfMissing(stripe);
  productPromises.set(stripe, productPromise);
  void productPromise.catch(() => productPromises.delete(stripe));
  return productPromise;
}

async function createProductIfMissing(stripe: StripeAccount): Promise<string> {
  // Look up the product first, because a restricted key may be allowed to read products but not to create them.
  const existingProduct = await ignoreMissing(() =>
    stripe.callApi((api) => api.products.retrieve(PRODUCT_ID)),
  );
  if (existingProduct !== undefined) {
    if (!existingProduct.active) {
      await stripe.callApi((api) => api.products.update(PRODUCT_ID, { active: true }));
    }
    return PRODUCT_ID;
  }
  try {
    await stripe.callApi((api) => api.products.create({ id: PRODUCT_ID, name: "Monthly gift" }));
  } catch (error) {
    if (getStripeErrorCode(error) !== "resource_already_exists") throw error;
  }
  return PRODUCT_ID;
}
