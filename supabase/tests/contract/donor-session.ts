import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signedId } from "../../functions/_shared/http/signed-id.ts";
import { facts, request, sql } from "./stack.ts";

/** Returns the value that follows `#token=` in the link's email. */
export const tokenOf = (linkId: string): Promise<string> =>
  signedId(facts.hashSecret, "gift-link", linkId);

/** Creates a donor link and returns its token. */
export async function mailedToken(email: string): Promise<string> {
  const [link] = await sql<[{ id: string }]>`select private.create_donor_link(${email}) as id`;
  return tokenOf(link.id);
}

/** Opens a new donor link and returns its session. */
export async function startDonorSession(email: string): Promise<string> {
  const token = await mailedToken(email);
  const { json, status } = await request("POST", "/api/gift-links/redeem", { body: { token } });
  if (status !== 200) throw new Error(`Could not open the link of ${email}: ${status}`);
  return (json as { giftSession: string }).giftSession;
}

export const donorSessionHeader = (access: Access, giftSession: string): Record<string, string> =>
  access === "donor" ? { [DONOR_SESSION_HEADER]: giftSession } : {};
