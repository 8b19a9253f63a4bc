import type { Hono } from "hono";
import { type AppBindings, createApp } from "../_shared/http/app.ts";
import { readBody } from "../_shared/http/body.ts";
import type { Services } from "../_shared/http/services.ts";
import { receiveEvent } from "./receive-event.ts";

/** Creates the app for Stripe's webhook calls. They aren't part of our API; only the signature authorizes them. */
export function createStripeWebhookApp(services: Services): Hono<AppBindings> {
  const app = createApp(services);
  app.post("/stripe-webhook", async (context) => {
    // The signature covers the raw bytes.
    const body = await readBody(context.req.raw);
    await receiveEvent(services, body, context.req.header("Stripe-Signature"));
    return context.json({ received: true });
  });
  return app;
}
