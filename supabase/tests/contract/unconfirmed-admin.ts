import { createAuthUser, type LoggedInPerson, signIn, sql } from "./stack.ts";

/** A second administrator, because enrolling a second factor ends all of that person's sessions. */
const SECOND_ADMIN_LOGIN = { email: "second-admin@example.org", password: "SecondAdmin!2026" };

/** Creates an administrator with an enrolled second factor and signs in with the password alone. */
export async function createUnconfirmedAdmin(): Promise<LoggedInPerson> {
  const id = await createAuthUser(SECOND_ADMIN_LOGIN.email, SECOND_ADMIN_LOGIN.password);
  await sql`insert into public.users (id, username, user_type) values (${id}, 'second-admin', 'admin')`;
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`;
  return signIn(SECOND_ADMIN_LOGIN.email, SECOND_ADMIN_LOGIN.password);
}

export const removeUnconfirmedAdmin = () =>
  sql`delete from auth.users where email = ${SECOND_ADMIN_LOGIN.email}`;
