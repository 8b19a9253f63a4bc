import { StripeDouble } from "./stripe-double.ts";

/** Runs the double in its own process: `node supabase/tests/stripe/serve.ts <port> [webhook address]`. */
const [port = "12111", webhook] = process.argv.slice(2);
const double = await StripeDouble.start(Number(port));
if (webhook !== undefined) double.deliverTo(webhook);
console.log(`Stripe test double: ${double.url}`);
for (const [name, value] of Object.entries(double.environment())) console.log(`${name}=${value}`);
