import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { createCheckoutMetadata } from "../../functions/_shared/donations/checkout-metadata.ts";
import { startFunctions } from "../function-process.ts";
import { StripeDouble } from "../stripe/stripe-double.ts";
import { facts, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

export interface StripeModeOptions {
  readonly mode?: "live" | "test";
  readonly settings?: Record<string, string>;
  readonly folder?: string;
}

/** Starts functions in Stripe mode on the stack's database, with the double in place of Stripe. */
export async function startStripeMode(
  functionNames: readonly string[],
  { mode, settings, folder }: StripeModeOptions = {},
) {
  const stripe = await StripeDouble.start();
  const environment = { ...stripe.environment(mode), ...settings };
  const functions = await startFunctions(functionNames, environment, folder);
  const webhookUrl = functions.urls["stripe-webhook"];
  if (webhookUrl !== undefined) stripe.deliverTo(webhookUrl);
  return {
    ...functions,
    stripe,
    /** A Stripe client that calls the double, as the functions' own client does. */
    api: createClient(stripe),
    stop: async () => {
      await functions.stop();
      await stripe.stop();
    },
  };
}

type StripeMode = Awaited<ReturnType<typeof startStripeMode>>;

/** Runs the reconciliation job once, as the schedule does. */
export const requestReconciliation = ({ urls }: Pick<StripeMode, "urls">) =>
  fetch(`${urls["payments"]}/payments/reconcile`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${facts.secretKey}` },
    body: "{}",
  });

interface ReconciliationReport {
  readonly isComplete: boolean;
  readonly read: number;
  readonly repaired: number;
  readonly failed: number;
  readonly refused: readonly string[];
}

export async function runReconciliation(
  mode: Pick<StripeMode, "urls">,
): Promise<ReconciliationReport> {
  const response = await requestReconciliation(mode);
  if (response.status !== 200) throw new Error(`The reconciliation failed: ${response.status}`);
  return (await response.json()) as ReconciliationReport;
}

export async function requestPaymentStatus({ urls }: Pick<StripeMode, "urls">, token: string) {
  const response = await fetch(`${urls["payments"]}/payment-status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

const createClient = ({ url }: StripeDouble) => {
  const { hostname, port } = new URL(url);
  return new Stripe("sk_test_double", {
    apiVersion: "2026-10-28.endive",
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
  });
};

const DOMAIN = "stripe-mode.example.org";

export const newDonorDetails = () => ({
  attemptId: randomUUID(),
  firstName: "Ann",
  lastName: "Lee",
  email: `ann.${uniqueWord()}@${DOMAIN}`,
  isAnonymous: false,
  inHonorOf: undefined,
  isMemorial: false,
  source: undefined,
  feeCovered: 0,
});

/** Starts a donation as the checkout does: its row and its intent in Stripe. */
export async function startDonation(api: Stripe, dollars = 50) {
  const donor = newDonorDetails();
  const intent = await api.paymentIntents.create({
    amount: dollars * 100,
    currency: "usd",
    automatic_payment_methods: { enabled: true },
    metadata: createCheckoutMetadata(donor),
  });
  const [row] = await sql<[{ id: string }]>`
    select private.create_pending_donation(
      ${donor.attemptId}, ${dollars}, 'Ann', 'Lee', ${donor.email}, false, true, ${intent.id}
    ) ->> 'id' as id`;
  return { ...donor, id: row.id, intentId: intent.id, secret: intent.client_secret ?? "" };
}

/** Starts a recurring donation as the checkout does. Without `hasRows`, the database has no record of it. */
export async function startStripeSubscription(api: Stripe, dollars = 25, hasRows = true) {
  const donor = newDonorDetails();
  const metadata = createCheckoutMetadata(donor);
  const customer = await api.customers.create({ email: donor.email, metadata });
  const product = await api.products.create({ name: "Monthly gift" });
  const subscription = await api.subscriptions.create({
    customer: customer.id,
    items: [
      {
        price_data: {
          currency: "usd",
          product: product.id,
          recurring: { interval: "month" },
          unit_amount: dollars * 100,
        },
      },
    ],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    metadata,
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  const secret = invoice.confirmation_secret?.client_secret ?? "";
  if (hasRows) {
    await sql`
      with monthly as (
        select (private.create_pending_subscription(
          ${donor.attemptId}, ${dollars}, 'Ann', 'Lee', ${donor.email}, true
        ) ->> 'id')::uuid as id
      )
      select private.attach_subscription(monthly.id, ${customer.id}, ${subscription.id}),
        private.create_pending_donation(
          ${donor.attemptId}, ${dollars}, 'Ann', 'Lee', ${donor.email}, true, true,
          ${secret.split("_secret_")[0] ?? ""}, subscription_id => monthly.id
        )
      from monthly`;
  }
  return { ...donor, subscriptionId: subscription.id, secret };
}

/** Returns a donor's donations, oldest first. */
export const readDonations = (email: string) => sql<
  {
    status: string;
    amount: string;
    adjustedAmount: string;
    completedAt: Date | null;
    chargeId: string | null;
    intentId: string | null;
    failures: string[];
    failureCode: string | null;
  }[]
>`
  select status, amount, adjusted_amount as "adjustedAmount", completed_at as "completedAt",
    stripe_charge_id as "chargeId", stripe_payment_intent_id as "intentId", failures,
    failure_code as "failureCode"
  from public.donations where email = ${email} order by completed_at, created_at, id`;

/** Returns the template names of a donor's emails, sorted. */
export async function readEmailedTemplates(email: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select template_name as name from public.email_outbox where to_email = ${email} order by 1`;
  return rows.map(({ name }) => name);
}

export const countTotalDifferences = async (): Promise<number> =>
  (await sql`select * from private.donation_totals_differences()`).length;

/** Deletes the test donors' rows and all records of Stripe events and reconciliations. */
export async function deleteDonorData(): Promise<void> {
  const emailPattern = `%@${DOMAIN}`;
  for (const table of ["donation_adjustments", "refund_requests"]) {
    await sql`
      delete from public.${sql(table)} where donation_id in (
        select id from public.donations where email like ${emailPattern}
      )`;
  }
  await sql`
    delete from public.donor_tasks where donor_id in (
      select donor_id from public.donor_emails where email_key like ${emailPattern}
    )`;
  await sql`delete from public.donations where email like ${emailPattern}`;
  await sql`delete from public.subscriptions where email like ${emailPattern}`;
  await sql`delete from public.donor_links where email_key like ${emailPattern}`;
  await sql`delete from public.email_outbox where to_email like ${emailPattern}`;
  await sql`delete from public.stripe_events`;
  await sql`delete from public.stripe_reconciliations`;
}
