import { ADMIN_SESSION_MS } from "#contracts/limits.ts";
import type { OwnAreas } from "#contracts/choices.ts";
import { localStore } from "../browser-storage.ts";
import { VOLUNTEER_KEYS } from "./volunteer-keys.ts";

/**
 * The stored records of who is logged in (ALOGIN-13, VDASH-13). They only determine what the screens show. Calls are
 * authenticated with the access token, which supabase-js stores. supabase-js is loaded as a separate chunk.
 */
export type SessionRole = "admin" | "volunteer";

/** Router state that is set when the end of a session redirects the user to the public pages. */
export interface LoginRequest {
  readonly openLogin?: SessionRole;
}

/**
 * The sessions that supabase-js may have. `unconfirmed` isn't a login yet and exists only in memory. It comes from a
 * password reset email, or from a login that still needs the second factor.
 */
export type SessionName = SessionRole | "unconfirmed";

export interface AdminRecord {
  readonly isAuthenticated: true;
  readonly username: string;
  readonly loginTime: string;
  /**
   * Never changes during a session, because the server ends the session when the areas change. Owners' records don't
   * have areas.
   */
  readonly areas?: OwnAreas;
  /** Set if two-step login is required and this administrator hasn't set it up yet. */
  readonly mustSetUpSecondFactor?: boolean;
}

export interface VolunteerAuthRecord {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly lastLoginAt: string | null;
}

export type AdminSession =
  | { readonly state: "absent" | "unreadable" | "expired" }
  | { readonly state: "valid"; readonly record: AdminRecord };

export type VolunteerSession =
  | { readonly state: "absent" | "unreadable" }
  | { readonly state: "valid"; readonly record: VolunteerAuthRecord };

const ADMIN_KEY = "adminAuth";

export const parseRecord = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

export const readAdminSession = (now = Date.now()): AdminSession => {
  const text = localStore.getItem(ADMIN_KEY);
  if (text === null) return { state: "absent" };
  const record = parseRecord(text);
  const loginTime = record ? Date.parse(String(record["loginTime"])) : Number.NaN;
  if (!record || typeof record["username"] !== "string" || Number.isNaN(loginTime)) {
    return { state: "unreadable" };
  }
  if (record["isAuthenticated"] !== true) return { state: "absent" };
  if (now - loginTime > ADMIN_SESSION_MS) return { state: "expired" };
  return { state: "valid", record: record as unknown as AdminRecord };
};

export const saveAdminRecord = (record: AdminRecord): void =>
  localStore.setItem(ADMIN_KEY, JSON.stringify(record));

export const clearAdminRecord = (): void => localStore.removeItem(ADMIN_KEY);

export const readVolunteerSession = (): VolunteerSession => {
  const text = VOLUNTEER_KEYS.map((key) => localStore.getItem(key)).find((item) => item !== null);
  if (text === undefined || text === null) return { state: "absent" };
  const record = parseRecord(text);
  if (!record || typeof record["id"] !== "string" || typeof record["firstName"] !== "string") {
    return { state: "unreadable" };
  }
  return { state: "valid", record: record as unknown as VolunteerAuthRecord };
};

export const saveVolunteerRecord = (record: VolunteerAuthRecord): void =>
  localStore.setItem(VOLUNTEER_KEYS[0], JSON.stringify(record));

export const clearVolunteerRecord = (): void => {
  for (const key of VOLUNTEER_KEYS) localStore.removeItem(key);
};

export const adminDraftOwner = ({ username }: Pick<AdminRecord, "username">): string =>
  `admin ${username}`;

/** Returns the owner of the logged-in user's drafts, which is part of the drafts' keys; null if nobody is logged in. */
export const draftOwner = (role: SessionRole): string | null => {
  if (role === "admin") {
    const session = readAdminSession();
    return session.state === "valid" ? adminDraftOwner(session.record) : null;
  }
  const session = readVolunteerSession();
  return session.state === "valid" ? `volunteer ${session.record.id}` : null;
};
