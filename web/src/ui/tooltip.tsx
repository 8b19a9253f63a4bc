import * as RadixTooltip from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
    {children}
  </RadixTooltip.Provider>
);

export interface TooltipProps {
  readonly text: ReactNode;
  /** A single element that can have the focus. */
  readonly children: ReactNode;
}

export const Tooltip = ({ text, children }: TooltipProps) => (
  <RadixTooltip.Root>
    <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
    <RadixTooltip.Portal>
      <RadixTooltip.Content
        sideOffset={6}
        className="bg-neutral text-neutral-content shadow-card z-50 max-w-xs rounded-lg px-3 py-1.5 text-sm"
      >
        {text}
      </RadixTooltip.Content>
    </RadixTooltip.Portal>
  </RadixTooltip.Root>
);
