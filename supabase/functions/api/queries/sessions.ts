import type { Sql } from "../../_shared/clients/database.ts";

/** The e-mail an administrator signs in with; undefined for an unknown username. Asked as the service only. */
export async function findAdminEmail(sql: Sql, username: string): Promise<string | undefined> {
  const [row] = await sql<
    [{ email: string | null }]
  >`select private.admin_email_for(${username}) as email`;
  return row.email ?? undefined;
}

/** The administrator's own entry; undefined where the session is not an administrator's. */
export async function readOwnAdmin(sql: Sql, userId: string) {
  const [row] = await sql<{ id: string; username: string; now: string }[]>`
    select id, username, now() as now
    from public.users
    where id = ${userId} and private.is_admin()`;
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
