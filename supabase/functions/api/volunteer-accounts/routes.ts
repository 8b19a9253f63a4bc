import { volunteerAccountEndpoints } from "../../_shared/contracts/volunteer-accounts.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import {
  type Activation,
  claimActivationLink,
  listVolunteerAccounts,
  redeemActivationLink,
  releaseActivationLink,
  setVolunteerActive,
} from "./queries.ts";

export default implement(volunteerAccountEndpoints, {
  listVolunteerAccounts: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listVolunteerAccounts(sql, query)),

  toggleVolunteerAccountStatus: async ({ asCaller, params: { id }, body }) => {
    const isActive = await asCaller((sql) => setVolunteerActive(sql, id, body));
    return { message: isActive ? "The account is enabled" : "The account is disabled" };
  },

  activateVolunteerAccount: async ({ asService, body: { token, password }, services }) => {
    const { environment } = services;
    const linkId = await verifySignedId(environment.HASH_SECRET, "activation-link", token);
    const claimedLink = linkId && (await asService((sql) => claimActivationLink(sql, linkId)));
    if (!linkId || !claimedLink) throw new AppError("activation_link_invalid");
    try {
      const userId = await recreateUser(services, claimedLink, password);
      await asService((sql) => redeemActivationLink(sql, linkId, userId));
    } catch (error) {
      await asService((sql) => releaseActivationLink(sql, linkId));
      throw error;
    }
    return { message: "Your account is ready" };
  },
});

/**
 * Anyone could have applied with this email address and may have a session from the application's password, so the user
 * is replaced by a new one. The old user is deleted first: a failure in between leaves no account, and opening the link
 * again completes the replacement.
 */
async function recreateUser(
  { auth }: Services,
  { email, formerUserId }: Activation,
  password: string,
): Promise<string> {
  if (formerUserId !== null) await auth.deleteUser(formerUserId);
  const userId = await auth.createUser(email, password);
  if (userId === undefined) throw new AppError("conflict");
  return userId;
}
