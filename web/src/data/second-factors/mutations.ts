import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import type { SessionName } from "#lib/session/session.ts";
import { dataOrThrow, getSupabase } from "#lib/session/supabase-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

/** Fetches whether two-step login is on for this administrator. */
export const useOwnSecondFactor = () =>
  useQuery(readQuery("GET /api/admin/second-factor", { as: "admin" }));

/** Fetches whether two-step login is required for administrators. */
export const useSecondFactorRule = () =>
  useQuery(readQuery("GET /api/admin/second-factor-rule", { as: "admin" }));

export type OwnSecondFactor = ApiOutput<"GET /api/admin/second-factor">;

const getMfa = (name: SessionName) => getSupabase(name).auth.mfa;

/** After the write, invalidates the data about who has a second factor. */
const useFactorWrite = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      invalidateReads(queryClient, ["GET /api/admin/second-factor", "GET /api/administrators"]),
  });
};

/** `picture` is a data URL of the QR code. */
export type NewFactor = ApiOutput<"POST /api/admin/second-factor">;

/** Supabase Auth returns raw SVG. It has to be encoded, because a `#` would end the data URL. */
const toDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/**
 * Starts setting up two-step login. Requires the password, so that someone at an unattended dashboard can't lock the
 * administrator out.
 */
export const useEnrollSecondFactor = () =>
  useMutation({
    mutationFn: async (currentPassword: string): Promise<NewFactor> => {
      const body = { currentPassword };
      const factor = await api("POST /api/admin/second-factor", { as: "admin", body });
      return { ...factor, picture: toDataUrl(factor.picture) };
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
export const useConfirmSecondFactor = (name: SessionName) =>
  useFactorWrite(async (factorCode: FactorCode) =>
    dataOrThrow(await getMfa(name).challengeAndVerify(factorCode)),
  );

/**
 * Removes the administrator's own second factor. Requires a code, so that someone at an unattended dashboard can't
 * remove it.
 */
export const useRemoveOwnSecondFactor = () =>
  useFactorWrite(async (code: string) => {
    const mfa = getMfa("admin");
    const { totp } = dataOrThrow(await mfa.listFactors());
    for (const { id: factorId } of totp.slice(0, 1)) {
      dataOrThrow(await mfa.challengeAndVerify({ factorId, code }));
    }
    for (const { id: factorId } of totp) dataOrThrow(await mfa.unenroll({ factorId }));
  });

export const useCreateRecoveryCodes = () =>
  useFactorWrite(() => api("POST /api/admin/second-factor/recovery-codes", { as: "admin" }));

/** Uses up a recovery code, and removes the second factor of the user who is logging in. */
export const useRecoverSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) =>
      api("POST /api/admin/second-factor/recovery", { as: "unconfirmed", body: { code } }),
  });

export const useSetSecondFactorRule = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isRequired: boolean) =>
      api("PUT /api/admin/second-factor-rule", { as: "admin", body: { isRequired } }),
    // Refetches even after a failure, because the rule may have changed although the response was lost.
    onSettled: () => invalidateReads(queryClient, ["GET /api/admin/second-factor-rule"]),
  });
};

/** Removes another administrator's second factor. */
export const useRemoveSecondFactor = () =>
  useFactorWrite((id: string) =>
    api("DELETE /api/admin/second-factors/:id", { as: "admin", params: { id } }),
  );
