import { isUuid } from "../rules/uuid.ts";
import { isSameSecret, keyedHash } from "./secrets.ts";

/** What a signed id is for. Signatures don't verify for another purpose. */
type Purpose =
  | "gift-link"
  | "gift-session"
  | "activation-link"
  | "calendar-feed"
  | "monthly-offer"
  | "preview-link";

/** Returns `<id>.<signature>`. The id's row decides how long it is valid; the signature is stored nowhere. */
export const signId = async (secret: string, purpose: Purpose, id: string): Promise<string> =>
  `${id}.${await keyedHash(secret, `${purpose} ${id}`)}`;

export async function verifySignedId(
  secret: string,
  purpose: Purpose,
  token: string,
): Promise<string | undefined> {
  const id = token.slice(0, token.indexOf("."));
  return isUuid(id) && isSameSecret(token, await signId(secret, purpose, id)) ? id : undefined;
}
