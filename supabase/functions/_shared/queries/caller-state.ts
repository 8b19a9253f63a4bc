import type { Sql } from "../clients/database.ts";
import type { OwnAreas } from "../contracts/choices.ts";

/**
 * The state of the caller's session. An `ended` session is signed out, unknown or, for administrators, older than 8
 * hours.
 */
export type CallerState =
  | { readonly kind: "ended"; readonly lostAccess: LostAccess | null }
  | {
      readonly kind:
        | "recovery"
        | "account"
        | "volunteer"
        | "unconfirmed-admin"
        | "unenrolled-admin";
    }
  | { readonly kind: "admin"; readonly areas: OwnAreas };

/** Says how an owner ended an administrator's session: by removing the administrator or by changing their areas. */
export interface LostAccess {
  readonly isRemoved: boolean;
  /** The owner's username; null if the server made the change. */
  readonly changedBy: string | null;
}

interface CallerFacts {
  readonly hasLiveSession: boolean;
  /** True if the session was started by an emailed link or code rather than a password. */
  readonly isRecovery: boolean;
  readonly userType: string | null;
  /** The access that an administrator's session gives; null for all other sessions. */
  readonly adminState: "admin" | "unconfirmed" | "unenrolled" | null;
  /** Null unless the caller has an administrator's access. */
  readonly adminAreas: OwnAreas | null;
  readonly isVolunteer: boolean;
}

export async function readCallerState(sql: Sql): Promise<CallerState> {
  const [row] = await sql<[{ caller: CallerFacts }]>`select private.caller() as caller`;
  const { adminAreas } = row.caller;
  if (adminAreas !== null) return { kind: "admin", areas: adminAreas };
  const kind = getCallerKind(row.caller);
  return kind === "ended" ? { kind, lostAccess: await readLostAccess(sql) } : { kind };
}

async function readLostAccess(sql: Sql): Promise<LostAccess | null> {
  const [row] = await sql<[{ lostAccess: LostAccess | null }]>`
    select private.lost_access() as lost_access`;
  return row.lostAccess;
}

function getCallerKind({ adminState, isRecovery, ...facts }: CallerFacts) {
  if (adminState === "unconfirmed") return "unconfirmed-admin";
  if (adminState === "unenrolled") return "unenrolled-admin";
  if (isRecovery) return "recovery";
  if (!facts.hasLiveSession || facts.userType === "admin") return "ended";
  return facts.isVolunteer ? "volunteer" : "account";
}
