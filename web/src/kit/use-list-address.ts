import { useLocation, useNavigate } from "react-router-dom";
import { OFFSET_MAX } from "#contracts/limits.ts";
import { useQueryString } from "./use-query-string.ts";

export interface ListAddressOptions {
  /** What the server sorts by, as the contract lists it; the first is the default. */
  readonly sorts: readonly [string, ...string[]];
  readonly filters?: readonly string[];
  /** What a filter is where the address says nothing, `{ when: "upcoming" }`; it cannot be all then. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly pageSize: number;
}

export interface ListState {
  readonly search: string;
  readonly sort: string;
  /** Counts from one. */
  readonly page: number;
  /** Values of the filters that are set. */
  readonly filters: Readonly<Record<string, string>>;
}

export interface ListAddress extends ListState {
  readonly sorts: readonly string[];
  readonly pageSize: number;
  /** What the API is asked for. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Another search, order or filter begins at the first page. */
  readonly narrow: (change: Partial<Omit<ListState, "page">>) => void;
  /** To the next page; `lastId` is the row it begins after. */
  readonly turnOn: (lastId?: string) => void;
  readonly turnBack: () => void;
}

const reads = (params: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  );

/** What is so without saying is left out of the address. */
const without = (
  defaults: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, string>>,
) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value === defaults[name] ? "" : value]),
  );

/** Search, order, filters and page of a list, kept in the address: links, Back and a reload lead to the same rows. */
export const useListAddress = ({
  sorts,
  filters: filterNames = [],
  defaults = {},
  pageSize,
}: ListAddressOptions): ListAddress => {
  const [params, write] = useQueryString();
  const { state } = useLocation() as { readonly state: { readonly isNextPage?: true } | null };
  const navigate = useNavigate();
  const wanted = params.get("sort") ?? "";
  const sort = sorts.includes(wanted) ? wanted : sorts[0];
  const search = params.get("q") ?? "";
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  const filters = { ...defaults, ...reads(params, filterNames) };
  const after = params.get("after");

  const isDeep = (wantedPage: number) => (wantedPage - 1) * pageSize > OFFSET_MAX;
  const turnTo = (next: number) => write({ page: next === 1 ? "" : String(next), after: "" });

  return {
    sorts,
    pageSize,
    search,
    sort,
    page,
    filters,
    query: {
      ...filters,
      search,
      sort,
      limit: pageSize,
      ...(isDeep(page) && after
        ? { cursor: after }
        : { offset: Math.min((page - 1) * pageSize, OFFSET_MAX) }),
    },
    narrow: (change) =>
      write(
        {
          page: "",
          after: "",
          ...(change.search === undefined ? {} : { q: change.search }),
          ...(change.sort === undefined
            ? {}
            : { sort: change.sort === sorts[0] ? "" : change.sort }),
          ...without(defaults, change.filters ?? {}),
        },
        { replace: true },
      ),
    turnOn: (lastId = "") =>
      write(
        { page: String(page + 1), after: isDeep(page + 1) ? lastId : "" },
        { state: { isNextPage: true } },
      ),
    turnBack: () => {
      if (!isDeep(page - 1)) turnTo(page - 1);
      // Where the page before begins only the history knows; without it the deepest page that has a number.
      else if (state?.isNextPage) void navigate(-1);
      else turnTo(Math.floor(OFFSET_MAX / pageSize) + 1);
    },
  };
};
