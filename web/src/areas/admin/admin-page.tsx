import { Suspense, type ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { OwnAreas } from "#contracts/choices.ts";
import { hasArea, OWNER_AREAS } from "#rules/admin-areas.ts";
import { useHome } from "#data/home/queries.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { SessionProvider } from "#lib/session/session-context.tsx";
import { paths } from "#lib/paths.ts";
import { adminDraftOwner, readAdminSession } from "#lib/session/session.ts";
import { useIsWaiting } from "#lib/session/waiting-sessions.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { SectionBoundary } from "#ui/messages/section-boundary.tsx";
import { cx } from "#ui/class-names.ts";
import { keepFocus } from "#ui/keep-focus.ts";
import { Spinner } from "#ui/states.tsx";
// Imported statically, so that error messages can appear even after the connection is lost.
import "#ui/messages/toast-region.tsx";
import { TooltipProvider } from "#ui/tooltip.tsx";
import { AdminNavigation } from "./admin-navigation.tsx";
import { PanelNavigation } from "./panel-navigation.tsx";
import { SectionHeader } from "./section-header.tsx";
import { NoAccess } from "./no-access.tsx";
import { PageNotFound } from "./page-not-found.tsx";
import { RevealWhenLoaded } from "./reveal-when-loaded.tsx";
import { TitleBar } from "./title-bar.tsx";
import { OwnAreasContext } from "./own-areas.ts";
import { resolveRoute, listVisibleSections, type PanelLocation } from "./sections.ts";
import { useAdminGuard } from "./use-admin-guard.ts";
import { useMissingSecondFactor } from "./use-missing-second-factor.ts";
import { ADMIN_SESSION_MS } from "#contracts/limits.ts";
import { TimeZoneProvider, useTimeZone } from "#lib/time/dates.tsx";
import { clockTime } from "#lib/time/day-and-time.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { WaitingNotice } from "#ui/messages/waiting-notice.tsx";

const SetUpSecondFactor = lazyComponent(async () => ({
  default: (await import("./set-up-second-factor.tsx")).SetUpSecondFactor,
}));

const LostAccessPage = lazyComponent(async () => ({
  default: (await import("./lost-access.tsx")).LostAccessPage,
}));

const NO_AREAS: OwnAreas = [];
const NOTICE_LEAD_MS = 10 * 60_000;

/** Warns before the session ends. The server ends it 8 hours after login, regardless of activity. */
const SessionEndNotice = ({ loginTime }: { readonly loginTime: string }) => {
  const endsAt = Date.parse(loginTime) + ADMIN_SESSION_MS;
  const timeZone = useTimeZone();
  const isEndingSoon = useTickingNow() >= endsAt - NOTICE_LEAD_MS;
  return (
    <output className={isEndingSoon ? "mb-6 block print:hidden" : undefined}>
      {isEndingSoon && (
        <Notice tone="info" title={`Your session ends at ${clockTime(endsAt, timeZone)}`}>
          Please save your work. After you log in again, you'll be back on this page.
        </Notice>
      )}
    </output>
  );
};

const SessionEndedScreen = () => (
  <main
    id="content"
    className="shell flex min-h-dvh flex-col items-center justify-center gap-4 text-center"
  >
    <h1 className="font-display text-heading font-semibold">Please log in again</h1>
    <p className="quiet">Taking you to the home page.</p>
    <LinkButton to={paths.home()} replace>
      Go now
    </LinkButton>
  </main>
);

interface PanelContentProps extends PanelLocation {
  /** Builds a path under `/dashboard` or `/admin`, whichever is open. */
  readonly buildPath: (subpath: string) => string;
}

/** A panel below the section's title and navigation. */
const PanelContent = ({ buildPath, name, section, panel, path, isRecord }: PanelContentProps) => (
  <>
    {!isRecord && (
      <SectionHeader
        buildPath={buildPath}
        name={name}
        section={section}
        currentPanelName={panel.name}
      />
    )}
    <div
      className={
        panel.group && "xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:items-start xl:gap-x-10"
      }
    >
      {panel.group && (
        <PanelNavigation buildPath={buildPath} name={name} section={section} currentPanel={panel} />
      )}
      {/* A panel may render several elements. The wrapper keeps them in a single grid cell. */}
      <div>
        <SectionBoundary key={path}>
          <Suspense fallback={<Spinner label={`Loading ${panel.label}`} />}>
            <RevealWhenLoaded>
              <panel.Component />
            </RevealWhenLoaded>
          </Suspense>
        </SectionBoundary>
      </div>
    </div>
  </>
);

/**
 * `/dashboard` and `/admin` render the same page (AOVER-02). Section and panel are in the URL, so links and Back work.
 */
const GuardedPage = ({ panelLocation }: { readonly panelLocation: PanelLocation | undefined }) => {
  const session = useAdminGuard();
  const { "*": sectionPath = "" } = useParams();
  const { pathname, search } = useLocation();
  const { name, panel, path } = panelLocation ?? {};
  const secondFactor = useMissingSecondFactor();
  const isWaiting = useIsWaiting("admin");
  const timeZone = useHome().data?.settings.timeZone;
  useTitle(
    `${secondFactor.isMissing ? "Two-Step Login" : (panel?.label ?? "Page Not Found")} · Admin Dashboard`,
  );
  const buildPath = pathname.startsWith(paths.admin()) ? paths.admin : paths.dashboard;

  if (session.state === "left") return <Spinner label="Going to the home page" />;
  if (session.state === "lost") {
    return (
      <Suspense fallback={<Spinner label="Loading the details" />}>
        <LostAccessPage {...session} />
      </Suspense>
    );
  }
  if (session.state !== "valid") return <SessionEndedScreen />;
  if (path !== undefined && sectionPath.replace(/\/$/, "") !== path) {
    return <Navigate to={`${buildPath(path)}${search}`} replace />;
  }
  const { areas = OWNER_AREAS, loginTime, username } = session.record;
  const section = listVisibleSections(areas).find((candidate) => candidate.name === name);
  const canSee =
    section !== undefined &&
    panelLocation &&
    hasArea(areas, panelLocation.area) &&
    !secondFactor.isMissing;
  return (
    <DraftOwner value={adminDraftOwner(session.record)}>
      <OwnAreasContext value={secondFactor.isMissing ? NO_AREAS : areas}>
        <TimeZoneProvider timeZone={timeZone}>
          <TooltipProvider>
            <div
              className={cx(
                "grid min-h-dvh grid-cols-1 content-start print:block",
                !panel?.isSheet && "md:grid-cols-[13.5rem_1fr] lg:grid-cols-[15.5rem_1fr]",
              )}
            >
              {!panel?.isSheet && (
                <AdminNavigation buildPath={buildPath} currentSection={name} username={username} />
              )}
              <main
                ref={keepFocus}
                id="content"
                tabIndex={-1}
                className="min-w-0 px-4 py-7 outline-none max-md:scroll-mt-20 sm:px-8 lg:px-10 print:p-0"
              >
                <TitleBar
                  title={canSee && !panelLocation.isRecord ? section.label : undefined}
                  isShown={!panel?.isSheet}
                >
                  <WaitingNotice isWaiting={isWaiting} className="mb-6 print:hidden" />
                  <SessionEndNotice loginTime={loginTime} />
                  {secondFactor.isMissing ? (
                    <SectionBoundary>
                      <Suspense fallback={<Spinner label="Loading Security" />}>
                        <SetUpSecondFactor onDone={secondFactor.finish} />
                      </Suspense>
                    </SectionBoundary>
                  ) : canSee ? (
                    <PanelContent {...panelLocation} section={section} buildPath={buildPath} />
                  ) : panelLocation ? (
                    <NoAccess
                      label={(section ? panelLocation.panel : panelLocation.section).label}
                    />
                  ) : (
                    <PageNotFound />
                  )}
                </TitleBar>
              </main>
            </div>
          </TooltipProvider>
        </TimeZoneProvider>
      </OwnAreasContext>
    </DraftOwner>
  );
};

export interface AdminPageProps {
  /** Shown when the URL matches no section. */
  readonly notFound: ReactNode;
}

const AdminPage = ({ notFound }: AdminPageProps) => {
  const { "*": sectionPath = "" } = useParams();
  const panelLocation = resolveRoute(sectionPath);
  // Visitors get the site's own page, and administrators one with the dashboard's navigation.
  if (!panelLocation && readAdminSession().state !== "valid") return notFound;
  return (
    <SessionProvider sessionRole="admin">
      <GuardedPage panelLocation={panelLocation} />
    </SessionProvider>
  );
};

export default AdminPage;
