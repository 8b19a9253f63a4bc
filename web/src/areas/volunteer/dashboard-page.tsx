import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { Route, Routes, useNavigate, useParams } from "react-router-dom";
import { useHome } from "#data/home/queries.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { forgetSession } from "#lib/session/access-token.ts";
import { TimeZoneProvider } from "#lib/time/dates.tsx";
import { SessionProvider, useHasNoSession } from "#lib/session/session-context.tsx";
import {
  clearVolunteerRecord,
  draftOwner,
  readVolunteerSession,
  type LoginRequest,
} from "#lib/session/session.ts";
import { useIsWaiting } from "#lib/session/waiting-sessions.ts";
import { saveReturnPath } from "#lib/session/return-path.ts";
import { paths } from "#lib/paths.ts";
import { keepFocus } from "#ui/keep-focus.ts";
import { Spinner } from "#ui/states.tsx";
// Imported statically, so that error messages can appear even after the connection is lost.
import "#ui/messages/toast-region.tsx";
import { showToast } from "#ui/messages/toast.ts";
import { WaitingNotice } from "#ui/messages/waiting-notice.tsx";
import { takeJoinPath } from "./join-path.ts";
import { VolunteerHeader } from "./volunteer-header.tsx";

// Loaded lazily, to keep the dashboard out of the home page's chunks.
const Dashboard = lazyComponent(async () => ({
  default: (await import("./dashboard.tsx")).Dashboard,
}));
const CertificatePage = lazyComponent(() => import("./certificate-page.tsx"));
const DetailsPage = lazyComponent(() => import("./details/details-page.tsx"));

const CERTIFICATE_PATH = "certificate";
const DETAILS_PATH = "details";

const showAccessDenied = () =>
  showToast({
    title: "Access Denied",
    description: "Please log in to access the volunteer dashboard.",
  });

/** The stored record only decides what to show; the server authorizes each read based on the access token. */
const GuardedPages = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [session, setSession] = useState(() => readVolunteerSession());
  const [owner] = useState(() => draftOwner("volunteer"));
  const hasNoSession = useHasNoSession();
  const isWaiting = useIsWaiting("volunteer");
  const home = useHome();

  useEffect(() => {
    if (session.state === "valid" && !hasNoSession) return;
    // Logging out in any tab removes the record. In that case no message is needed.
    const hasLoggedOut = session.state === "valid" && readVolunteerSession().state === "absent";
    const hasSessionEnded = session.state === "valid" && !hasLoggedOut;
    if (session.state === "absent" || hasSessionEnded) showAccessDenied();
    if (hasSessionEnded) saveReturnPath("volunteer", takeJoinPath() ?? location.pathname);
    const request: LoginRequest = hasSessionEnded ? { openLogin: "volunteer" } : {};
    clearVolunteerRecord();
    void forgetSession("volunteer");
    // Clear the cache, so that the next volunteer in this tab sees none of it.
    queryClient.removeQueries({ predicate: ({ queryKey }) => isVolunteerQuery(queryKey) });
    void navigate(paths.home(), { replace: true, state: request });
  }, [session, hasNoSession, navigate, queryClient]);

  if (session.state !== "valid" || hasNoSession) return <Spinner label="Going to the home page" />;
  return (
    <DraftOwner value={owner}>
      <TimeZoneProvider timeZone={home.data?.settings.timeZone}>
        <div className="min-h-dvh">
          <VolunteerHeader />
          <main
            ref={keepFocus}
            id="content"
            tabIndex={-1}
            className="shell py-8 outline-none sm:py-12 print:p-0"
          >
            <WaitingNotice isWaiting={isWaiting} className="mb-6 print:hidden" />
            <Suspense fallback={<Spinner label="Loading your page" />}>
              <Routes>
                <Route
                  path={CERTIFICATE_PATH}
                  element={<CertificatePage volunteer={session.record} />}
                />
                <Route
                  path={DETAILS_PATH}
                  element={
                    <DetailsPage
                      volunteer={session.record}
                      onRename={() => setSession(readVolunteerSession())}
                    />
                  }
                />
                <Route index element={<Dashboard volunteer={session.record} />} />
              </Routes>
            </Suspense>
          </main>
        </div>
      </TimeZoneProvider>
    </DraftOwner>
  );
};

/** Query keys contain the role a read was made with (read-query.ts). */
const isVolunteerQuery = ([, options]: readonly unknown[]): boolean =>
  (options as { readonly as?: string } | undefined)?.as === "volunteer";

export interface VolunteerDashboardPageProps {
  /** Shown for unknown paths below the dashboard. */
  readonly notFound: ReactNode;
}

const VolunteerDashboardPage = ({ notFound }: VolunteerDashboardPageProps) => {
  const { "*": subpath = "" } = useParams();
  if (!["", CERTIFICATE_PATH, DETAILS_PATH].includes(subpath.replace(/\/$/, ""))) return notFound;
  return (
    <SessionProvider sessionRole="volunteer">
      <GuardedPages />
    </SessionProvider>
  );
};

export default VolunteerDashboardPage;
