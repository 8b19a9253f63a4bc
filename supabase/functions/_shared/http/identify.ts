import type { DatabaseClient } from "../clients/database.ts";
import type { VerifyToken } from "../clients/tokens.ts";
import type { Access, EndpointDefinition } from "../contracts/endpoint.ts";
import type { Environment } from "../env.ts";
import { anonymous, type Caller, monitor, service, type TokenClaims } from "../caller.ts";
import { AppError } from "../errors.ts";
import { hasArea } from "../rules/admin-areas.ts";
import { isAcceptedSecret } from "./secrets.ts";
import { verifySignedId } from "./signed-id.ts";
import { type LostAccess, readCallerState } from "../queries/caller-state.ts";

export interface IdentificationServices {
  readonly environment: Environment;
  readonly database: DatabaseClient;
  readonly verifyToken: VerifyToken;
}

/** Identifies the caller by the Authorization header, if there is one. Throws 401 for an invalid token. */
export async function identify(
  { environment, database, verifyToken }: IdentificationServices,
  authorization: string | undefined,
): Promise<Caller> {
  if (authorization === undefined) return anonymous;
  const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new AppError("invalid_token");
  // supabase-js sends the publishable key if no one is signed in.
  if (environment.publishableKeys.includes(token)) return anonymous;
  if (isAcceptedSecret(token, environment.secretKeys)) return service;
  if (isAcceptedSecret(token, environment.HEALTH_TOKEN)) return monitor;

  const claims = await verifyToken(token);
  return { ...(await identifyUser(database, claims)), accessToken: token };
}

/** Identifies a donor by a session started from a donor link. The database checks whether the link is still valid. */
export async function identifyDonor(
  { environment }: Pick<IdentificationServices, "environment">,
  giftSession: string | undefined,
): Promise<Caller> {
  const donorLinkId = await verifySignedId(
    environment.HASH_SECRET,
    "gift-session",
    giftSession ?? "",
  );
  if (donorLinkId === undefined) throw new AppError("gift_session_ended");
  return { kind: "donor", donorLinkId };
}

async function identifyUser(database: DatabaseClient, claims: TokenClaims) {
  const account = { kind: "account", userId: claims.sub, claims, accessToken: "" } as const;
  const state = await database.asReader(account, readCallerState);
  if (state.kind === "ended") throw createSessionEndError(state.lostAccess);
  return state.kind === "admin" ? { ...account, ...state } : { ...account, kind: state.kind };
}

function createSessionEndError(lostAccess: LostAccess | null): AppError {
  if (lostAccess === null) return new AppError("session_expired");
  const { isRemoved, changedBy } = lostAccess;
  const owner = changedBy ?? "An owner";
  return isRemoved
    ? new AppError("access_removed", {
        message: `${owner} removed you as an administrator of this site. If that's a mistake, ask ${changedBy ?? "an owner"}.`,
      })
    : new AppError("access_changed", {
        message: `${owner} changed what you have access to. Please log in again to continue.`,
      });
}

/** Throws 401 or 403 unless the caller may use the endpoint. */
export function requireAccess(
  { access, area }: Pick<EndpointDefinition, "access" | "area">,
  caller: Caller,
): void {
  // A recovery session is valid on recovery endpoints only, not even on public ones.
  if (caller.kind === "recovery" && access !== "recovery") throw new AppError("session_expired");
  // Administrators who still have to set up two-step login are refused. Otherwise they'd get the visitors' response,
  // which the dashboard can't show.
  if (caller.kind === "unenrolled-admin" && access === "public" && area !== undefined) {
    throw new AppError("second_factor_missing");
  }
  if (accessRules[access](caller)) {
    // An endpoint that doesn't name its area is only for owners.
    if (access === "public" || caller.kind !== "admin" || hasArea(caller.areas, area ?? "owner")) {
      return;
    }
    throw new AppError("area_required");
  }
  if (caller.kind === "unconfirmed-admin") throw new AppError("second_factor_required");
  if (caller.kind === "unenrolled-admin") throw new AppError("second_factor_missing");
  if (caller.kind === "anonymous") throw new AppError("unauthenticated");
  const isForVolunteers = access === "volunteer" || access === "volunteer-or-admin";
  throw new AppError(
    isForVolunteers && caller.kind === "account" ? "account_not_open" : "forbidden",
  );
}

/** On public endpoints, administrators without the area get what visitors get. */
export const treatAsVisitorWithoutArea = (
  { access, area }: Pick<EndpointDefinition, "access" | "area">,
  caller: Caller,
): Caller =>
  access === "public" &&
  area !== undefined &&
  caller.kind === "admin" &&
  !hasArea(caller.areas, area)
    ? anonymous
    : caller;

const accessRules: Record<Access, (caller: Caller) => boolean> = {
  public: () => true,
  volunteer: (caller) => caller.kind === "volunteer",
  "unconfirmed-admin": (caller) => caller.kind === "unconfirmed-admin",
  admin: (caller) => caller.kind === "admin",
  "unenrolled-or-admin": (caller) => caller.kind === "unenrolled-admin" || caller.kind === "admin",
  "volunteer-or-admin": (caller) => caller.kind === "volunteer" || caller.kind === "admin",
  recovery: (caller) => caller.kind === "recovery",
  donor: (caller) => caller.kind === "donor",
  service: (caller) => caller.kind === "service",
  monitor: (caller) => caller.kind === "monitor" || caller.kind === "admin",
};

/** Throws unless the volunteer in the path is the caller, who is known from the token (threat 4). */
export function requireOwnPath(caller: Caller, volunteerId: string | undefined): void {
  if (volunteerId === undefined) return;
  if (caller.kind !== "volunteer" || caller.userId !== volunteerId.toLowerCase()) {
    throw new AppError("forbidden");
  }
}
