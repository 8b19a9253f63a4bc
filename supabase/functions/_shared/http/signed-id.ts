import { isUuid } from "../rules/uuid.ts";
import { isSameSecret, keyedHash } from "./secrets.ts";

/** What a signed id opens: it is worth nothing for another purpose. */
type Purpose = "gift-link" | "gift-session" | "activation-link" | "calendar-feed";

/** `<id>.<signature>`. The row of that id says how long it holds; no row and no log has the signature. */
export const signedId = async (secret: string, purpose: Purpose, id: string): Promise<string> =>
  `${id}.${await keyedHash(secret, `${purpose} ${id}`)}`;

/** The id of a token that was made here for that purpose. */
export async function idOfSigned(
  secret: string,
  purpose: Purpose,
  token: string,
): Promise<string | undefined> {
  const id = token.slice(0, token.indexOf("."));
  return isUuid(id) && isSameSecret(token, await signedId(secret, purpose, id)) ? id : undefined;
}
