import { useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { TimeZoneProvider } from "#lib/time/dates.tsx";
import type { LoginRequest } from "#lib/session/session.ts";
import { OpenLoginContext } from "./logins.ts";
import { LazyAdminLoginDialog, LazyVolunteerLoginDialog } from "./dialogs/dialogs.ts";
import { SiteFooter } from "./sections/site-footer.tsx";
import { SiteHeader } from "./sections/site-header.tsx";

/** Wraps every public page in the header and footer, and renders the login dialogs. */
export const PublicLayout = ({ children }: { readonly children: ReactNode }) => {
  // When a session ends, the redirect names the login to open. The name is cleared, so that a reload doesn't open the
  // login again.
  const requestedLogin = (useLocation().state as LoginRequest | null)?.openLogin ?? null;
  const [openLogin, setOpenLogin] = useState(requestedLogin);
  const navigate = useNavigate();
  useEffect(() => {
    if (requestedLogin) void navigate(".", { replace: true });
  }, [requestedLogin, navigate]);
  const home = useHome();
  const contact = addFallbacks(home.data?.contactInfo);
  const closeLogin = () => setOpenLogin(null);

  return (
    <TimeZoneProvider timeZone={home.data?.settings?.timeZone}>
      <SiteHeader
        organizationName={home.isPending ? undefined : contact.organizationName}
        onVolunteerLogin={() => setOpenLogin("volunteer")}
      />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        <OpenLoginContext value={setOpenLogin}>{children}</OpenLoginContext>
      </main>
      <SiteFooter
        contact={contact}
        settings={home.data?.settings}
        onAdminLogin={() => setOpenLogin("admin")}
      />
      <LazyVolunteerLoginDialog open={openLogin === "volunteer"} onClose={closeLogin} />
      <LazyAdminLoginDialog open={openLogin === "admin"} onClose={closeLogin} />
    </TimeZoneProvider>
  );
};
