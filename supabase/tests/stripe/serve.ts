/** Runs the double in its own process: `node supabase/tests/stripe/serve.ts <port> [webhook URL]`. */
import { StripeDouble } from "./stripe-double.ts";

const [port = "12111", webhookUrl] = process.argv.slice(2);
const double = await StripeDouble.start(Number(port));
if (webhookUrl !== undefined) double.deliverTo(webhookUrl);
console.log(`Stripe test double: ${double.url}`);
for (const [name, value] of Object.entries(double.environment())) console.log(`${name}=${value}`);
