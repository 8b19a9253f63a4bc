import { parseEnvironment } from "../_shared/env.ts";
import { toDenoHandler } from "../_shared/http/deno-handler.ts";
import { createServices } from "../_shared/http/services.ts";
import { createStripeWebhookApp } from "./app.ts";

const services = createServices(parseEnvironment(Deno.env.toObject()));
Deno.serve(toDenoHandler(createStripeWebhookApp(services)));
