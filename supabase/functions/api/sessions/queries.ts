import type { OwnAreas } from "../../_shared/contracts/choices.ts";
import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { sessionEndpoints } from "../../_shared/contracts/sessions.ts";

/**
 * Returns whose password to check. People type their username, and password managers also their email address. For an
 * unknown login, returns the dummy account's address, so that both take the same time (threat 12).
 */
export async function readAdminSignIn(sql: Sql, login: string) {
  const [row] = await sql<[{ username: string; email: string }]>`
    select username, email from private.admin_sign_in(${login})`;
  return row;
}

/** Returns the email to check the password against. If the login is unknown, returns the dummy account's email. */
export async function readSignInEmail(sql: Sql, email: string): Promise<string> {
  const [row] = await sql<[{ email: string }]>`select private.sign_in_email(${email}) as email`;
  return row.email;
}

/** Returns whether the last emailed link is unused and still works. If so, a new link would invalidate it. */
export async function hasUnusedRecovery(sql: Sql, email: string, subjectHashes: string[]) {
  const [row] = await sql<[{ hasRecovery: boolean }]>`
    select private.has_unused_recovery(${email}, array(select jsonb_array_elements_text(${sql.json(subjectHashes)}))) as has_recovery`;
  return row.hasRecovery;
}

export interface AdminLoginRow {
  readonly id: string;
  readonly username: string;
  readonly areas: OwnAreas;
  readonly loggedInAt: string;
  /** The second factor that still has to be verified, or null. */
  readonly factorId: string | null;
  /** True if two-step login is required and the administrator hasn't set it up. */
  readonly mustSetUpSecondFactor: boolean;
}

/** Returns undefined if the user isn't an administrator. */
export async function readAdminLogin(sql: Sql, userId: string): Promise<AdminLoginRow | undefined> {
  const [row] = await sql<AdminLoginRow[]>`select * from private.admin_login(${userId})`;
  return row;
}

/** Lets an administrator's password change once. Does nothing for others. */
export const openPasswordChange = (sql: Sql, userId: string) =>
  sql`select private.open_password_change(${userId})`;

export const closePasswordChange = (sql: Sql, userId: string) =>
  sql`select private.close_password_change(${userId})`;

export interface VolunteerLogin {
  readonly state:
    | "active"
    | "unactivated"
    | "disabled"
    | "merged"
    | "pending"
    | "rejected"
    | "none";
  readonly volunteer: Output<typeof sessionEndpoints.loginVolunteer>["volunteer"] | null;
}

export async function readVolunteerLogin(sql: Sql, userId: string): Promise<VolunteerLogin> {
  const [row] = await sql<
    [{ login: VolunteerLogin }]
  >`select private.volunteer_login_state(${userId}) as login`;
  return row.login;
}

export const recordVolunteerLogin = (sql: Sql, userId: string) =>
  sql`select private.record_volunteer_login(${userId})`;

/** Emails administrators about repeated wrong passwords, if the account exists. */
export const queueFailedLoginWarning = (sql: Sql, usernameOrEmail: string) =>
  sql`select private.warn_of_failed_logins(${usernameOrEmail})`;
