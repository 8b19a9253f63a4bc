import House from "lucide-react/icons/house";
import LogOut from "lucide-react/icons/log-out";
import UserRound from "lucide-react/icons/user-round";
import { useNavigate } from "react-router-dom";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { useLogoutVolunteer } from "#data/sessions/mutations.ts";
import { logError } from "#lib/log.ts";
import { paths } from "#lib/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Brand } from "#ui/brand.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { showToast } from "#ui/messages/toast.ts";

const useLogout = () => {
  const navigate = useNavigate();
  const logout = useLogoutVolunteer();
  const endSession = async () => {
    await logout
      .mutateAsync()
      .catch((error: unknown) => logError("The server did not confirm the logout", error));
    showToast({ title: "Logged Out" });
    await navigate(paths.home(), { replace: true });
  };
  return { endSession, isLoggingOut: logout.isPending };
};

export const VolunteerHeader = () => {
  const home = useHome();
  const { endSession, isLoggingOut } = useLogout();
  const organization = home.data && addFallbacks(home.data.contactInfo);
  return (
    <header className="bg-base-100 border-base-300 border-b print:hidden">
      <div className="shell flex min-h-[4.25rem] items-center justify-between gap-3 py-2">
        <Brand name={organization?.organizationName} to={paths.home()} targetName="home page">
          <Badge className="mt-0.5">Volunteer Dashboard</Badge>
        </Brand>
        <div className="flex shrink-0 sm:gap-2">
          <LinkButton to={paths.home()} variant="ghost" className="max-sm:btn-square">
            <House aria-hidden="true" size={20} />
            <span className="max-sm:sr-only">Home</span>
          </LinkButton>
          <LinkButton
            to={paths.volunteerDashboard("details")}
            variant="ghost"
            className="max-sm:btn-square"
          >
            <UserRound aria-hidden="true" size={20} />
            <span className="max-sm:sr-only">Your details</span>
          </LinkButton>
          <Button
            variant="outline"
            className="max-sm:btn-square max-sm:border-transparent"
            busy={isLoggingOut}
            onClick={() => void endSession()}
          >
            {!isLoggingOut && <LogOut aria-hidden="true" size={20} />}
            <span className="max-sm:sr-only">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
};
