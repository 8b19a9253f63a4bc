import { Suspense, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { SessionProvider } from "../../lib/session-context.tsx";
import { paths } from "../../lib/paths.ts";
import { useTitle } from "../../lib/use-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { SectionBoundary } from "../../ui/section-boundary.tsx";
import { Spinner } from "../../ui/states.tsx";
import { TooltipProvider } from "../../ui/tooltip.tsx";
import { AdminNavigation } from "./admin-navigation.tsx";
import { ADMIN_SECTIONS, sectionNamed } from "./sections.ts";
import { useAdminGuard } from "./use-admin-guard.ts";

const SessionEnded = () => (
  <main
    id="content"
    className="shell flex min-h-dvh flex-col items-center justify-center gap-4 text-center"
  >
    <h1 className="font-display text-heading font-semibold">Please log in again</h1>
    <p className="quiet">You are being taken to the home page.</p>
    <LinkButton to={paths.home()} replace>
      Go there now
    </LinkButton>
  </main>
);

/** /dashboard and /admin are the same page (A§2); the section is part of the address, so links and Back work. */
const AdminPage = () => {
  useTitle("Admin Dashboard");
  const session = useAdminGuard();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wanted = search.get("section");
  const name = sectionNamed(wanted);

  useEffect(() => {
    if (wanted !== null && wanted !== name) {
      const address = pathname === paths.admin() ? paths.admin() : paths.dashboard();
      void navigate(address, { replace: true });
    }
  }, [wanted, name, pathname, navigate]);

  if (session.state !== "valid") return <SessionEnded />;
  const section = ADMIN_SECTIONS[name];
  return (
    <SessionProvider of="admin">
      <TooltipProvider>
        <div className="grid min-h-dvh content-start lg:grid-cols-[15.5rem_1fr]">
          <AdminNavigation current={name} username={session.record.username} />
          <main
            id="content"
            tabIndex={-1}
            className="min-w-0 px-4 py-7 outline-none sm:px-8 lg:px-10"
          >
            {section && (
              <SectionBoundary key={name}>
                <Suspense fallback={<Spinner label={`Loading ${section.label}`} />}>
                  <section.Component />
                </Suspense>
              </SectionBoundary>
            )}
          </main>
        </div>
      </TooltipProvider>
    </SessionProvider>
  );
};

export default AdminPage;
