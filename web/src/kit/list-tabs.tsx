import type { KeyboardEvent } from "react";
import { number } from "../lib/format.ts";
import { cx } from "../ui/class-names.ts";
import type { ListAddress } from "./use-list-address.ts";

export interface Tab {
  /** Of the filter; empty: all. */
  readonly value: string;
  readonly label: string;
  /** Absent while it is loading, and where nobody counts. */
  readonly count?: number | undefined;
}

export interface Tabs {
  /** The filter they set. */
  readonly filter: string;
  readonly options: readonly Tab[];
}

export interface ListTabsProps {
  readonly tabs: Tabs;
  readonly list: ListAddress;
  /** What the rows are. */
  readonly caption: string;
  readonly panelId: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys go from tab to tab, as in any tab list. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const next = all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
};

/** The values of one filter, one of which is always chosen. */
export const ListTabs = ({ tabs: { filter, options }, list, caption, panelId }: ListTabsProps) => {
  const chosen = list.filters[filter] ?? "";
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus
    <div
      role="tablist"
      aria-label={`Filter ${caption}`}
      className="border-base-300 mb-5 flex gap-1 overflow-x-auto border-b"
      onKeyDown={moveFocus}
    >
      {options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          role="tab"
          aria-selected={value === chosen}
          aria-controls={panelId}
          tabIndex={value === chosen ? 0 : -1}
          className={cx(
            "flex min-h-11 cursor-pointer items-center gap-2 border-b-3 px-3.5 font-semibold whitespace-nowrap",
            value === chosen ? "border-primary" : "quiet border-transparent",
          )}
          onClick={() => list.narrow({ filters: { [filter]: value } })}
        >
          {label}
          {count !== undefined && (
            <span className="bg-base-200 rounded-full px-2 text-sm tabular-nums">
              {number(count)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
};
