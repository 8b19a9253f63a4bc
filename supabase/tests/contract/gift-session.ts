import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import { GIFT_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signedId } from "../../functions/_shared/http/signed-id.ts";
import { facts, request, sql } from "./stack.ts";

/** What a mail holds behind `#token=` for the link that its row names. */
export const tokenOf = (linkId: string): Promise<string> =>
  signedId(facts.hashSecret, "gift-link", linkId);

/** A new link for that donor, as in a mail. */
export async function mailedToken(email: string): Promise<string> {
  const [link] = await sql<[{ id: string }]>`select private.create_gift_link(${email}) as id`;
  return tokenOf(link.id);
}

/** As after a press on the link in the mail. */
export async function openGiftSession(email: string): Promise<string> {
  const token = await mailedToken(email);
  const { json, status } = await request("POST", "/api/gift-links/redeem", { body: { token } });
  if (status !== 200) throw new Error(`Could not open the link of ${email}: ${status}`);
  return (json as { giftSession: string }).giftSession;
}

export const giftSessionHeader = (access: Access, giftSession: string): Record<string, string> =>
  access === "donor" ? { [GIFT_SESSION_HEADER]: giftSession } : {};
