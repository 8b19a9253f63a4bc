import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { forgetSession } from "#lib/session/access-token.ts";
import { paths } from "#lib/paths.ts";
import { saveReturnPath } from "#lib/session/return-path.ts";
import { useHasNoSession } from "#lib/session/session-context.tsx";
import {
  forgetLostAccess,
  getLostAccess,
  type LostAccessNotice,
} from "#lib/session/lost-access.ts";
import {
  clearAdminRecord,
  readAdminSession,
  type AdminRecord,
  type AdminSession,
} from "#lib/session/session.ts";
import { showToast } from "#ui/messages/toast.ts";

const REDIRECT_DELAY_MS = 2000;
const CHECK_INTERVAL_MS = 60_000;

const MESSAGES = {
  absent: "Please log in again to access the dashboard.",
  expired: "Your session has expired. Please log in again.",
} as const;

type GuardedSession =
  | AdminSession
  | { readonly state: "left" }
  | { readonly state: "lost"; readonly lostAccess: LostAccessNotice; readonly username: string };

/** A missing record means that the administrator logged out, here or in another tab, so no message is needed. */
const readEndedSession = ({ username }: AdminRecord): GuardedSession => {
  if (readAdminSession().state === "absent") return { state: "left" };
  const lostAccess = getLostAccess("admin");
  return lostAccess ? { state: "lost", lostAccess, username } : { state: "expired" };
};

/**
 * Redirects anyone without a valid session record (ALOGIN-14) or tokens, including when the session ends while the page
 * is open. The redirect is only a convenience: the server checks every call.
 */
export const useAdminGuard = (): GuardedSession => {
  const [session, setSession] = useState<GuardedSession>(() => readAdminSession());
  const hasNoTokens = useHasNoSession();
  if (session.state === "valid" && hasNoTokens) setSession(readEndedSession(session.record));
  const navigate = useNavigate();

  useEffect(() => {
    if (session.state !== "valid") return undefined;
    const timer = setInterval(() => {
      const currentSession = readAdminSession();
      if (currentSession.state === "absent") setSession({ state: "left" });
      else if (currentSession.state !== "valid") setSession(currentSession);
    }, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [session.state]);

  useEffect(() => {
    if (session.state === "valid") return undefined;
    clearAdminRecord();
    void forgetSession("admin");
    if (session.state === "unreadable") {
      void navigate(paths.home(), { replace: true });
      return undefined;
    }
    const isRemoved = session.state === "lost" && session.lostAccess.isRemoved;
    if ((session.state === "expired" || session.state === "lost") && !isRemoved) {
      saveReturnPath("admin", location.pathname + location.search);
    }
    // The page says what happened, and stays open until the person continues.
    if (session.state === "lost") {
      forgetLostAccess("admin");
      return undefined;
    }
    if (session.state !== "left") {
      showToast({ title: "Session Expired", description: MESSAGES[session.state] });
    }
    const timer = setTimeout(
      () => void navigate(paths.home(), { replace: true }),
      REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [session, navigate]);

  return session;
};
