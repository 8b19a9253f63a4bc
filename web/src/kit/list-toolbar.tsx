import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import type { ListAddress } from "./use-list-address.ts";

const SEARCH_DELAY_MS = 300;

export interface Filter {
  readonly name: string;
  readonly label: string;
  /** `value: label`, none chosen shows all; or any day. */
  readonly options: Readonly<Record<string, string>> | "day";
}

/** Searches once the typing has stood still for a moment; an address that changes by itself shows its own search. */
const SearchField = ({ list, what }: { readonly list: ListAddress; readonly what: string }) => {
  const [typed, setTyped] = useState({ text: list.search, search: list.search });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped({ text, search: list.search });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const search = text.trim();
      setTyped({ text, search });
      list.narrow({ search });
    }, SEARCH_DELAY_MS);
  };

  return (
    <TextField
      type="search"
      label="Search"
      placeholder={`Search ${what}`}
      value={typed.search === list.search ? typed.text : list.search}
      onValue={type}
      leading={<Search aria-hidden="true" size={16} />}
      className="min-w-44 flex-1 sm:max-w-sm"
      autoComplete="off"
    />
  );
};

export const optionsOf = (values: readonly string[]): Filter["options"] =>
  Object.fromEntries(values.map((value) => [value, value]));

const FilterField = ({
  filter: { name, label, options },
  list,
}: {
  readonly filter: Filter;
  readonly list: ListAddress;
}) => {
  const field = {
    label,
    value: list.filters[name] ?? "",
    onValue: (value: string) => list.narrow({ filters: { [name]: value } }),
  };
  if (options === "day") return <TextField {...field} type="date" className="w-40" />;
  return (
    <SelectField {...field}>
      <option value="">All</option>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
};

/** `sort: label` */
export type Orders = Readonly<Record<string, string>>;

export interface ListToolbarProps {
  /** What the rows are: "donations". */
  readonly caption: string;
  readonly orders: Orders;
  /** Column heads that sort are there, except on a phone. */
  readonly hasSortingHeads?: boolean;
  readonly filters?: readonly Filter[] | undefined;
  readonly list: ListAddress;
  /** What can be done with the list as a whole. */
  readonly listActions?: ReactNode;
}

/** Search, filters and order above a list. */
export const ListToolbar = ({
  caption,
  orders,
  hasSortingHeads = false,
  filters,
  list,
  listActions,
}: ListToolbarProps) => (
  <div className="mb-4 flex flex-wrap items-end gap-3">
    <SearchField list={list} what={caption} />
    {filters?.map((filter) => (
      <FilterField key={filter.name} filter={filter} list={list} />
    ))}
    <SelectField
      label="Sort by"
      className={hasSortingHeads ? "sm:hidden" : undefined}
      value={list.sort}
      onValue={(sort) => list.narrow({ sort })}
    >
      {Object.entries(orders).map(([sort, label]) => (
        <option key={sort} value={sort}>
          {label}
        </option>
      ))}
    </SelectField>
    {listActions && <div className="ml-auto flex flex-wrap gap-3">{listActions}</div>}
  </div>
);
