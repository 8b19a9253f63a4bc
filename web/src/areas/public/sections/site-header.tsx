import Heart from "lucide-react/icons/heart";
import LogIn from "lucide-react/icons/log-in";
import Menu from "lucide-react/icons/menu";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { useIsVolunteer } from "#lib/session/use-is-volunteer.ts";
import { Button, IconButton, LinkButton } from "#ui/button.tsx";
import { QuiltStar } from "../art/quilt-star.tsx";
import { LazyMenuSheet } from "../dialogs/dialogs.ts";

const LINKS = [
  { to: paths.home("home"), label: "Home" },
  { to: paths.home("about"), label: "About" },
  { to: paths.home("programs"), label: "Programs" },
  { to: paths.home("volunteer"), label: "Volunteer" },
  { to: paths.home("impact"), label: "Impact" },
  { to: paths.whoWeAre(), label: "Who we are" },
  { to: paths.news(), label: "News" },
] as const;

export interface SiteHeaderProps {
  readonly organizationName: string | undefined;
  readonly onVolunteerLogin: () => void;
}

export const SiteHeader = ({ organizationName, onVolunteerLogin }: SiteHeaderProps) => {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isVolunteer = useIsVolunteer();
  return (
    <header className="bg-base-100 border-base-300 sticky top-0 z-40 border-b print:hidden">
      <div className="shell flex h-14 items-center sm:h-[4.25rem] gap-2 md:gap-4 xl:gap-6">
        <Link
          to={paths.home()}
          aria-label={`${organizationName ?? "Care packages"}, home page`}
          className="flex min-w-0 items-center gap-2 sm:gap-3"
        >
          <QuiltStar className="size-10 shrink-0" />
          <span className="font-display line-clamp-2 text-[1.0625rem] text-balance leading-[1.25] font-semibold sm:text-xl">
            {organizationName ?? "\u00a0"}
          </span>
        </Link>
        <nav aria-label="Main" className="ml-auto hidden shrink-0 items-center gap-1 lg:flex">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="hover:bg-base-200 rounded-lg px-2 py-2 font-medium max-xl:nth-[n+6]:hidden xl:px-3"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1.5 lg:ml-0">
          {isVolunteer ? (
            <LinkButton variant="ghost" className="max-md:hidden" to={paths.volunteerDashboard()}>
              My Dashboard
            </LinkButton>
          ) : (
            <Button variant="ghost" className="max-md:hidden" onClick={onVolunteerLogin}>
              <LogIn aria-hidden="true" size={18} />
              Volunteer Login
            </Button>
          )}
          <LinkButton to={paths.donate()} variant="action" className="px-3 sm:px-4">
            <Heart aria-hidden="true" size={18} className="max-xs:hidden" />
            Donate
          </LinkButton>
          <IconButton
            label="Open menu"
            aria-haspopup="dialog"
            className="lg:hidden"
            onClick={() => setMenuOpen(true)}
            onPointerEnter={LazyMenuSheet.preload}
            onFocus={LazyMenuSheet.preload}
          >
            <Menu aria-hidden="true" size={22} />
          </IconButton>
        </div>
      </div>
      <LazyMenuSheet
        links={LINKS}
        isVolunteer={isVolunteer}
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        onVolunteerLogin={onVolunteerLogin}
      />
    </header>
  );
};
