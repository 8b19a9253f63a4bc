import { NavLink } from "react-router-dom";
import type { AdminSection, SectionName } from "./sections.ts";

export interface SectionHeaderProps {
  /** Builds a path under `/dashboard` or `/admin`, whichever is open. */
  readonly buildPath: (section?: string, panel?: string) => string;
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

export const SectionHeader = ({
  buildPath,
  name,
  section,
  currentPanelName,
}: SectionHeaderProps) => (
  <header className="mb-7">
    <h1 className="font-display text-3xl font-semibold">{section.label}</h1>
    {section.intro && <p className="quiet mt-1">{section.intro}</p>}
    {section.panels.length > 1 && !section.panels[0].group && (
      <nav
        aria-label={section.label}
        className="border-base-300 relative mt-4 flex gap-x-1 border-b whitespace-nowrap max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap"
      >
        {section.panels.map((panel, index) => (
          <NavLink
            key={panel.name}
            ref={panel.name === currentPanelName ? scrollToCenter : undefined}
            end
            to={index === 0 ? buildPath(name) : buildPath(name, panel.name)}
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
