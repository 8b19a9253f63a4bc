import type { AdminArea } from "../../functions/_shared/contracts/choices.ts";
import { randomUUID } from "node:crypto";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";

export type Transaction = TransactionSql;

/**
 * Connects as the owner of the tables. As on a hosted project, this role bypasses row-level security but isn't a
 * superuser.
 */
export function connect(max = 1): Sql {
  return postgres(readStackFacts().databaseUrl, {
    max,
    idle_timeout: 5,
    // By default, a connection that is in use is replaced after half an hour, and temporary functions are gone.
    max_lifetime: null,
    onnotice: () => undefined,
  });
}

export const sql = connect();

/** Runs `work` in a transaction that is always rolled back. */
export const withRollback = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  withRollbackIn((run) => sql.begin(run), work);

export interface Person {
  /** The database role, which PostgREST takes from the token and the functions take from the caller. */
  role: "anon" | "authenticated" | "administrator" | "service_role";
  id: string;
  sessionId: string;
  aal?: "aal1" | "aal2";
}

export const visitor: Person = { role: "anon", id: "", sessionId: "" };
export const server: Person = { role: "service_role", id: "", sessionId: "" };

export function buildJwtClaims(person: Person): string {
  const role = person.role === "administrator" ? "authenticated" : person.role;
  const claims = {
    role,
    aud: role,
    session_id: person.sessionId,
    aal: person.aal ?? "aal1",
  };
  return JSON.stringify(person.id ? { ...claims, sub: person.id } : { role });
}

/** Runs `work` in a savepoint as this person, then switches back to the owner of the tables. */
export async function runAs<Result>(
  tx: Transaction,
  person: Person,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  await tx.savepoint(async (savepoint) => {
    await savepoint`
      select set_config('role', ${person.role}, true),
        set_config('request.jwt.claims', ${buildJwtClaims(person)}, true),
        set_config('request.jwt.claim.sub', ${person.id}, true)`;
    result = await work(savepoint);
    await savepoint`
      select set_config('role', 'none', true), set_config('request.jwt.claims', '', true),
        set_config('request.jwt.claim.sub', '', true)`;
  });
  return result as Result;
}

/** Returns the SQLSTATE of a refusal, or undefined on success. */
export async function catchSqlState(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.code;
    throw error;
  }
}

export interface SessionOptions {
  hoursOld?: number;
  isLoggedOut?: boolean;
  /** The sign-in method that Auth records for the session. */
  method?: "password" | "otp";
}

export async function addSession(
  tx: Transaction,
  person: Person,
  { hoursOld = 0, method = "password" }: SessionOptions = {},
): Promise<Person> {
  const sessionId = randomUUID();
  await tx`
    insert into auth.sessions (id, user_id, created_at)
    values (${sessionId}, ${person.id}, now() - make_interval(secs => ${hoursOld * 3600}))`;
  await tx`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, now(), now(), ${method})`;
  return { ...person, sessionId };
}

export async function addLogin(
  tx: Transaction,
  { email, ...session }: SessionOptions & { email?: string } = {},
): Promise<Person> {
  const person: Person = { role: "authenticated", id: randomUUID(), sessionId: randomUUID() };
  const ownEmail = email ?? `${person.id}@example.org`;
  await tx`insert into auth.users (id, email) values (${person.id}, ${ownEmail})`;
  return session.isLoggedOut ? person : addSession(tx, person, session);
}

interface AdminOptions extends SessionOptions {
  /** An owner, unless otherwise specified. */
  readonly areas?: readonly AdminArea[];
  /** When the areas were changed. */
  readonly areasChangedAt?: Date;
}

export async function addAdmin(
  tx: Transaction,
  { areas, areasChangedAt, ...session }: AdminOptions = {},
): Promise<Person> {
  const person: Person = { ...(await addLogin(tx, session)), role: "administrator" };
  await tx`
    insert into public.users (id, username, user_type, areas, areas_changed_at)
    values (
      ${person.id}, ${`admin-${person.id.slice(0, 8)}`}, 'admin',
      ${areas === undefined ? null : `{${areas.join(",")}}`}, ${areasChangedAt ?? null}
    )`;
  return person;
}

export async function addFactor(
  tx: Transaction,
  person: Person,
  status: "unverified" | "verified",
): Promise<void> {
  await tx`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${person.id}, 'totp', ${status}, now(), now())`;
}

/** Adds an administrator with a second factor that isn't confirmed in this session. */
export async function addUnconfirmedAdmin(tx: Transaction): Promise<Person> {
  const person = await addAdmin(tx);
  await addFactor(tx, person, "verified");
  return person;
}

export async function addVolunteer(
  tx: Transaction,
  { isActive = true, ...login }: SessionOptions & { isActive?: boolean; email?: string } = {},
): Promise<Person> {
  const person = await addLogin(tx, login);
  await tx`
    insert into public.volunteer_accounts (id, email, first_name, last_name, is_active, activated_at)
    values (${person.id}, ${login.email ?? `${person.id}@example.org`}, 'Test', 'Volunteer', ${isActive}, now())`;
  await tx`
    insert into public.volunteers (account_id, name, email, is_active)
    select id, 'Test Volunteer', email, is_active from public.volunteer_accounts where id = ${person.id}
    -- Imported volunteers are in the directory before they have a login.
    on conflict do nothing`;
  return person;
}
