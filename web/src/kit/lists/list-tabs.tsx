import type { KeyboardEvent } from "react";
import { number } from "#lib/format.ts";
import { cx } from "#ui/class-names.ts";
import type { ListAddress } from "./use-list-address.ts";

export interface Tab {
  /** Filter value; empty means all. */
  readonly value: string;
  readonly label: string;
  /** Undefined while loading, and for tabs that don't show a count. */
  readonly count?: number | undefined;
}

export interface TabFilter {
  /** The name of the filter that the tabs set. */
  readonly filter: string;
  readonly options: readonly Tab[];
}

export interface ListTabsProps {
  readonly tabs: TabFilter;
  readonly list: ListAddress;
  /** Plural name of the rows. */
  readonly caption: string;
  readonly panelId: string;
}

const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys move between tabs, as the ARIA tabs pattern requires. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEP_BY_KEY[event.key];
  if (!step) return;
  const tabElements = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const nextTab =
    tabElements[
      (tabElements.indexOf(event.target as HTMLElement) + step + tabElements.length) %
        tabElements.length
    ];
  nextTab?.focus();
  nextTab?.click();
};

/** Tabs that set a filter. One of them is always selected. */
export const ListTabs = ({ tabs: { filter, options }, list, caption, panelId }: ListTabsProps) => {
  const selectedValue = list.filters[filter] ?? "";
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside have the focus
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
          aria-selected={value === selectedValue}
          aria-controls={panelId}
          tabIndex={value === selectedValue ? 0 : -1}
          className={cx(
            "flex min-h-11 cursor-pointer items-center gap-2 border-b-3 px-3.5 font-semibold whitespace-nowrap",
            value === selectedValue ? "border-primary" : "quiet border-transparent",
          )}
          onClick={() => list.update({ filters: { [filter]: value } })}
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
