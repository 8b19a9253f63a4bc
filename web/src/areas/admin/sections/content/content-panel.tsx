import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { CONTENT_PANELS, type ContentPanelName } from "./panel-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";

export interface ContentPanelProps {
  readonly name: ContentPanelName;
  readonly intro: string;
  readonly isOpen?: boolean;
  /** Mounts the children, and so sends their requests, on first open. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}

/** Opens the panel when the URL names it, including on a page that is already open. */
const useRequestedPanel = (name: ContentPanelName) => {
  const location = useLocation();
  const panel = useRef<HTMLDetailsElement>(null);
  const previousEdit = useRef<string>(null);
  useEffect(() => {
    // `location` is a new object on every navigation, so following the same link again reopens the panel.
    const params = new URLSearchParams(location.search);
    const isSameRecord = params.get("edit") === previousEdit.current;
    previousEdit.current = params.get("edit");
    if (!panel.current || params.get("panel") !== name) return;
    // Stay in place when a record in the panel opens or closes.
    if (panel.current.open && !isSameRecord) return;
    panel.current.open = true;
    panel.current.scrollIntoView({ block: "start" });
  }, [location, name]);
  return panel;
};

/** A collapsible panel. Children stay mounted, so closing it keeps what was typed. */
export const ContentPanel = ({
  name,
  intro,
  isOpen = false,
  isLazy = false,
  children,
}: ContentPanelProps) => {
  const [wasOpened, setOpened] = useState(isOpen || !isLazy);
  const panel = useRequestedPanel(name);
  return (
    <details
      ref={panel}
      open={isOpen}
      className="group card-box"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="rounded-box flex cursor-pointer list-none items-center gap-4 p-5 sm:p-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <SectionHeading>{CONTENT_PANELS[name]}</SectionHeading>
          <span className="quiet mt-1 block text-sm">{intro}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={22}
          className="shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="px-5 pb-5 sm:px-6 sm:pb-6">{wasOpened && children}</div>
    </details>
  );
};
