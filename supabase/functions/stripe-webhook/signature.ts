import { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";

/** Older events are rejected, so that a captured one can't be sent again later. */
const MAX_AGE_SECONDS = 300;

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/** Payload of a webhook call. Thin events, which we ignore, have no data. */
export interface SignedEvent {
  readonly id: string;
  readonly type: string;
  readonly object?: string;
  readonly data?: { readonly object?: unknown };
}

/** Returns the event if Stripe signed it with one of the secrets; there are two during rotation. */
export async function verifyEvent(
  body: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
): Promise<SignedEvent> {
  const { signature: verifier } = Stripe.webhooks;
  if (verifier === null) throw new AppError("unexpected");
  for (const secret of signature === undefined ? [] : secrets) {
    try {
      // `constructEventAsync` rejects thin events, which Stripe would then retry for days.
      await verifier.verifyHeaderAsync(
        body,
        signature ?? "",
        secret,
        MAX_AGE_SECONDS,
        subtleCrypto,
      );
      return JSON.parse(new TextDecoder().decode(body)) as SignedEvent;
    } catch {
      // Try the next secret. The sender doesn't learn why this one failed.
    }
  }
  throw new AppError("signature_invalid");
}
