import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import type { SessionRole } from "#lib/session/session.ts";
import { dataOrThrow, getSupabase } from "#lib/session/supabase-client.ts";

export type PasswordReset =
  /** The role determines which login to show. */
  | { readonly state: "done"; readonly role: SessionRole }
  /** The user must confirm the second factor. The password is then sent again. */
  | { readonly state: "unconfirmed"; readonly factorId: string }
  /** The link has been used, has expired (after 15 minutes), or is invalid. */
  | { readonly state: "dead-link" };

const isSecondFactorError = (error: unknown) =>
  error instanceof ApiError && error.body?.code === "second_factor_required";

const TOO_MANY_REQUESTS_STATUS = 429;
const isLinkRejected = (status = 0) =>
  status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS_STATUS;

/**
 * A recovery link works only once. It's redeemed on submit instead of on load, so that email scanners that open links
 * can't use it up. If the password is rejected, the user can try another one.
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
      // Supabase Auth has ended the user's other sessions. End this one too, so that the user has to log in again.
      await auth.signOut({ scope: "global" });
      // Applicants don't have a role. Send them to the volunteer login, which tells them the status of their
      // application.
      return { state: "done", role: role ?? "volunteer" };
    },
  });
};
