/**
 * Simulates the parts of Stripe that this project uses, in one process and without a network: its HTTP API (objects of
 * version 2026-10-28), signed webhooks, test cards and failures. It refuses parameters and paths that Stripe doesn't have.
 *
 *     const stripe = await StripeDouble.start();
 *     startTemporaryStack({ functionEnvironment: stripe.environment() })    // stripe mode, test keys; environment("live")
 *     stripe.deliverTo(`${facts.apiUrl}/functions/v1/stripe-webhook`);      // sends events automatically, in order
 *     await stripe.pay(clientSecret, "pm_card_visa");                       // what Stripe.js does; see test-methods.ts
 *     await stripe.settled();                                               // every event so far was delivered
 *     await stripe.stop();
 *
 * Commands: pay, authenticate, settle, nextCycle, retryInvoice, giveUp, refund, settleRefund, dispute, closeDispute,
 * warnOfFraud, advance (its clock), fail (faults.ts), hold, deliverHeld, deliver, forget. `seen` has every request
 * received. Another process sends `POST /_test/<command>` with a JSON list of arguments; `node
 * supabase/tests/stripe/serve.ts <port>` runs the double by itself.
 */
import { once } from "node:events";
import type http from "node:http";
import type { AddressInfo } from "node:net";
import type { Stripe } from "stripe";
import {
  findCharge,
  closeDispute,
  createRefund,
  openDispute,
  settleRefund,
  warnOfFraud,
} from "./after-charges.ts";
import { type StripeFault, StripeFaults } from "./faults.ts";
import { authenticate, confirmIntent, settleIntent } from "./intents.ts";
import { createServer, type DoubleContext, type ReceivedRequest } from "./server.ts";
import { attemptInvoice, cancelSubscription, nextCycle } from "./subscriptions.ts";
import { deliver, EventQueue } from "./webhooks.ts";
import { type StripeObjectKind, type StripeObjects, AccountDouble } from "./account.ts";

const WEBHOOK_SECRET = "whsec_double";

export class StripeDouble {
  readonly clock = { aheadSeconds: 0 };
  readonly accounts = {
    live: new AccountDouble(true, this.clock),
    test: new AccountDouble(false, this.clock),
  };
  readonly faults = new StripeFaults();
  readonly eventQueue = new EventQueue();
  readonly seen: ReceivedRequest[] = [];
  readonly responsesByKey: DoubleContext["responsesByKey"] = new Map();
  readonly #server: http.Server = createServer(this);
  url = "";

  static async start(port = 0): Promise<StripeDouble> {
    const double = new StripeDouble();
    for (const account of Object.values(double.accounts)) {
      account.onEvent = (event) => double.eventQueue.add(event);
    }
    double.#server.listen(port, "127.0.0.1");
    await once(double.#server, "listening");
    double.url = `http://127.0.0.1:${(double.#server.address() as AddressInfo).port}`;
    return double;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Returns the functions' environment variables for Stripe mode with this double. */
  environment(mode: "live" | "test" = "test"): Record<string, string> {
    return {
      PAYMENTS_MODE: "stripe",
      STRIPE_SECRET_KEY: `sk_${mode}_double`,
      STRIPE_PUBLISHABLE_KEY: `pk_${mode}_double`,
      // Includes a second secret, as during a rotation, and an empty one, as after a stray comma.
      STRIPE_WEBHOOK_SECRET: `whsec_next,${WEBHOOK_SECRET},`,
      STRIPE_API_URL: this.url,
    };
  }

  deliverTo(url: string, secret = WEBHOOK_SECRET): void {
    this.eventQueue.endpoint = { url, secret };
  }

  settled = (): Promise<void> => this.eventQueue.settled();

  all = <Name extends StripeObjectKind>(kind: Name): StripeObjects[Name][] => [
    ...this.accounts.live.all(kind),
    ...this.accounts.test.all(kind),
  ];

  get = <Name extends StripeObjectKind>(kind: Name, id: string): StripeObjects[Name] =>
    this.#findAccount(id).get(kind, id);

  #findAccount(id: string): AccountDouble {
    return this.accounts.live.find(id) === undefined ? this.accounts.test : this.accounts.live;
  }

  /** Pays as the browser does; throws the error that Stripe.js would show the visitor. */
  pay(clientSecret: string, method: string): Stripe.PaymentIntent {
    const id = clientSecret.split("_secret_")[0] ?? "";
    const intent = this.get("payment_intent", id);
    if (intent.client_secret !== clientSecret) throw new Error("Another intent's client secret");
    return confirmIntent(this.#findAccount(id), intent, { payment_method: method });
  }

  authenticate = (id: string, isSuccessful: boolean) =>
    authenticate(this.#findAccount(id), this.get("payment_intent", id), isSuccessful);

  settle = (id: string, hasArrived: boolean) =>
    settleIntent(this.#findAccount(id), this.get("payment_intent", id), hasArrived);

  nextCycle = (subscriptionId: string, isPaid = true, declinedMethod?: string) =>
    nextCycle(
      this.#findAccount(subscriptionId),
      this.get("subscription", subscriptionId),
      isPaid,
      declinedMethod,
    );

  retryInvoice = (invoiceId: string, isPaid = true) =>
    attemptInvoice(this.#findAccount(invoiceId), this.get("invoice", invoiceId), isPaid);

  /** Ends a subscription because its charges failed. */
  giveUp = (subscriptionId: string) =>
    cancelSubscription(
      this.#findAccount(subscriptionId),
      this.get("subscription", subscriptionId),
      "payment_failed",
    );

  /** Refunds as if someone pressed the button in Stripe's dashboard. */
  refund = (paymentId: string, amount?: number) =>
    createRefund(this.#findAccount(paymentId), {
      payment_intent: paymentId,
      ...(amount === undefined ? {} : { amount: String(amount) }),
    });

  settleRefund = (id: string, hasArrived: boolean) =>
    settleRefund(this.#findAccount(id), this.get("refund", id), hasArrived);

  dispute(paymentId: string, amount?: number, reason?: string): Stripe.Dispute {
    const account = this.#findAccount(paymentId);
    const charge = findCharge(account, paymentId);
    return openDispute(account, charge, amount ?? charge.amount, reason);
  }

  closeDispute = (id: string, isWon: boolean) =>
    closeDispute(this.#findAccount(id), this.get("dispute", id), isWon);

  warnOfFraud(paymentId: string) {
    const account = this.#findAccount(paymentId);
    return warnOfFraud(account, findCharge(account, paymentId));
  }

  advance = (seconds: number): void => void (this.clock.aheadSeconds += seconds);

  fail = (fault: StripeFault): void => this.faults.add(fault);

  /** Holds events from now on. Events already being sent still arrive. */
  hold = (isHolding = true): void => void (this.eventQueue.isHolding = isHolding);

  /** Delivers held events in any order and any number of times. Events that are left out are lost. */
  async deliverHeld(arrange: (events: Stripe.Event[]) => Stripe.Event[] = (events) => events) {
    const events = arrange(this.eventQueue.heldEvents);
    this.eventQueue.heldEvents = [];
    const statuses: number[] = [];
    for (const event of events) statuses.push(await this.deliver(event));
    return statuses;
  }

  deliver(event: Stripe.Event): Promise<number> {
    const { endpoint } = this.eventQueue;
    if (endpoint === undefined) throw new Error("deliverTo() was not called");
    return deliver(event, endpoint);
  }

  /** Clears recorded requests and pending faults, but not the objects. */
  forget(): void {
    this.seen.length = 0;
    this.faults.clear();
  }

  /** Runs one of the commands listed above for another process. */
  async control(name: string, args: unknown[]): Promise<unknown> {
    if (name === "seen") return this.seen;
    const command = (this as unknown as Record<string, unknown>)[name];
    if (typeof command !== "function") throw new Error(`No such command: ${name}`);
    return ((await command.apply(this, args)) as unknown) ?? {};
  }
}
