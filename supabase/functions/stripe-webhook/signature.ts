import { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";

/** Seconds that an event may be on its way, so that nobody can send an old one again. */
const TOLERANCE = 300;

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/** What Stripe sends to any endpoint: also thin events, and events without data, which are of no use here. */
export type Sent = Partial<Stripe.Event> & { readonly id: string; readonly type: string };

/** What was sent, if Stripe signed it with one of the secrets: while one is being replaced there are two. */
export async function signedEvent(
  body: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
): Promise<Sent> {
  const { signature: verifier } = Stripe.webhooks;
  if (verifier === null) throw new AppError("unexpected");
  for (const secret of signature === undefined ? [] : secrets) {
    try {
      // `constructEventAsync` would refuse thin events, and Stripe then sends them again for days.
      await verifier.verifyHeaderAsync(body, signature ?? "", secret, TOLERANCE, subtleCrypto);
      return JSON.parse(new TextDecoder().decode(body)) as Sent;
    } catch {
      // The next one may fit; what went wrong with this one is not for the sender.
    }
  }
  throw new AppError("signature_invalid");
}
