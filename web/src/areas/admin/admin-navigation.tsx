import ExternalLink from "lucide-react/icons/external-link";
import LogOut from "lucide-react/icons/log-out";
import { Link, useNavigate } from "react-router-dom";
import { useLogoutAdmin } from "../../data/sessions/mutations.ts";
import { logFailure } from "../../lib/log.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { showToast } from "../../ui/toast.ts";
import { registeredSections, sectionAddress, type SectionName } from "./sections.ts";

const FAILED_LOGOUT_REDIRECT_MS = 1500;

const useLogout = () => {
  const logout = useLogoutAdmin();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await logout.mutateAsync();
      showToast({ title: "Logged out", variant: "success" });
      await navigate(paths.home());
    } catch (error) {
      logFailure("The server did not confirm the logout", error);
      showToast({ title: "Session cleared. Redirecting to home page." });
      setTimeout(() => void navigate(paths.home()), FAILED_LOGOUT_REDIRECT_MS);
    }
  };
  return { leave: () => void leave(), isLeaving: logout.isPending };
};

export interface AdminNavigationProps {
  /** `/dashboard` or `/admin`, whichever the visitor came by. */
  readonly base: (section?: string) => string;
  readonly current: SectionName;
  readonly username: string;
}

export const AdminNavigation = ({ base, current, username }: AdminNavigationProps) => {
  const { leave, isLeaving } = useLogout();

  return (
    <header className="bg-[#0f1a30] text-[#f2ebdc] lg:sticky lg:top-0 lg:h-dvh dark:bg-[#0a1120]">
      <div className="flex h-full flex-col gap-3 px-4 py-4 lg:py-7">
        <div className="flex items-center justify-between gap-3 lg:flex-col lg:items-start lg:px-2">
          <p className="font-display text-lg font-semibold">Admin Dashboard</p>
          <p className="text-sm opacity-80">Logged in as {username}</p>
        </div>
        <nav aria-label="Sections" className="-mx-4 overflow-x-auto px-4 lg:mt-4">
          <ul className="flex gap-1 lg:flex-col">
            {registeredSections().map(({ name, label, icon: Icon }) => (
              <li key={name}>
                <Link
                  to={base(sectionAddress(name))}
                  aria-current={name === current ? "page" : undefined}
                  className={cx(
                    "flex min-h-11 items-center gap-3 rounded-xl px-3.5 font-medium whitespace-nowrap",
                    name === current ? "bg-white/15" : "hover:bg-white/8",
                  )}
                >
                  <Icon aria-hidden="true" size={18} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex gap-2 lg:mt-auto lg:flex-col">
          <Link
            to={paths.home()}
            className="flex min-h-11 items-center gap-3 rounded-xl px-3.5 font-medium hover:bg-white/8"
          >
            <ExternalLink aria-hidden="true" size={18} />
            View site
          </Link>
          <Button
            look="ghost"
            busy={isLeaving}
            onClick={leave}
            className="justify-start px-3.5 font-medium text-inherit hover:bg-white/8"
          >
            <LogOut aria-hidden="true" size={18} />
            Logout
          </Button>
        </div>
      </div>
    </header>
  );
};
