import { useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import type { SessionName } from "#lib/session/session.ts";
import { dataOrThrow, getSupabase } from "#lib/session/supabase-client.ts";
import { customMutation, mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

/** Fetches whether two-step login is on for this administrator. */
export const useOwnSecondFactor = () =>
  useQuery(readQuery("GET /api/admin/second-factor", { as: "admin" }));

/** Fetches whether two-step login is required for administrators. */
export const useSecondFactorRule = () =>
  useQuery(readQuery("GET /api/admin/second-factor-rule", { as: "admin" }));

export type OwnSecondFactor = ApiOutput<"GET /api/admin/second-factor">;

const getMfa = (name: SessionName) => getSupabase(name).auth.mfa;

/** Data about who has a second factor. */
const FACTOR_EFFECT = {
  invalidates: ["GET /api/admin/second-factor", "GET /api/administrators"],
  unaffected: {
    "GET /api/admin/second-factor-rule": "The rule doesn't depend on who has a second factor.",
  },
} as const;

/** `picture` is a data URL of the QR code. */
export type NewFactor = ApiOutput<"POST /api/admin/second-factor">;

/** Supabase Auth returns raw SVG. It has to be encoded, because a `#` would end the data URL. */
const toDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/**
 * Starts setting up two-step login. Requires the password, so that someone at an unattended dashboard can't lock the
 * administrator out.
 */
export const useEnrollSecondFactor = customMutation(["POST /api/admin/second-factor"], {
  send: async (currentPassword: string): Promise<NewFactor> => {
    const body = { currentPassword };
    const factor = await api("POST /api/admin/second-factor", { as: "admin", body });
    return { ...factor, picture: toDataUrl(factor.picture) };
  },
  invalidates: [],
  unaffected: {
    "GET /api/admin/second-factor": "A factor counts only once it is confirmed.",
    ...FACTOR_EFFECT.unaffected,
  },
});

export interface FactorCode {
  readonly factorId: string;
  readonly code: string;
}

/**
 * Confirms the second factor with a code, which raises the session to `aal2`. The first code of a new factor completes
 * the setup.
 */
export const useConfirmSecondFactor = customMutation([], {
  send: async (factorCode: FactorCode, _queryClient, name: SessionName) =>
    dataOrThrow(await getMfa(name).challengeAndVerify(factorCode)),
  ...FACTOR_EFFECT,
});

/**
 * Removes the administrator's own second factor. Requires a code, so that someone at an unattended dashboard can't
 * remove it.
 */
export const useRemoveOwnSecondFactor = customMutation([], {
  send: async (code: string) => {
    const mfa = getMfa("admin");
    const { totp } = dataOrThrow(await mfa.listFactors());
    for (const { id: factorId } of totp.slice(0, 1)) {
      dataOrThrow(await mfa.challengeAndVerify({ factorId, code }));
    }
    for (const { id: factorId } of totp) dataOrThrow(await mfa.unenroll({ factorId }));
  },
  ...FACTOR_EFFECT,
});

export const useCreateRecoveryCodes = mutation("POST /api/admin/second-factor/recovery-codes", {
  request: () => ({ as: "admin" }),
  ...FACTOR_EFFECT,
});

/** Uses up a recovery code, and removes the second factor of the user who is logging in. */
export const useRecoverSecondFactor = mutation("POST /api/admin/second-factor/recovery", {
  request: (code: string) => ({ as: "unconfirmed", body: { code } }),
  ...FACTOR_EFFECT,
});

export const useSetSecondFactorRule = mutation("PUT /api/admin/second-factor-rule", {
  request: (isRequired: boolean) => ({ as: "admin", body: { isRequired } }),
  invalidates: ["GET /api/admin/second-factor-rule"],
  unaffected: { "GET /api/admin/second-factor": "The rule doesn't set up a second factor." },
  evenAfterFailure: true,
});

/** Removes another administrator's second factor. */
export const useRemoveSecondFactor = mutation("DELETE /api/admin/second-factors/:id", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...FACTOR_EFFECT,
});
