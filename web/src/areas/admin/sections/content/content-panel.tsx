import ChevronDown from "lucide-react/icons/chevron-down";
import { useState, type ReactNode } from "react";

export interface ContentPanelProps {
  readonly title: string;
  readonly intro: string;
  readonly isOpen?: boolean;
  /** Nothing of it is there, or asked for, before it is opened. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}

/** A panel that folds away; what is being typed in it stays. */
export const ContentPanel = ({
  title,
  intro,
  isOpen = false,
  isLazy = false,
  children,
}: ContentPanelProps) => {
  const [wasOpened, setOpened] = useState(isOpen || !isLazy);
  return (
    <details
      open={isOpen}
      className="group card-box"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="rounded-box flex cursor-pointer list-none items-center gap-4 p-5 sm:p-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h2 className="font-display text-title font-semibold">{title}</h2>
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
