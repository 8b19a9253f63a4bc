import { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";

/** Seconds that an event may be on its way, so that nobody can send an old one again. */
const TOLERANCE = 300;

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/** The event, if Stripe signed it with one of the secrets: while one is being replaced there are two. */
export async function signedEvent(
  body: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
): Promise<Stripe.Event> {
  for (const secret of signature === undefined ? [] : secrets) {
    try {
      return await Stripe.webhooks.constructEventAsync(
        body,
        signature ?? "",
        secret,
        TOLERANCE,
        subtleCrypto,
      );
    } catch {
      // The next one may fit; what went wrong with this one is not for the sender.
    }
  }
  throw new AppError("signature_invalid");
}
