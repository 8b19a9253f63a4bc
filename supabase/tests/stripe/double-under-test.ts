import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { StripeDouble } from "./stripe-double.ts";

/** Starts the double for the tests in a file, with Stripe's own SDK and a receiver for its events. */
export async function startTestDouble() {
  const double = await StripeDouble.start();

  const createSdk = (mode: "live" | "test", maxNetworkRetries = 0) => {
    const { hostname, port } = new URL(double.url);
    return new Stripe(`sk_${mode}_double`, {
      host: hostname,
      port,
      protocol: "http",
      maxNetworkRetries,
      timeout: 400,
      telemetry: false,
    });
  };
  const stripe = createSdk("test");

  let receivedEvents: Stripe.Event[] = [];
  let remainingRefusalCount = 0;
  /** Makes the receiver refuse the next events, so that they are retried. */
  const refuseEvents = (count: number): void => void (remainingRefusalCount = count);
  const listEventTypes = () => receivedEvents.map(({ type }) => type);

  async function receiveEvent(request: IncomingMessage, response: ServerResponse) {
    const signature = request.headers["stripe-signature"] ?? "";
    const event = stripe.webhooks.constructEvent(await text(request), signature, "whsec_double");
    remainingRefusalCount -= 1;
    if (remainingRefusalCount < 0) receivedEvents.push(event);
    response.writeHead(remainingRefusalCount < 0 ? 200 : 500).end();
  }
  const receiver = createServer((request, response) => void receiveEvent(request, response));

  beforeAll(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    double.deliverTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    receiver.close();
    await double.stop();
  });
  beforeEach(async () => {
    await double.settled();
    double.forget();
    receivedEvents = [];
    remainingRefusalCount = 0;
  });

  const createIntent = (options: Stripe.RequestOptions = {}, amount = 5000) =>
    stripe.paymentIntents.create(
      {
        amount,
        currency: "usd",
        automatic_payment_methods: { enabled: true },
        metadata: { kind: "gift" },
      },
      options,
    );
  return { createIntent, double, listEventTypes, refuseEvents, createSdk, stripe };
}
