import type { Sql } from "../clients/database.ts";

/** State of the caller's session. An `ended` one is signed out, unknown or, for administrators, older than 8 hours. */
export type CallerKind =
  | "ended"
  | "recovery"
  | "account"
  | "volunteer"
  | "unconfirmed-admin"
  | "admin";

interface CallerFacts {
  readonly hasLiveSession: boolean;
  /** True if an emailed link or code started the session, not a password. */
  readonly isRecovery: boolean;
  readonly userType: string | null;
  readonly isAdmin: boolean;
  readonly awaitsSecondFactor: boolean;
  readonly isVolunteer: boolean;
}

export async function readCallerKind(sql: Sql): Promise<CallerKind> {
  const [row] = await sql<[{ caller: CallerFacts }]>`select private.caller() as caller`;
  const { hasLiveSession, userType, isAdmin, awaitsSecondFactor, isVolunteer, isRecovery } =
    row.caller;
  if (isAdmin) return "admin";
  if (awaitsSecondFactor) return "unconfirmed-admin";
  if (isRecovery) return "recovery";
  if (!hasLiveSession || userType === "admin") return "ended";
  return isVolunteer ? "volunteer" : "account";
}
