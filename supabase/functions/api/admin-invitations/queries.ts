import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { adminInvitationEndpoints } from "../../_shared/contracts/admin-invitations.ts";

type NewInvitation = z.output<typeof adminInvitationEndpoints.createAdminInvitation.body>;
type Invitation = z.output<typeof adminInvitationEndpoints.createAdminInvitation.output>;

/** Returns the invitations that haven't been used or revoked, or only the one with this ID. */
export const listAdminInvitations = (sql: Sql, id?: string) =>
  sql<Invitation[]>`
    select invitation.id, invitation.email, to_jsonb(invitation.areas) as areas, inviter.username as invited_by, invitation.created_at,
      invitation.expires_at,
      case
        when private.is_open(invitation) then 'open'
        when invitation.expires_at <= now() then 'expired'
        else 'stopped'
      end as state
    from public.admin_invitations as invitation
    left join public.users as inviter on inviter.id = invitation.invited_by
    where invitation.used_at is null and invitation.revoked_at is null ${id === undefined ? sql`` : sql`and invitation.id = ${id}`}
    order by invitation.created_at desc, invitation.id`;

export async function inviteAdmin(
  sql: Sql,
  { email, areas }: NewInvitation,
): Promise<Invitation | undefined> {
  const chosenAreas =
    areas === null ? sql`null` : sql`array(select jsonb_array_elements_text(${sql.json(areas)}))`;
  const [row] = await sql<[{ id: string }]>`
    select private.invite_admin(${email}, ${chosenAreas}) as id`;
  const [invitation] = await listAdminInvitations(sql, row.id);
  return invitation;
}

/** Returns whether there was an invitation to revoke. */
export async function revokeAdminInvitation(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<[{ isRevoked: boolean }]>`
    select private.revoke_admin_invitation(${id}) as is_revoked`;
  return row.isRevoked;
}

type InvitedPerson = Pick<Row<"admin_invitations">, "email"> & {
  readonly organizationName: string | null;
  readonly isVolunteer: boolean;
};

export async function readAdminInvitation(
  sql: Sql,
  id: string,
): Promise<InvitedPerson | undefined> {
  const [person] = await sql<InvitedPerson[]>`select * from private.read_admin_invitation(${id})`;
  return person;
}

interface ClaimedInvitation {
  readonly email: string;
  /** An Auth user that an interrupted attempt left behind. */
  readonly formerUserId: string | null;
  /** The login of a volunteer, which gets a new password. */
  readonly volunteerId: string | null;
}

/** Claims an invitation until it is released. Returns undefined if its link doesn't work. */
export async function claimAdminInvitation(
  sql: Sql,
  id: string,
  username: string,
): Promise<ClaimedInvitation | undefined> {
  const [claim] = await sql<ClaimedInvitation[]>`
    select email, former_user_id, volunteer_id from private.claim_admin_invitation(${id}, ${username})`;
  return claim;
}

export const releaseAdminInvitation = (sql: Sql, id: string) =>
  sql`select private.release_admin_invitation(${id})`;

/** Returns false if the link has stopped working since it was claimed. */
export async function redeemAdminInvitation(
  sql: Sql,
  id: string,
  newAdmin: { readonly userId: string; readonly username: string },
): Promise<boolean> {
  const [row] = await sql<[{ hasJoined: boolean }]>`
    select private.redeem_admin_invitation(${id}, ${newAdmin.userId}, ${newAdmin.username}) as has_joined`;
  return row.hasJoined;
}
