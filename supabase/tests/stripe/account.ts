import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import { createMissingResourceError, createInvalidRequestError } from "./api-error.ts";
import { genericDecline, testMethods, type TestMethod } from "./test-methods.ts";

export interface StripeObjects {
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  price: Stripe.Price;
  product: Stripe.Product;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  subscription: Stripe.Subscription;
}
export type StripeObjectKind = keyof StripeObjects;

const idPrefixes: Readonly<Record<StripeObjectKind, string>> = {
  charge: "ch",
  customer: "cus",
  dispute: "dp",
  event: "evt",
  invoice: "in",
  invoice_payment: "inpay",
  payment_intent: "pi",
  price: "price",
  product: "prod",
  "radar.early_fraud_warning": "issfr",
  refund: "re",
  subscription: "sub",
};

export const createRandomText = (length = 24): string =>
  randomBytes(length).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, length);

/** All objects of a Stripe account in one mode, test or live. */
export class AccountDouble {
  readonly isLive: boolean;
  /** The ID of the invoice that each intent pays. The API returns this connection only on the invoice. */
  readonly invoiceIdByIntent = new Map<string, string>();
  /** Cards and bank accounts that visitors entered, by ID. */
  readonly methods = new Map<string, TestMethod>();
  /** The ID of the customer that each payment method is stored with. */
  readonly #customerByMethod = new Map<string, string>();
  readonly clock: { aheadSeconds: number };
  onEvent: (event: Stripe.Event) => void = () => {};
  readonly #objects = new Map<string, StripeObjects[StripeObjectKind]>();

  constructor(isLive: boolean, clock: { aheadSeconds: number }) {
    this.isLive = isLive;
    this.clock = clock;
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.clock.aheadSeconds;
  }

  createId(kind: StripeObjectKind): string {
    return `${idPrefixes[kind]}_${createRandomText()}`;
  }

  store<Name extends StripeObjectKind>(
    object: StripeObjects[Name] & { object: Name },
  ): StripeObjects[Name] {
    this.#objects.set(object.id, object);
    return object;
  }

  find(id: string): StripeObjects[StripeObjectKind] | undefined {
    return this.#objects.get(id);
  }

  get<Name extends StripeObjectKind>(kind: Name, id: string | undefined): StripeObjects[Name] {
    const found = id === undefined ? undefined : this.#objects.get(id);
    if (found?.object !== kind) throw createMissingResourceError(kind, id ?? "");
    return found as StripeObjects[Name];
  }

  /** Returns all objects of a kind, newest first, as Stripe's lists do. */
  all<Name extends StripeObjectKind>(kind: Name): StripeObjects[Name][] {
    return [...this.#objects.values()]
      .filter((candidate) => candidate.object === kind)
      .toReversed() as StripeObjects[Name][];
  }

  getMethod(id: string): TestMethod {
    const method = this.methods.get(id) ?? testMethods[id];
    if (method === undefined)
      throw createInvalidRequestError(`No such PaymentMethod: '${id}'`, {
        param: "payment_method",
      });
    return method;
  }

  /**
   * Stores a paid intent's payment method if the intent asked for it. Uses a new ID, because tests share the test
   * methods' IDs.
   */
  savePaymentMethod(intent: Stripe.PaymentIntent): void {
    if (intent.setup_future_usage === null || intent.customer === null) return;
    const method = this.getMethod(intent.payment_method as string);
    const id = `pm_${createRandomText()}`;
    this.methods.set(id, method);
    this.#customerByMethod.set(id, intent.customer as string);
    intent.payment_method = id;
  }

  /** Returns the ID of a payment method, and throws unless it is stored with the customer. */
  requireSavedMethod(id: string, customerId: string): string {
    if (this.#customerByMethod.get(id) === customerId) return id;
    throw createInvalidRequestError(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: "resource_missing", param: "default_payment_method" },
    );
  }

  getDecline({ outcome }: TestMethod) {
    return typeof outcome === "object" ? outcome : genericDecline;
  }

  emit(type: string, object: StripeObjects[StripeObjectKind]): void {
    const event = {
      id: this.createId("event"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: this.now(),
      data: { object: structuredClone(renderObject(this, object, [])) },
      livemode: this.isLive,
      pending_webhooks: 1,
      request: { id: `req_${createRandomText(14)}`, idempotency_key: null },
      type,
    } as unknown as Stripe.Event;
    this.store(event);
    this.onEvent(event);
  }
}

/** Fields that are returned only when requested by `expand`. */
const expandableFields: Readonly<Partial<Record<StripeObjectKind, readonly string[]>>> = {
  charge: ["refunds"],
  customer: ["subscriptions", "sources"],
  invoice: ["confirmation_secret", "payments"],
};

type Fields = Record<string, unknown>;

/** Returns an object as the API does, with IDs in place of objects that weren't expanded. */
export function renderObject(
  account: AccountDouble,
  storedObject: object,
  expand: readonly string[],
): object {
  const copy = { ...storedObject } as Fields;
  const hiddenFields = expandableFields[copy["object"] as StripeObjectKind] ?? [];
  const pathsByName = Map.groupBy(
    expand.map((path) => path.split(".")),
    ([first]) => first ?? "",
  );
  for (const name of hiddenFields) if (!pathsByName.has(name)) delete copy[name];
  for (const [name, paths] of pathsByName) {
    const nestedPaths = paths
      .map(([, ...others]) => others.join("."))
      .filter((path) => path !== "");
    copy[name] = expandValue(account, copy[name], nestedPaths, name);
  }
  if (copy["object"] === "list" && !pathsByName.has("data")) {
    copy["data"] = (copy["data"] as object[]).map((item) => renderObject(account, item, []));
  }
  return copy;
}

function expandValue(
  account: AccountDouble,
  value: unknown,
  nestedPaths: readonly string[],
  name: string,
): unknown {
  if (value === null) return null;
  if (Array.isArray(value))
    return value.map((item) => renderObject(account, item as object, nestedPaths));
  if (typeof value === "object") return renderObject(account, value, nestedPaths);
  const object = typeof value === "string" ? account.find(value) : undefined;
  if (object === undefined)
    throw createInvalidRequestError(`This property cannot be expanded (${name}).`);
  return renderObject(account, object, nestedPaths);
}
