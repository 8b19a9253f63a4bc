import type { Hono } from "hono";
import { type AppBindings, createApp } from "../_shared/http/app.ts";
import { readBody } from "../_shared/http/body.ts";
import type { Services } from "../_shared/http/services.ts";
import { receiveEvent } from "./receive-event.ts";

/** Stripe's own calls. They are no part of our API, and what they may do is decided by their signature alone. */
export function createStripeWebhook(services: Services): Hono<AppBindings> {
  const app = createApp(services);
  app.post("/stripe-webhook", async (context) => {
    // The signature is over the bytes as they came.
    const body = await readBody(context.req.raw);
    await receiveEvent(services, body, context.req.header("Stripe-Signature"));
    return context.json({ received: true });
  });
  return app;
}
