import { randomUUID } from "node:crypto";
import type { Sql as Connection } from "postgres";
import { anonymous, type Caller } from "../../functions/_shared/caller.ts";
import type { DatabaseClient, Sql } from "../../functions/_shared/clients/database.ts";
import { OWNER_AREAS } from "../../functions/_shared/rules/admin-areas.ts";

export interface BenchCallers {
  readonly visitor: Caller;
  readonly admin: Caller;
  readonly volunteer: Caller & { readonly userId: string };
}

const createSession = (userId: string, sessionId: string) => ({
  userId,
  accessToken: "",
  claims: { sub: userId, role: "authenticated" as const, session_id: sessionId, exp: 0 },
});

/** Starts sessions for an owner and for the busiest volunteer. */
export async function logInForReads(owner: Connection): Promise<BenchCallers> {
  const [admin] = await owner<{ id: string }[]>`
    select id from public.users where user_type = 'admin' limit 1`;
  const [volunteer] = await owner<{ id: string }[]>`
    select account_id as id from public.volunteers
    where account_id is not null and is_active order by total_hours desc limit 1`;
  const addSession = async (person: { id: string } | undefined) => {
    const id = randomUUID();
    await owner`
      insert into auth.sessions (id, user_id, created_at) values (${id}, ${person!.id}, now())`;
    await owner`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), ${id}, now(), now(), 'password')`;
    return id;
  };
  return {
    visitor: anonymous,
    admin: {
      kind: "admin",
      areas: OWNER_AREAS,
      ...createSession(admin!.id, await addSession(admin)),
    },
    volunteer: { kind: "volunteer", ...createSession(volunteer!.id, await addSession(volunteer)) },
  };
}

export type ReadRole = "visitor" | "admin" | "admin's long lists" | "volunteer";

/** Runs `work` in a transaction with the rights that such a read has. */
export const runAsRole = <Result>(
  database: DatabaseClient,
  callers: BenchCallers,
  role: ReadRole,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> => {
  if (role === "admin's long lists") return database.asAdminReader(callers.admin, "any", work);
  return role === "visitor"
    ? database.asReader(callers.visitor, work)
    : database.as(callers[role], work);
};
