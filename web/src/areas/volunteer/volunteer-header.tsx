import House from "lucide-react/icons/house";
import LogOut from "lucide-react/icons/log-out";
import { Link, useNavigate } from "react-router-dom";
import { withFallbacks } from "../../data/home/organization.ts";
import { useHome } from "../../data/home/queries.ts";
import { useLogoutVolunteer } from "../../data/sessions/mutations.ts";
import { logFailure } from "../../lib/log.ts";
import { paths } from "../../lib/paths.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";

const useLeave = () => {
  const navigate = useNavigate();
  const logout = useLogoutVolunteer();
  const leave = async () => {
    await logout
      .mutateAsync()
      .catch((error: unknown) => logFailure("The server did not confirm the logout", error));
    showToast({ title: "Logged Out" });
    await navigate(paths.home(), { replace: true });
  };
  return { leave: () => void leave(), isLeaving: logout.isPending };
};

export const VolunteerHeader = () => {
  const home = useHome();
  const { leave, isLeaving } = useLeave();
  const organization = home.isPending ? null : withFallbacks(home.data?.contactInfo);
  return (
    <header className="bg-base-100 border-base-300 border-b print:hidden">
      <div className="shell flex min-h-[4.25rem] flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <Link to={paths.volunteerDashboard()} className="flex min-w-0 items-center gap-3">
          <img src="/favicon.svg" alt="" width="40" height="40" className="shrink-0" />
          <span className="font-display line-clamp-2 text-[1.0625rem] leading-tight font-semibold sm:text-xl">
            {organization?.organizationName ?? "\u00a0"}
          </span>
        </Link>
        <div className="flex grow flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="badge badge-primary font-semibold sm:badge-lg">Volunteer Dashboard</span>
          <div className="flex sm:gap-2">
            <LinkButton to={paths.home()} look="ghost" className="max-sm:btn-sm">
              <House aria-hidden="true" size={18} className="max-sm:hidden" />
              Home
            </LinkButton>
            <Button look="outline" className="max-sm:btn-sm" busy={isLeaving} onClick={leave}>
              <LogOut aria-hidden="true" size={18} className="max-sm:hidden" />
              Logout
            </Button>
          </div>
        </div>
      </div>
    </header>
  );
};
