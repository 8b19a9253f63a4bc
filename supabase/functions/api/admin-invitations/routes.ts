import { adminInvitationEndpoints } from "../../_shared/contracts/admin-invitations.ts";
import { AppError } from "../../_shared/errors.ts";
import { service } from "../../_shared/caller.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import {
  claimAdminInvitation,
  inviteAdmin,
  listAdminInvitations,
  readAdminInvitation,
  redeemAdminInvitation,
  releaseAdminInvitation,
  revokeAdminInvitation,
} from "./queries.ts";

export default implement(adminInvitationEndpoints, {
  listAdminInvitations: ({ asCaller }) => asCaller((sql) => listAdminInvitations(sql)),

  createAdminInvitation: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, async () => requireFound(await inviteAdmin(sql, body)))),

  revokeAdminInvitation: async ({ asCaller, params: { id } }) => {
    const isRevoked = await asCaller((sql) => revokeAdminInvitation(sql, id));
    if (!isRevoked) throw new AppError("not_found");
    return { message: "Invitation revoked" };
  },

  checkAdminInvitation: async ({ asService, services, body: { token } }) => {
    const id = await requireInvitationId(services, token);
    const invitedPerson = await asService((sql) => readAdminInvitation(sql, id));
    if (invitedPerson === undefined) throw new AppError("invitation_invalid");
    return invitedPerson;
  },

  acceptAdminInvitation: async ({ asService, services, body: { token, ...login } }) => {
    const id = await requireInvitationId(services, token);
    const claim = await asService((sql) => claimAdminInvitation(sql, id, login.username));
    if (claim === undefined) throw new AppError("invitation_invalid");
    try {
      if (claim.volunteerId === null) await joinWithNewLogin(services, id, claim, login);
      else await joinAsVolunteer(services, id, claim.volunteerId, login);
    } catch (error) {
      await asService((sql) => releaseAdminInvitation(sql, id));
      throw error;
    }
    return { message: "You've joined the team" };
  },
});

async function requireInvitationId({ environment }: Services, token: string): Promise<string> {
  const id = await verifySignedId(environment.HASH_SECRET, "invitation-link", token);
  if (id === undefined) throw new AppError("invitation_invalid");
  return id;
}

interface NewLogin {
  readonly username: string;
  readonly password: string;
}

async function redeem(
  { database }: Services,
  id: string,
  newAdmin: { readonly userId: string; readonly username: string },
): Promise<void> {
  const hasJoined = await database.as(service, (sql) => redeemAdminInvitation(sql, id, newAdmin));
  if (!hasJoined) throw new AppError("invitation_invalid");
}

/**
 * Deletes the new Auth user if someone has taken the username or the link was revoked in the meantime. If that fails
 * too, the user has no access to anything, and the next attempt with the same link replaces it.
 */
async function joinWithNewLogin(
  services: Services,
  id: string,
  { email, formerUserId }: { readonly email: string; readonly formerUserId: string | null },
  { username, password }: NewLogin,
): Promise<void> {
  if (formerUserId !== null) await services.auth.deleteUser(formerUserId);
  const userId = await services.auth.createUser(email, password);
  if (userId === undefined) throw new AppError("email_has_login");
  try {
    await redeem(services, id, { userId, username });
  } catch (error) {
    await services.auth.deleteUser(userId);
    throw error;
  }
}

/**
 * Gives a volunteer's login the new password first, so that nobody becomes an administrator with the former one. If the
 * second step fails, the volunteer logs in with the new password, and the link still works.
 */
async function joinAsVolunteer(
  services: Services,
  id: string,
  userId: string,
  { username, password }: NewLogin,
): Promise<void> {
  await services.auth.setPassword(userId, password);
  await redeem(services, id, { userId, username });
}
