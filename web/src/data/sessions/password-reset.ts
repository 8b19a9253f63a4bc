import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../lib/api-client.ts";
import { ApiError } from "../../lib/api-error.ts";
import type { SessionRole } from "../../lib/session.ts";
import { granted, supabaseFor } from "../../lib/supabase-client.ts";

export type PasswordReset =
  /** Whose login it is for. */
  | { readonly state: "done"; readonly role: SessionRole }
  /** The mail alone is not enough: send it again after a code of this factor. */
  | { readonly state: "unconfirmed"; readonly factorId: string }
  /** The link was used, is older than 15 minutes, or never was one. */
  | { readonly state: "dead-link" };

const wantsSecondFactor = (error: unknown) =>
  error instanceof ApiError && error.body?.code === "second_factor_required";

const TOO_MANY = 429;
const isRefused = (status = 0) => status >= 400 && status < 500 && status !== TOO_MANY;

/**
 * The link of a recovery mail works once, so it is used up when the new password is sent and not when the page is
 * opened: what looks at links in mails leaves it whole. A password that is refused can be chosen anew.
 */
export const useResetPassword = (tokenHash: string) => {
  const isOpened = useRef(false);
  return useMutation({
    mutationFn: async (password: string): Promise<PasswordReset> => {
      const { auth } = supabaseFor("unconfirmed");
      if (!isOpened.current) {
        const opened = await auth.verifyOtp({ type: "recovery", token_hash: tokenHash });
        if (isRefused(opened.error?.status)) return { state: "dead-link" };
        granted(opened);
        isOpened.current = true;
      }
      let role: SessionRole | null;
      try {
        const body = { newPassword: password };
        ({ role } = await api("PUT /api/password-recovery", { as: "unconfirmed", body }));
      } catch (error) {
        if (!wantsSecondFactor(error)) throw error;
        const { totp } = granted(await auth.mfa.listFactors());
        return { state: "unconfirmed", factorId: totp[0]?.id ?? "" };
      }
      // Auth has ended the other sessions; the mail's own ends as well, and the person logs in.
      await auth.signOut({ scope: "global" });
      // An applicant who is no volunteer yet is told so by the volunteers' login.
      return { state: "done", role: role ?? "volunteer" };
    },
  });
};
