import { NavLink } from "react-router-dom";
import { cx } from "#ui/class-names.ts";
import { PanelNavigation } from "./panel-navigation.tsx";
import type { AdminPanel } from "./panels.ts";
import { panelSubpath, type AdminSection, type SectionName } from "./sections.ts";

export interface SectionHeaderProps {
  /** Builds a path under `/dashboard` or `/admin`, whichever is open. */
  readonly buildPath: (subpath: string) => string;
  readonly name: SectionName;
  readonly section: AdminSection;
  readonly currentPanelName: string;
}

/** On phones, the links scroll sideways, so the current one is scrolled into view. */
const scrollToCenter = (link: HTMLAnchorElement | null) => {
  const container = link?.parentElement;
  if (!container) return;
  container.scrollLeft = link.offsetLeft - (container.clientWidth - link.offsetWidth) / 2;
};

/** This many tabs fit on a phone. More of them are a menu there. */
const MAX_TAB_COUNT = 3;
/** This many tabs fit on a tablet. */
const MAX_TABLET_TAB_COUNT = 6;

const hasMenu = ({ panels }: AdminSection): boolean =>
  panels.length > MAX_TAB_COUNT && !panels[0].group;

/** The classes that hide the menu where there are tabs, and the tabs where there is a menu. */
const SWITCH_CLASSES = {
  phone: { menu: "sm:hidden", tabs: "max-sm:hidden" },
  tablet: { menu: "lg:hidden", tabs: "max-lg:hidden" },
} as const;

const getSwitchClasses = ({ panels }: AdminSection) =>
  SWITCH_CLASSES[panels.length > MAX_TABLET_TAB_COUNT ? "tablet" : "phone"];

const findPanel = ({ panels }: AdminSection, name: string): AdminPanel =>
  panels.find((panel) => panel.name === name) ?? panels[0];

/** What a section is for, and its panels. The title is in the title bar. */
export const SectionHeader = ({
  buildPath,
  name,
  section,
  currentPanelName,
}: SectionHeaderProps) => (
  <header className="mb-7 grid gap-4 empty:hidden max-sm:mb-4">
    {section.intro && <p className="quiet max-sm:hidden">{section.intro}</p>}
    {hasMenu(section) && (
      <div className={getSwitchClasses(section).menu}>
        <PanelNavigation
          buildPath={buildPath}
          name={name}
          section={section}
          currentPanel={findPanel(section, currentPanelName)}
          isMenu
        />
      </div>
    )}
    {section.panels.length > 1 && !section.panels[0].group && (
      <nav
        aria-label={section.label}
        className={cx(
          "border-base-300 relative flex gap-x-1 border-b whitespace-nowrap max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap print:hidden",
          hasMenu(section) && getSwitchClasses(section).tabs,
        )}
      >
        {section.panels.map((panel) => (
          <NavLink
            key={panel.name}
            ref={panel.name === currentPanelName ? scrollToCenter : undefined}
            end
            to={buildPath(panelSubpath(name, section, panel))}
            className={`flex min-h-11 items-center border-b-3 px-3.5 font-semibold ${
              panel.name === currentPanelName ? "border-primary" : "quiet border-transparent"
            }`}
          >
            {panel.label}
          </NavLink>
        ))}
      </nav>
    )}
  </header>
);
