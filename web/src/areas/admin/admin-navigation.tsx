import ExternalLink from "lucide-react/icons/external-link";
import LogOut from "lucide-react/icons/log-out";
import Menu from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import { useEffect, useId, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { useLogoutAdmin } from "#data/sessions/mutations.ts";
import { logError } from "#lib/log.ts";
import { paths } from "#lib/paths.ts";
import { Brand } from "#ui/brand.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { useOwnAreas } from "./own-areas.ts";
import { listVisibleSections, sectionSubpath, type SectionName } from "./sections.ts";

const LINK_CLASS =
  "flex min-h-11 items-center gap-3 rounded-xl px-3.5 font-medium whitespace-nowrap";

const CommandPalette = lazyDialog(
  async () => (await import("./command-palette.tsx")).CommandPalette,
);

const FAILED_LOGOUT_REDIRECT_MS = 1500;

const useLogout = () => {
  const logout = useLogoutAdmin();
  const navigate = useNavigate();
  const endSession = async () => {
    try {
      await logout.mutateAsync();
      showSuccess("Logged out");
      await navigate(paths.home());
    } catch (error) {
      logError("The server did not confirm the logout", error);
      showToast({ title: "Session cleared. Redirecting to home page." });
      setTimeout(() => void navigate(paths.home()), FAILED_LOGOUT_REDIRECT_MS);
    }
  };
  return { endSession: () => void endSession(), isLoggingOut: logout.isPending };
};

export interface AdminNavigationProps {
  /** Builds a path under `/dashboard` or `/admin`, whichever is open. */
  readonly buildPath: (section?: string) => string;
  /** Undefined at an address that no section has. */
  readonly currentSection: SectionName | undefined;
  readonly username: string;
}

type LinksProps = Pick<AdminNavigationProps, "buildPath" | "currentSection"> & {
  /** Runs before navigation, so the drawer can close first. */
  readonly onNavigate?: () => void;
};

/** Links to the sections, under their headings. */
const SectionLinks = ({ buildPath, currentSection, onNavigate }: LinksProps) => {
  const sections = listVisibleSections(useOwnAreas());
  const headingId = useId();
  const groups = [...new Set(sections.map(({ group, label }) => group ?? label))];
  return (
    <nav aria-label="Sections" className="grid gap-1">
      {groups.map((heading) => {
        const groupSections = sections.filter(({ group, label }) => (group ?? label) === heading);
        const hasHeading = groupSections.some(({ group }) => group !== undefined);
        return (
          <div key={heading} className={cx(hasHeading && "pt-2")}>
            {hasHeading && (
              <p id={`${headingId}-${heading}`} className="px-3.5 pb-1 text-sm opacity-80">
                {heading}
              </p>
            )}
            <ul
              aria-labelledby={hasHeading ? `${headingId}-${heading}` : undefined}
              className="grid gap-0.5"
            >
              {groupSections.map(({ name, label, icon: Icon }) => (
                <li key={name}>
                  <Link
                    to={buildPath(sectionSubpath(name))}
                    replace={onNavigate !== undefined}
                    onClick={onNavigate}
                    aria-current={name === currentSection ? "page" : undefined}
                    className={cx(
                      LINK_CLASS,
                      "md:min-h-9",
                      name === currentSection ? "bg-current/15" : "hover:bg-current/8",
                    )}
                  >
                    <Icon aria-hidden="true" size={18} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
};

const Links = (props: LinksProps) => {
  const { endSession, isLoggingOut } = useLogout();
  return (
    <>
      <SectionLinks {...props} />
      <div className="mt-auto grid gap-1 pt-6">
        <Link to={paths.home()} className={cx(LINK_CLASS, "hover:bg-current/8")}>
          <ExternalLink aria-hidden="true" size={18} />
          View site
        </Link>
        <Button
          variant="ghost"
          busy={isLoggingOut}
          onClick={endSession}
          className="justify-start gap-3 px-3.5 text-base font-medium! text-inherit hover:bg-current/8"
        >
          <LogOut aria-hidden="true" size={18} />
          Logout
        </Button>
      </div>
    </>
  );
};

const isMac = (): boolean => /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

const isPaletteShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;

/**
 * Opens the palette on Ctrl+K or ⌘K, regardless of which element has the focus, unless an editor has used the keys or a
 * dialog is open.
 */
const useCommandPalette = () => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteShortcut(event) || event.defaultPrevented) return;
      // Otherwise, some browsers go to their own search.
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) setOpen(true);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
};

/** Renders a sidebar. On screens narrower than 768 pixels, renders a top bar with a drawer instead. */
export const AdminNavigation = ({ buildPath, currentSection, username }: AdminNavigationProps) => {
  const palette = useCommandPalette();
  const home = useHome();
  const organization = home.data && addFallbacks(home.data.contactInfo);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = () => setDrawerOpen(false);
  return (
    <header
      data-steps-back=""
      className="bg-[#0f1a30] text-[#f2ebdc] max-md:sticky max-md:top-0 max-md:z-30 md:sticky md:top-0 md:h-dvh dark:bg-[#0a1120] print:hidden"
    >
      <div className="flex h-full items-center gap-2 px-4 py-2 max-md:min-h-19 md:flex-col md:items-stretch md:gap-4 md:overflow-y-auto md:py-7">
        <div data-toast-strip="phone" className="min-w-0 flex-1 md:flex-none md:px-1">
          <Brand name={organization?.organizationName} to={buildPath()} targetName="overview">
            <p className="text-sm leading-tight opacity-80">Admin Dashboard</p>
          </Brand>
          <p className="mt-3 truncate text-sm opacity-80 max-md:sr-only">Logged in as {username}</p>
        </div>
        <button
          type="button"
          onClick={palette.open}
          aria-keyshortcuts="Control+K Meta+K"
          className={cx(LINK_CLASS, "cursor-pointer border border-current/25 hover:bg-current/8")}
        >
          <Search aria-hidden="true" size={18} />
          <span className="max-md:sr-only">Go to…</span>
          <kbd className="ml-auto text-sm opacity-80 max-md:hidden" aria-hidden="true">
            {isMac() ? "⌘ K" : "Ctrl K"}
          </kbd>
        </button>
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          className="text-inherit hover:bg-current/8 md:hidden"
          onClick={() => setDrawerOpen(true)}
        >
          <Menu aria-hidden="true" size={22} />
        </IconButton>
        <div className="hidden min-h-0 flex-1 flex-col md:flex">
          <Links buildPath={buildPath} currentSection={currentSection} />
        </div>
      </div>
      <Dialog open={isDrawerOpen} onClose={closeDrawer} title="Menu" placement="side">
        <div className="flex min-h-full flex-col">
          <Links buildPath={buildPath} currentSection={currentSection} onNavigate={closeDrawer} />
        </div>
      </Dialog>
      <CommandPalette open={palette.isOpen} onClose={palette.close} buildPath={buildPath} />
    </header>
  );
};
