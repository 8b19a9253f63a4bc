import type { Sql } from "../../_shared/clients/database.ts";

/** The e-mail to try an administrator's password with; the decoy's for an unknown username (threats 12). */
export async function readAdminSignInEmail(sql: Sql, username: string): Promise<string> {
  const [row] = await sql<[{ email: string }]>`
    select private.admin_sign_in_email(${username}) as email`;
  return row.email;
}

/** The e-mail to try a password with; the decoy's where nobody has it. */
export async function readSignInEmail(sql: Sql, email: string): Promise<string> {
  const [row] = await sql<[{ email: string }]>`select private.sign_in_email(${email}) as email`;
  return row.email;
}

/** Whether the link that was mailed within the counter's window still works; another one would void it. */
export async function hasUnusedRecovery(sql: Sql, email: string, subjectHash: string) {
  const [row] = await sql<[{ isThere: boolean }]>`
    select private.has_unused_recovery(${email}, ${subjectHash}) as is_there`;
  return row.isThere;
}

export interface AdminLogin {
  readonly id: string;
  readonly username: string;
  readonly loggedInAt: string;
  /** The second factor that Auth still has to ask for. */
  readonly factorId: string | null;
}

/** Undefined where the user is no administrator. */
export async function readAdminLogin(sql: Sql, userId: string): Promise<AdminLogin | undefined> {
  const [row] = await sql<AdminLogin[]>`select * from private.admin_login(${userId})`;
  return row;
}

export interface VolunteerLogin {
  readonly state: "active" | "unactivated" | "disabled" | "pending" | "rejected" | "none";
  readonly volunteer: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly lastLoginAt: string | null;
  } | null;
}

export async function readVolunteerLogin(sql: Sql, userId: string): Promise<VolunteerLogin> {
  const [row] = await sql<
    [{ login: VolunteerLogin }]
  >`select private.volunteer_login_state(${userId}) as login`;
  return row.login;
}

export const recordVolunteerLogin = (sql: Sql, userId: string) =>
  sql`select private.record_volunteer_login(${userId})`;

/** Mails administrators that somebody guesses the password of that account, where there is one. */
export const warnOfFailedLogins = (sql: Sql, account: string) =>
  sql`select private.warn_of_failed_logins(${account})`;
