import { service } from "../../_shared/caller.ts";
import { emailChangeEndpoints } from "../../_shared/contracts/email-changes.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import { requirePassword } from "../sessions/routes.ts";
import {
  cancelEmailChange,
  claimEmailChange,
  type ClaimedEmailChange,
  redeemEmailChange,
  releaseEmailChange,
  requestEmailChange,
} from "./queries.ts";

export default implement(emailChangeEndpoints, {
  requestEmailChange: async ({ asCaller, body, caller, services, address }) => {
    await requirePassword({ caller, services, address }, body.currentPassword);
    await asCaller((sql) => requestEmailChange(sql, body.email));
    return { message: "A link is on its way to your new address." };
  },

  cancelEmailChange: async ({ asCaller }) => {
    await asCaller(cancelEmailChange);
    return { message: "Your email stays as it is." };
  },

  confirmEmailChange: async ({ asService, body: { token }, services }) => {
    const { environment } = services;
    const linkId = await verifySignedId(environment.HASH_SECRET, "email-change-link", token);
    const claim = linkId && (await asService((sql) => claimEmailChange(sql, linkId)));
    if (!linkId || !claim) throw new AppError("email_change_invalid");
    if (!claim.isDone) {
      try {
        await moveLogin(services, linkId, claim);
      } catch (error) {
        // Restore the login's address, in case nobody uses the link again. Auth refuses this if the change was stored.
        await services.auth.changeEmail(claim.userId, claim.formerEmail).catch(() => false);
        await asService((sql) => releaseEmailChange(sql, linkId));
        throw error;
      }
    }
    return { email: claim.email };
  },
});

/**
 * Moves the login in Auth first. If storing the change then fails, the link still works, and using it again completes
 * the change.
 */
async function moveLogin(
  { auth, database }: Services,
  linkId: string,
  { userId, email }: ClaimedEmailChange,
): Promise<void> {
  if (!(await auth.changeEmail(userId, email))) throw new AppError("email_change_invalid");
  const keptEmail = await database.as(service, (sql) => redeemEmailChange(sql, linkId));
  if (keptEmail === null) return;
  await auth.changeEmail(userId, keptEmail);
  throw new AppError("email_change_invalid");
}
