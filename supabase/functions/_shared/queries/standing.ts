import type { Sql } from "../clients/database.ts";

/** What the database says of the caller's session: `ended` covers logged out, unknown and, for admins, over 8 hours. */
export type Standing =
  | "ended"
  | "recovery"
  | "account"
  | "volunteer"
  | "unconfirmed-admin"
  | "admin";

interface CallerFacts {
  readonly hasLiveSession: boolean;
  /** A mailed link or code began the session, no password. */
  readonly isRecovery: boolean;
  readonly userType: string | null;
  readonly isAdmin: boolean;
  readonly awaitsSecondFactor: boolean;
  readonly isVolunteer: boolean;
}

export async function readStanding(sql: Sql): Promise<Standing> {
  const [row] = await sql<[{ caller: CallerFacts }]>`select private.caller() as caller`;
  const { hasLiveSession, userType, isAdmin, awaitsSecondFactor, isVolunteer, isRecovery } =
    row.caller;
  if (isAdmin) return "admin";
  if (awaitsSecondFactor) return "unconfirmed-admin";
  if (isRecovery) return "recovery";
  if (!hasLiveSession || userType === "admin") return "ended";
  return isVolunteer ? "volunteer" : "account";
}
