import type { Sql } from "../clients/database.ts";
import type { OwnAreas } from "../contracts/choices.ts";

/** State of the caller's session. An `ended` one is signed out, unknown or, for administrators, older than 8 hours. */
export type CallerState =
  | {
      readonly kind:
        | "ended"
        | "recovery"
        | "account"
        | "volunteer"
        | "unconfirmed-admin"
        | "unenrolled-admin";
    }
  | { readonly kind: "admin"; readonly areas: OwnAreas };

interface CallerFacts {
  readonly hasLiveSession: boolean;
  /** True if an emailed link or code started the session, not a password. */
  readonly isRecovery: boolean;
  readonly userType: string | null;
  /** What an administrator's session gives access to; null for everyone else's. */
  readonly adminState: "admin" | "unconfirmed" | "unenrolled" | null;
  /** Null unless the caller has an administrator's rights. */
  readonly adminAreas: OwnAreas | null;
  readonly isVolunteer: boolean;
}

export async function readCallerState(sql: Sql): Promise<CallerState> {
  const [row] = await sql<[{ caller: CallerFacts }]>`select private.caller() as caller`;
  const { adminAreas } = row.caller;
  return adminAreas === null ? { kind: kindOf(row.caller) } : { kind: "admin", areas: adminAreas };
}

function kindOf({ adminState, isRecovery, ...facts }: CallerFacts) {
  if (adminState === "unconfirmed") return "unconfirmed-admin";
  if (adminState === "unenrolled") return "unenrolled-admin";
  if (isRecovery) return "recovery";
  if (!facts.hasLiveSession || facts.userType === "admin") return "ended";
  return facts.isVolunteer ? "volunteer" : "account";
}
