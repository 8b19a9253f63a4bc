import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { facts, request, sql } from "./stack.ts";

/** Returns the token that follows `#token=` in the emailed link. */
export const signDonorLink = (linkId: string): Promise<string> =>
  signId(facts.hashSecret, "gift-link", linkId);

export async function createDonorLinkToken(email: string): Promise<string> {
  const [link] = await sql<[{ id: string }]>`select private.create_donor_link(${email}) as id`;
  return signDonorLink(link.id);
}

/** Opens a new donor link and returns the token of its donor session. */
export async function startDonorSession(email: string): Promise<string> {
  const token = await createDonorLinkToken(email);
  const { json, status } = await request("POST", "/api/gift-links/redeem", { body: { token } });
  if (status !== 200) throw new Error(`Could not open the link of ${email}: ${status}`);
  return (json as { giftSession: string }).giftSession;
}

export const createDonorSessionHeaders = (
  access: Access,
  giftSession: string,
): Record<string, string> => (access === "donor" ? { [DONOR_SESSION_HEADER]: giftSession } : {});
