import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { withinTimeLimit } from "#lib/api/time-limit.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { localStore, tabStore } from "#lib/browser-storage.ts";
import { forgetDrafts } from "#lib/drafts/drafts.ts";
import { forgetSession } from "#lib/session/access-token.ts";
import { useLoginTurns } from "#lib/session/login-turns.ts";
import { useStartSession } from "#lib/session/session-context.tsx";
import {
  clearAdminRecord,
  clearVolunteerRecord,
  draftOwner,
  saveAdminRecord,
  saveVolunteerRecord,
  type SessionRole,
} from "#lib/session/session.ts";
import {
  dataOrThrow,
  getSupabase,
  toSupabaseTokens,
  type IssuedSession,
} from "#lib/session/supabase-client.ts";
import { mutation } from "../mutation.ts";

/** Drafts are kept when a session expires, but not when the user logs out. */
const forgetOwnDrafts = (role: SessionRole): void => {
  const owner = draftOwner(role);
  if (owner !== null) forgetDrafts(owner);
};

export interface AdminCredentials {
  readonly username: string;
  readonly password: string;
}

export type AdminLogin = ApiOutput<"POST /api/admin/login">;

/** Returns a function that stores the administrator's session and record. */
const useStoreAdminSession = () => {
  const startSession = useStartSession();
  return async (session: IssuedSession, login: AdminLogin): Promise<void> => {
    const { user, mustSetUpSecondFactor } = login;
    await startSession(session);
    saveAdminRecord({
      isAuthenticated: true,
      username: user.username,
      // This device's own time, because ALOGIN-18 compares it with this device's clock, which may be wrong.
      loginTime: new Date().toISOString(),
      ...(user.areas.includes("owner") ? {} : { areas: user.areas }),
      ...(mustSetUpSecondFactor && { mustSetUpSecondFactor }),
    });
  };
};

/** If a second factor is required, the session is kept only in memory until the factor is confirmed. */
export const useLoginAdmin = (onWaitChange: (isWaiting: boolean) => void) => {
  const storeSession = useStoreAdminSession();
  const { isWaiting, logInOnTurn } = useLoginTurns(onWaitChange);
  const mutation = useMutation({
    mutationFn: async (body: AdminCredentials) => {
      const login = await logInOnTurn(async (signal) =>
        api("POST /api/admin/login", { body: await withCaptcha(body), signal }),
      );
      const { session, secondFactor } = login;
      if (secondFactor === null) await storeSession(session, login);
      else dataOrThrow(await getSupabase("unconfirmed").auth.setSession(toSupabaseTokens(session)));
      return login;
    },
  });
  return { ...mutation, isWaiting };
};

/** Stores the session after the second factor was confirmed, or was removed with a recovery code. */
export const useCompleteAdminLogin = () => {
  const storeSession = useStoreAdminSession();
  return useMutation({
    mutationFn: async (login: AdminLogin) => {
      const { session } = dataOrThrow(await getSupabase("unconfirmed").auth.getSession());
      if (!session) throw new ApiError(401, "", "Unauthorized");
      const { access_token: accessToken, refresh_token: refreshToken } = session;
      await storeSession({ accessToken, refreshToken }, login);
    },
  });
};

export const useLogoutAdmin = () => {
  const queryClient = useQueryClient();
  return useMutation({
    // Nobody waits for their turn to renew a session in order to end it.
    mutationFn: async () => {
      await withinTimeLimit(() => api("POST /api/admin/logout", { as: "admin" }));
    },
    // Clear the record before sending the request. Pending reads, in this tab or another, may get a 401, and if there
    // is no record, the guard doesn't show a message.
    onMutate: () => {
      forgetOwnDrafts("admin");
      clearAdminRecord();
    },
    onSuccess: async () => {
      queryClient.clear();
      await forgetSession("admin");
    },
    // Clear everything even if the request failed, because the user asked to log out (ALOGIN-22).
    onError: () => {
      for (const store of [localStore, tabStore]) {
        for (const key of store.keys()) store.removeItem(key);
      }
      queryClient.clear();
    },
  });
};

export interface VolunteerCredentials {
  readonly email: string;
  readonly password: string;
}

export const useLoginVolunteer = (onWaitChange: (isWaiting: boolean) => void) => {
  const startSession = useStartSession();
  const { isWaiting, logInOnTurn } = useLoginTurns(onWaitChange);
  const mutation = useMutation({
    mutationFn: async (body: VolunteerCredentials) => {
      const { volunteer, session } = await logInOnTurn(async (signal) =>
        api("POST /api/volunteer/login", { body: await withCaptcha(body), signal }),
      );
      await startSession(session);
      saveVolunteerRecord(volunteer);
      return volunteer;
    },
  });
  return { ...mutation, isWaiting };
};

export const useLogoutVolunteer = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await withinTimeLimit(() => api("POST /api/volunteer/logout", { as: "volunteer" }));
    },
    onMutate: () => {
      forgetOwnDrafts("volunteer");
      clearVolunteerRecord();
    },
    onSettled: async () => {
      queryClient.clear();
      await forgetSession("volunteer");
    },
  });
};

export const useChangeAdminPassword = mutation("PUT /api/admin/change-password", {
  request: (body: ApiOptions<"PUT /api/admin/change-password">["body"]) => ({
    as: "admin",
    // The session decides whose password changes (ALOGIN-28).
    body: { ...body, username: "admin" },
  }),
  invalidates: [],
});

export const useChangeVolunteerPassword = mutation(
  "PUT /api/volunteer/:volunteerId/change-password",
  {
    request: (
      body: ApiOptions<"PUT /api/volunteer/:volunteerId/change-password">["body"],
      volunteerId: string,
    ) => ({ as: "volunteer", params: { volunteerId }, body }),
    invalidates: [],
  },
);

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
