import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Link } from "react-router-dom";
import { cx } from "#ui/class-names.ts";
import type { AdminPanel } from "./panels.ts";
import { panelSubpath, type AdminSection, type SectionName } from "./sections.ts";

export interface PanelNavigationProps {
  /** Builds a path under `/dashboard` or `/admin`, whichever is open. */
  readonly buildPath: (subpath: string) => string;
  readonly name: SectionName;
  readonly section: AdminSection;
  readonly currentPanel: AdminPanel;
  /** True for a menu that replaces tabs, which starts closed and has no groups. */
  readonly isMenu?: boolean;
}

/**
 * Keeps the list open on the section's own page, so that panels are one tap away on phones, too. On every other panel,
 * the list starts closed.
 */
const useIsListOpen = (currentPanel: AdminPanel, startsOpen: boolean) => {
  const [listState, setListState] = useState({ panel: currentPanel, isOpen: startsOpen });
  const isOpen = listState.panel === currentPanel ? listState.isOpen : startsOpen;
  return [isOpen, (next: boolean) => setListState({ panel: currentPanel, isOpen: next })] as const;
};

/**
 * Lists a section's panels in groups, next to the open panel. On narrower screens, the list is above the panel, and a
 * button opens it.
 */
export const PanelNavigation = ({
  buildPath,
  name,
  section,
  currentPanel,
  isMenu = false,
}: PanelNavigationProps) => {
  const { label, panels } = section;
  const [isOpen, setOpen] = useIsListOpen(currentPanel, !isMenu && currentPanel === panels[0]);
  const listId = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const groups = [...new Set(panels.map(({ group = "" }) => group))];
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    buttonRef.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on the controls inside
    <nav
      aria-label={label}
      className={cx("print:hidden", !isMenu && "mb-6 xl:sticky xl:top-16")}
      onKeyDown={closeOnEscape}
    >
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="border-base-300 flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-xl border px-3.5 text-left sm:max-w-sm xl:hidden"
      >
        <span className="min-w-0 flex-1">
          {!isMenu && <span className="quiet max-sm:sr-only">{currentPanel.group}: </span>}
          <span className="font-semibold">{currentPanel.label}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={18}
          className={cx("shrink-0", isOpen && "rotate-180")}
        />
      </button>
      <div
        id={listId}
        className={cx(
          "max-xl:mt-3 sm:max-xl:max-w-sm xl:grid xl:gap-5",
          !isOpen && "max-xl:hidden",
        )}
      >
        {groups.map((group) => (
          <div key={group} className="max-xl:mb-2">
            {!isMenu && (
              <p id={`${listId}-${group}`} className="quiet px-2.5 text-sm">
                {group}
              </p>
            )}
            <ul
              aria-labelledby={isMenu ? undefined : `${listId}-${group}`}
              className="grid grid-cols-2 xl:mt-1 xl:grid-cols-1"
            >
              {panels
                .filter((panel) => (panel.group ?? "") === group)
                .map((panel) => (
                  <li key={panel.name}>
                    <Link
                      to={buildPath(panelSubpath(name, section, panel))}
                      aria-current={panel === currentPanel ? "page" : undefined}
                      className={cx(
                        "flex min-h-11 items-center rounded-xl px-2.5 text-[0.9375rem] leading-tight font-semibold xl:min-h-10",
                        panel === currentPanel ? "bg-current/8" : "quiet hover:bg-current/5",
                      )}
                    >
                      {panel.label}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
};
