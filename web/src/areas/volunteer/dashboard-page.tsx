import House from "lucide-react/icons/house";
import LogOut from "lucide-react/icons/log-out";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogoutVolunteer } from "../../data/sessions/mutations.ts";
import { forgetSession } from "../../lib/access-token.ts";
import { SessionProvider, useHasNoSession } from "../../lib/session-context.tsx";
import {
  clearVolunteerRecord,
  readVolunteerSession,
  type VolunteerRecord,
} from "../../lib/session.ts";
import { logFailure } from "../../lib/log.ts";
import { paths } from "../../lib/paths.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/states.tsx";
import { showToast } from "../../ui/toast.ts";
import { HoursCards } from "./cards/hours-cards.tsx";
import { ProfileCard } from "./cards/profile-card.tsx";
import { SupportCard } from "./cards/support-card.tsx";

const denyAccess = () =>
  showToast({
    title: "Access Denied",
    description: "Please log in to access the volunteer dashboard.",
  });

/** The stored record decides what is shown; what is read, the server decides by the token (design §5). */
const GuardedDashboard = () => {
  const navigate = useNavigate();
  const [session] = useState(() => readVolunteerSession());
  const hasNoTokens = useHasNoSession();

  useEffect(() => {
    if (session.state === "valid" && !hasNoTokens) return;
    // Whoever has logged out, here or in another tab, has taken the record along and needs no telling.
    const hasLeft = session.state === "valid" && readVolunteerSession().state === "absent";
    if (session.state !== "unreadable" && !hasLeft) denyAccess();
    clearVolunteerRecord();
    void forgetSession("volunteer");
    void navigate(paths.home(), { replace: true });
  }, [session, hasNoTokens, navigate]);

  if (session.state !== "valid" || hasNoTokens) return <Spinner label="Going to the home page" />;
  return <Dashboard volunteer={session.record} />;
};

const VolunteerDashboardPage = () => {
  useTitle("Volunteer Dashboard");
  return (
    <SessionProvider of="volunteer">
      <GuardedDashboard />
    </SessionProvider>
  );
};

const Dashboard = ({ volunteer }: { readonly volunteer: VolunteerRecord }) => {
  const navigate = useNavigate();
  const logout = useLogoutVolunteer();

  const leave = async () => {
    await logout
      .mutateAsync()
      .catch((error: unknown) => logFailure("The server did not confirm the logout", error));
    showToast({ title: "Logged Out" });
    await navigate(paths.home(), { replace: true });
  };

  return (
    <div className="min-h-dvh">
      <header className="bg-base-100 border-base-300 border-b">
        <div className="shell flex min-h-[4.25rem] flex-wrap items-center gap-2 py-2">
          <span className="badge badge-primary badge-lg mr-auto font-semibold">
            Volunteer Dashboard
          </span>
          <LinkButton to={paths.home()} look="ghost">
            <House aria-hidden="true" size={18} />
            Home
          </LinkButton>
          <Button look="outline" busy={logout.isPending} onClick={() => void leave()}>
            <LogOut aria-hidden="true" size={18} />
            Logout
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="shell py-9 outline-none sm:py-12">
        <h1 className="font-display text-heading font-semibold">
          Welcome back, {volunteer.firstName}!
        </h1>
        <div className="mt-7 grid gap-6 lg:grid-cols-2">
          <ProfileCard volunteer={volunteer} />
          <HoursCards />
          <SupportCard volunteer={volunteer} />
        </div>
      </main>
    </div>
  );
};

export default VolunteerDashboardPage;
