import { isUuid } from "../rules/uuid.ts";
import { isAcceptedSecret, createKeyedHash } from "./secrets.ts";

/** The purpose of a signed ID. A signature made for one purpose isn't valid for another. */
type Purpose =
  | "gift-link"
  | "gift-session"
  | "activation-link"
  | "invitation-link"
  | "email-change-link"
  | "monthly-offer"
  | "preview-link"
  | "news-link";

/**
 * Returns `<id>.<signature>`. The signature never expires, so whoever verifies it must also check whether the id is
 * still valid.
 */
export const signId = async (secret: string, purpose: Purpose, id: string): Promise<string> =>
  `${id}.${await createKeyedHash(secret, `${purpose} ${id}`)}`;

/** Returns the id if one of the secrets signed it. */
export async function verifySignedId(
  secrets: readonly string[],
  purpose: Purpose,
  token: string,
): Promise<string | undefined> {
  const id = token.slice(0, token.indexOf("."));
  if (!isUuid(id)) return undefined;
  const tokens = await Promise.all(secrets.map((secret) => signId(secret, purpose, id)));
  return isAcceptedSecret(token, tokens) ? id : undefined;
}
