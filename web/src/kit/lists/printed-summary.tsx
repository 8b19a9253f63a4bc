import { shortDay } from "#lib/format.ts";
import type { TabFilter } from "./list-tabs.tsx";
import type { Filter } from "./list-toolbar.tsx";
import type { ListAddress } from "./use-list-address.ts";
import "./lists.css";

const describeValue = ({ options }: Filter, value: string): string => {
  if (options === "day") return shortDay(value);
  if (options === "dollars") return `$${value}`;
  return (options as Readonly<Record<string, string>>)[value] ?? value;
};

/** Returns what the list is filtered by, such as `Status: Completed`, `From: Nov 1, 2026` and `Search: smith`. */
const listConditions = (
  { filters: values, search }: ListAddress,
  filters: readonly Filter[] = [],
  tabs?: TabFilter,
): readonly string[] => {
  const tab = tabs?.options.find(({ value }) => value !== "" && value === values[tabs.filter]);
  const chosen = filters.flatMap((filter) => {
    const value = values[filter.name];
    return value ? [`${filter.label}: ${describeValue(filter, value)}`] : [];
  });
  return [...(tab ? [tab.label] : []), ...chosen, ...(search ? [`Search: ${search}`] : [])];
};

export interface PrintedSummaryProps {
  readonly caption: string;
  readonly list: ListAddress;
  readonly filters?: readonly Filter[] | undefined;
  readonly tabs?: TabFilter | undefined;
  /** Which of the rows are on the sheet. */
  readonly range: string;
}

/** On paper, says in place of the fields what the list is filtered by. */
export const PrintedSummary = ({ caption, list, filters, tabs, range }: PrintedSummaryProps) => {
  const conditions = listConditions(list, filters, tabs);
  return (
    <p className="mb-3 hidden print:block">
      <strong>{`${caption.charAt(0).toUpperCase()}${caption.slice(1)}`}</strong>
      {conditions.length > 0 && ` · ${conditions.join(" · ")}`}
      {range && ` · ${range}`}
    </p>
  );
};
