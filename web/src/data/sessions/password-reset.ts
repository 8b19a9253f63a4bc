import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import type { SessionRole } from "#lib/session/session.ts";
import { dataOrThrow, getSupabase } from "#lib/session/supabase-client.ts";

export type PasswordReset =
  /** The role decides which login to show. */
  | { readonly state: "done"; readonly role: SessionRole }
  /** The second factor must be confirmed before the password is sent again. */
  | { readonly state: "unconfirmed"; readonly factorId: string }
  /** The link is used, expired (15 minutes), or invalid. */
  | { readonly state: "dead-link" };

const isSecondFactorError = (error: unknown) =>
  error instanceof ApiError && error.body?.code === "second_factor_required";

const TOO_MANY_REQUESTS = 429;
const isLinkRejected = (status = 0) =>
  status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;

/**
 * A recovery link works once, so redeem it on submit rather than on load: email scanners that open links then can't use
 * it up. A rejected password can be retried.
 */
export const useResetPassword = (tokenHash: string) => {
  const isRedeemed = useRef(false);
  return useMutation({
    mutationFn: async (password: string): Promise<PasswordReset> => {
      const { auth } = getSupabase("unconfirmed");
      if (!isRedeemed.current) {
        const verification = await auth.verifyOtp({ type: "recovery", token_hash: tokenHash });
        if (isLinkRejected(verification.error?.status)) return { state: "dead-link" };
        dataOrThrow(verification);
        isRedeemed.current = true;
      }
      let role: SessionRole | null;
      try {
        const body = { newPassword: password };
        ({ role } = await api("PUT /api/password-recovery", { as: "unconfirmed", body }));
      } catch (error) {
        if (!isSecondFactorError(error)) throw error;
        const { totp } = dataOrThrow(await auth.mfa.listFactors());
        return { state: "unconfirmed", factorId: totp[0]?.id ?? "" };
      }
      // Auth has ended the other sessions. End this one too, so the user has to log in again.
      await auth.signOut({ scope: "global" });
      // Applicants without a role are sent to the volunteer login, which explains their status.
      return { state: "done", role: role ?? "volunteer" };
    },
  });
};
