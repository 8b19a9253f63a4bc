import { useState, type ReactNode } from "react";
import { useHome } from "../../data/home/queries.ts";
import { TimeZoneProvider } from "../../lib/dates.tsx";
import type { SessionRole } from "../../lib/session.ts";
import { withFallbacks } from "../../data/home/organization.ts";
import { Logins } from "./logins.ts";
import { AdminLoginDialog, VolunteerLoginDialog } from "./dialogs/dialogs.ts";
import { SiteFooter } from "./sections/site-footer.tsx";
import { SiteHeader } from "./sections/site-header.tsx";

/** Header and footer of every public page, with the two logins they open. */
export const PublicLayout = ({ children }: { readonly children: ReactNode }) => {
  const [openLogin, setOpenLogin] = useState<SessionRole | null>(null);
  const home = useHome();
  const contact = withFallbacks(home.data?.contactInfo);
  const closeLogin = () => setOpenLogin(null);

  return (
    <TimeZoneProvider timeZone={home.data?.settings?.timeZone}>
      <SiteHeader
        organizationName={home.isPending ? undefined : contact.organizationName}
        onVolunteerLogin={() => setOpenLogin("volunteer")}
      />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        <Logins value={setOpenLogin}>{children}</Logins>
      </main>
      <SiteFooter
        contact={contact}
        settings={home.data?.settings}
        onAdminLogin={() => setOpenLogin("admin")}
      />
      <VolunteerLoginDialog open={openLogin === "volunteer"} onClose={closeLogin} />
      <AdminLoginDialog open={openLogin === "admin"} onClose={closeLogin} />
    </TimeZoneProvider>
  );
};
