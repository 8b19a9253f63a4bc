import { demoOutcome, type DemoOutcome } from "../_shared/rules/demo-payments.ts";
import { keyedHash } from "../_shared/http/secrets.ts";

const PREFIX = "pi_demo_";

export const newDemoIntentId = (): string => `${PREFIX}${crypto.randomUUID().replaceAll("-", "")}`;

export const isDemoIntentId = (paymentIntentId: string): boolean =>
  paymentIntentId.startsWith(PREFIX);

export const demoClientSecret = async (secret: string, paymentIntentId: string): Promise<string> =>
  `${paymentIntentId}_secret_${(await keyedHash(secret, paymentIntentId)).slice(0, 24)}`;

/**
 * How the simulated payment of that intent ends. The chance is drawn from the id, so that every request about one
 * intent, repeated or parallel, is told the same.
 */
export async function demoIntentOutcome(
  secret: string,
  paymentIntentId: string,
  email: string,
): Promise<DemoOutcome> {
  const hash = await keyedHash(secret, `outcome ${paymentIntentId}`);
  return demoOutcome(email, Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32);
}
