import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import type { SessionName } from "../../lib/session.ts";
import { granted, supabaseFor } from "../../lib/supabase-client.ts";
import { forgetReads } from "../read-query.ts";

const factorsOf = (name: SessionName) => supabaseFor(name).auth.mfa;

/** Writes after which the list of administrators says something else. */
const useFactorWrite = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => forgetReads(queryClient, ["GET /api/admin/second-factors"]),
  });
};

/** `picture` is the address of a QR code. */
export type NewFactor = ApiOutput<"POST /api/admin/second-factor">;

/** Auth gives the drawing itself, in which a `#` would end the address. */
const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Begins an enrolment: an open dashboard alone does not lock its owner out with another person's app. */
export const useEnrolSecondFactor = () =>
  useMutation({
    mutationFn: async (currentPassword: string): Promise<NewFactor> => {
      const body = { currentPassword };
      const factor = await api("POST /api/admin/second-factor", { as: "admin", body });
      return { ...factor, picture: pictureOf(factor.picture) };
    },
  });

export interface FactorCode {
  readonly factorId: string;
  readonly code: string;
}

/** Raises that session by a code of the app; the first code of a new factor completes its enrolment. */
export const useConfirmSecondFactor = (name: SessionName) =>
  useFactorWrite(async (factorCode: FactorCode) =>
    granted(await factorsOf(name).challengeAndVerify(factorCode)),
  );

/** The own one, by a code of the app: who finds an open dashboard cannot switch the protection off. */
export const useRemoveOwnSecondFactor = () =>
  useFactorWrite(async (code: string) => {
    const factors = factorsOf("admin");
    const { totp } = granted(await factors.listFactors());
    for (const { id: factorId } of totp.slice(0, 1)) {
      granted(await factors.challengeAndVerify({ factorId, code }));
    }
    for (const { id: factorId } of totp) granted(await factors.unenroll({ factorId }));
  });

export const useCreateRecoveryCodes = () =>
  useFactorWrite(() => api("POST /api/admin/second-factor/recovery-codes", { as: "admin" }));

/** Instead of a code of the app, once: removes the factor of whoever is about to log in. */
export const useRecoverSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) =>
      api("POST /api/admin/second-factor/recovery", { as: "unconfirmed", body: { code } }),
  });

/** Another administrator's. */
export const useRemoveSecondFactor = () =>
  useFactorWrite((id: string) =>
    api("DELETE /api/admin/second-factors/:id", { as: "admin", params: { id } }),
  );
