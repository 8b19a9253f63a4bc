import type { Stripe } from "stripe";
import { createInvalidRequestError } from "./api-error.ts";
import type { Params, ParamValue } from "./forms.ts";

type ParameterType = "text" | "integer" | "boolean" | "texts" | "map" | "range";
type Branches<Type> = Type extends readonly (infer Item)[]
  ? Branches<Item>
  : Type extends object
    ? KnownParameters<Type>
    : never;

/** The parameters that the double supports; the types check them against the published API. */
export type KnownParameters<Type> = {
  readonly [Name in keyof Type]?: ParameterType | Branches<NonNullable<Type[Name]>>;
};
export interface ParameterTree {
  readonly [name: string]: ParameterType | ParameterTree | undefined;
}

const pageParameters = { limit: "integer", starting_after: "text", ending_before: "text" } as const;
const listParameters = { ...pageParameters, created: "range", expand: "texts" } as const;

/** The parameters of each operation. Any other parameter is refused, as in Stripe's API. */
export const knownParameters = {
  createIntent: {
    amount: "integer",
    currency: "text",
    automatic_payment_methods: { enabled: "boolean", allow_redirects: "text" },
    customer: "text",
    description: "text",
    expand: "texts",
    metadata: "map",
    payment_method: "text",
    payment_method_types: "texts",
    receipt_email: "text",
    setup_future_usage: "text",
    statement_descriptor_suffix: "text",
  } as KnownParameters<Stripe.PaymentIntentCreateParams>,
  retrieveIntent: {
    client_secret: "text",
    expand: "texts",
  } satisfies KnownParameters<Stripe.PaymentIntentRetrieveParams>,
  updateIntent: {
    amount: "integer",
    description: "text",
    expand: "texts",
    metadata: "map",
    receipt_email: "text",
  } satisfies KnownParameters<Stripe.PaymentIntentUpdateParams>,
  /** Includes what Stripe.js sends, because card numbers never reach the project's own servers. */
  confirmIntent: {
    client_secret: "text",
    expand: "texts",
    key: "text",
    payment_method: "text",
    payment_method_data: {
      type: "text",
      card: { number: "text", exp_month: "integer", exp_year: "integer", cvc: "text" },
      us_bank_account: {
        account_number: "text",
        routing_number: "text",
        account_holder_type: "text",
      },
      billing_details: { name: "text", email: "text", phone: "text", address: "map" },
    },
    return_url: "text",
    use_stripe_sdk: "boolean",
  } as ParameterTree,
  cancelIntent: {
    cancellation_reason: "text",
    expand: "texts",
  } satisfies KnownParameters<Stripe.PaymentIntentCancelParams>,
  listIntents: {
    ...listParameters,
    customer: "text",
  } satisfies KnownParameters<Stripe.PaymentIntentListParams>,
  retrieve: { expand: "texts" } satisfies KnownParameters<Stripe.ChargeRetrieveParams>,
  listCharges: {
    ...listParameters,
    customer: "text",
    payment_intent: "text",
  } satisfies KnownParameters<Stripe.ChargeListParams>,
  createCustomer: {
    description: "text",
    email: "text",
    expand: "texts",
    metadata: "map",
    name: "text",
  } satisfies KnownParameters<Stripe.CustomerCreateParams>,
  updateCustomer: {
    description: "text",
    email: "text",
    expand: "texts",
    metadata: "map",
    name: "text",
  } satisfies KnownParameters<Stripe.CustomerUpdateParams>,
  listCustomers: {
    ...listParameters,
    email: "text",
  } satisfies KnownParameters<Stripe.CustomerListParams>,
  createProduct: {
    id: "text",
    name: "text",
    description: "text",
    expand: "texts",
    metadata: "map",
    statement_descriptor: "text",
  } satisfies KnownParameters<Stripe.ProductCreateParams>,
  updateProduct: {
    active: "boolean",
    description: "text",
    expand: "texts",
    metadata: "map",
    name: "text",
  } satisfies KnownParameters<Stripe.ProductUpdateParams>,
  createPrice: {
    currency: "text",
    expand: "texts",
    lookup_key: "text",
    metadata: "map",
    nickname: "text",
    product: "text",
    product_data: { id: "text", name: "text", metadata: "map" },
    recurring: { interval: "text", interval_count: "integer" },
    unit_amount: "integer",
  } satisfies KnownParameters<Stripe.PriceCreateParams>,
  createSubscription: {
    billing_cycle_anchor: "integer",
    customer: "text",
    default_payment_method: "text",
    description: "text",
    expand: "texts",
    items: {
      metadata: "map",
      price: "text",
      price_data: {
        currency: "text",
        product: "text",
        recurring: { interval: "text", interval_count: "integer" },
        unit_amount: "integer",
      },
      quantity: "integer",
    },
    metadata: "map",
    off_session: "boolean",
    payment_behavior: "text",
    payment_settings: { save_default_payment_method: "text", payment_method_types: "texts" },
    proration_behavior: "text",
  } satisfies KnownParameters<Stripe.SubscriptionCreateParams>,
  updateSubscription: {
    cancel_at_period_end: "boolean",
    default_payment_method: "text",
    description: "text",
    expand: "texts",
    metadata: "map",
  } satisfies KnownParameters<Stripe.SubscriptionUpdateParams>,
  cancelSubscription: {
    cancellation_details: { comment: "text", feedback: "text" },
    expand: "texts",
    invoice_now: "boolean",
    prorate: "boolean",
  } satisfies KnownParameters<Stripe.SubscriptionCancelParams>,
  listSubscriptions: {
    ...listParameters,
    customer: "text",
    status: "text",
  } satisfies KnownParameters<Stripe.SubscriptionListParams>,
  listInvoices: {
    ...listParameters,
    customer: "text",
    status: "text",
    subscription: "text",
  } satisfies KnownParameters<Stripe.InvoiceListParams>,
  listInvoicePayments: {
    ...listParameters,
    invoice: "text",
    status: "text",
    payment: { type: "text", payment_intent: "text" },
  } satisfies KnownParameters<Stripe.InvoicePaymentListParams>,
  createRefund: {
    amount: "integer",
    charge: "text",
    expand: "texts",
    metadata: "map",
    payment_intent: "text",
    reason: "text",
  } satisfies KnownParameters<Stripe.RefundCreateParams>,
  listRefunds: {
    ...listParameters,
    charge: "text",
    payment_intent: "text",
  } satisfies KnownParameters<Stripe.RefundListParams>,
  listDisputes: {
    ...listParameters,
    charge: "text",
    payment_intent: "text",
  } satisfies KnownParameters<Stripe.DisputeListParams>,
  listEvents: {
    ...listParameters,
    delivery_success: "boolean",
    type: "text",
    types: "texts",
  } satisfies KnownParameters<Stripe.EventListParams>,
  listWarnings: {
    ...listParameters,
    charge: "text",
    payment_intent: "text",
  } satisfies KnownParameters<Stripe.Radar.EarlyFraudWarningListParams>,
  createPortalSession: {
    configuration: "text",
    customer: "text",
    expand: "texts",
    locale: "text",
    return_url: "text",
  } satisfies KnownParameters<Stripe.BillingPortal.SessionCreateParams>,
};

/** Throws Stripe's own error for unknown, malformed and empty parameters. */
export function requireKnownParameters(params: Params, tree: ParameterTree, prefix = ""): void {
  for (const [name, value] of Object.entries(params)) {
    const param = prefix === "" ? name : `${prefix}[${name}]`;
    const rule = tree[name];
    if (rule === undefined) {
      throw createInvalidRequestError(`Received unknown parameter: ${param}`, {
        code: "parameter_unknown",
        param,
      });
    }
    if (typeof rule === "object") {
      const objects: readonly ParamValue[] = Array.isArray(value) ? value : [value];
      for (const object of objects) {
        if (typeof object === "string")
          throw createInvalidRequestError(`Invalid object`, { param });
        requireKnownParameters(object as Params, rule, param);
      }
    } else requireValidValue(rule, value, param);
  }
}

const isInteger = (value: ParamValue): boolean => typeof value === "string" && /^\d+$/.test(value);

const validators: Readonly<Record<ParameterType, (value: ParamValue) => boolean>> = {
  text: (value) => typeof value === "string" && value !== "",
  integer: (value) => typeof value === "string" && /^-?\d+$/.test(value),
  boolean: (value) => value === "true" || value === "false",
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  map: (value) => typeof value === "object" && !Array.isArray(value),
  range: (value) =>
    isInteger(value) ||
    (typeof value === "object" &&
      Object.entries(value).every(
        ([name, bound]) => /^(gte?|lte?)$/.test(name) && isInteger(bound),
      )),
};

function requireValidValue(kind: ParameterType, value: ParamValue, param: string): void {
  if (validators[kind](value)) return;
  const code = value === "" ? "parameter_invalid_empty" : `parameter_invalid_${kind}`;
  throw createInvalidRequestError(`Invalid ${kind}: ${JSON.stringify(value)}`, { code, param });
}

export function requireParameters(params: Params, ...names: string[]): void {
  for (const name of names) {
    if (params[name] !== undefined) continue;
    throw createInvalidRequestError(`Missing required param: ${name}.`, {
      code: "parameter_missing",
      param: name,
    });
  }
}
