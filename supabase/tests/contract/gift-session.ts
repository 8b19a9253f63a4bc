import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import { GIFT_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signedId } from "../../functions/_shared/http/signed-id.ts";
import { facts, request, sql } from "./stack.ts";

/** What the mail to that donor would hold behind `#token=`. */
export async function mailedToken(email: string): Promise<string> {
  const [link] = await sql<[{ id: string }]>`select private.create_gift_link(${email}) as id`;
  return signedId(facts.hashSecret, "gift-link", link.id);
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
