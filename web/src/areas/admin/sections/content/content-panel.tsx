import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { CONTENT_PANEL_TITLES, type ContentPanelName } from "./panel-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";

export interface ContentPanelProps {
  readonly name: ContentPanelName;
  readonly intro: string;
  readonly isInitiallyOpen?: boolean;
  /** Mounts the children, and thus sends their requests, only when the panel is first opened. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}

/** Opens the panel when the URL names it, including on a page that is already open. */
const useRequestedPanel = (name: ContentPanelName) => {
  const location = useLocation();
  const panelRef = useRef<HTMLDetailsElement>(null);
  const previousSearch = useRef<string>(null);
  useEffect(() => {
    // `location` is a new object on every navigation, so following the same link again reopens the panel.
    const params = new URLSearchParams(location.search);
    const previousParams = new URLSearchParams(previousSearch.current ?? "");
    const isSameSearch = location.search === previousSearch.current;
    previousSearch.current = location.search;
    if (!panelRef.current || params.get("panel") !== name) return;
    // Don't scroll when a record in the panel opens or closes, or when the list changes.
    if (panelRef.current.open && previousParams.get("panel") === name && !isSameSearch) return;
    panelRef.current.open = true;
    panelRef.current.scrollIntoView({ block: "start" });
  }, [location, name]);
  return panelRef;
};

/** A collapsible panel. Children stay mounted, so closing it keeps what was typed. */
export const ContentPanel = ({
  name,
  intro,
  isInitiallyOpen = false,
  isLazy = false,
  children,
}: ContentPanelProps) => {
  const [hasBeenOpened, setHasBeenOpened] = useState(isInitiallyOpen || !isLazy);
  const panelRef = useRequestedPanel(name);
  return (
    <details
      ref={panelRef}
      open={isInitiallyOpen}
      className="group card-box"
      onToggle={({ currentTarget }) => currentTarget.open && setHasBeenOpened(true)}
    >
      <summary className="rounded-box flex cursor-pointer list-none items-center gap-4 p-5 sm:p-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <SectionHeading>{CONTENT_PANEL_TITLES[name]}</SectionHeading>
          <span className="quiet mt-1 block text-sm">{intro}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={22}
          className="shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="px-5 pb-5 sm:px-6 sm:pb-6">{hasBeenOpened && children}</div>
    </details>
  );
};
