import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { OFFSET_MAX } from "#contracts/limits.ts";
import { getFieldIssues } from "#lib/api/refusals.ts";
import { useQueryString } from "./use-query-string.ts";

export interface ListAddressOptions {
  /** Sort orders from the contract; the first is the default. */
  readonly sorts: readonly [string, ...string[]];
  readonly filters?: readonly string[];
  /**
   * The filters that apply if the URL doesn't set any, such as `{ when: "upcoming" }`. A filter with a default can't be
   * cleared to show all rows.
   */
  readonly defaults?: Readonly<Record<string, string>> | undefined;
  /** Filters that aren't in the URL and can't be changed. */
  readonly fixedFilters?: Readonly<Record<string, string>> | undefined;
  readonly pageSize: number;
}

export interface ListState {
  readonly search: string;
  readonly sort: string;
  /** The page number, starting at 1. */
  readonly page: number;
  /** The values of all filters that are set. */
  readonly filters: Readonly<Record<string, string>>;
}

export interface ListAddress extends ListState {
  readonly sorts: readonly string[];
  readonly pageSize: number;
  /** The URL parameters whose values the server has refused. They aren't in the query anymore. */
  readonly refusedNames: readonly string[];
  /** Leaves out what the server refused in its response to the query. To be called with each render. */
  readonly leaveOutRefused: (error: Error | null) => void;
  /** Query parameters for the API. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Changes search, sort, or filters and returns to the first page. */
  readonly update: (change: Partial<Omit<ListState, "page">>) => void;
  /** Clears the search and all filters that users can change, and returns to the first page. */
  readonly clear: () => void;
  readonly goToFirstPage: () => void;
  /** Goes to the next page, which starts after the row with the id `lastId`. */
  readonly goToNextPage: (lastId?: string) => void;
  readonly goToPreviousPage: () => void;
}

const pickParams = (params: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  );

const emptyValues = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ""]));

/** Where the API's name of a parameter differs from the URL's. */
const URL_NAMES: Readonly<Record<string, string>> = { search: "q", cursor: "after" };

/** Removes default values from the URL. */
const omitDefaults = (
  defaults: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, string>>,
) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value === defaults[name] ? "" : value]),
  );

/**
 * Returns the query parameters that a change sets. Parameters without a value are removed. The list goes back to its
 * first page.
 */
const getParams = (
  { search, sort, filters = {} }: Partial<Omit<ListState, "page">>,
  { sorts, defaults = {} }: ListAddressOptions,
): Readonly<Record<string, string>> => ({
  page: "",
  after: "",
  ...(search === undefined ? {} : { q: search }),
  ...(sort === undefined ? {} : { sort: sort === sorts[0] ? "" : sort }),
  ...omitDefaults(defaults, filters),
});

/** Keeps a list's search, sort, filters, and page in the URL, so links, Back, and reloads show the same rows. */
export const useListAddress = (options: ListAddressOptions): ListAddress => {
  const { sorts, filters: filterNames = [], defaults = {}, fixedFilters = {}, pageSize } = options;
  const [refusedParams, setRefusedParams] = useState<Readonly<Record<string, string>>>({});
  const [params, changeParams] = useQueryString();
  const { state } = useLocation() as { readonly state: { readonly isNextPage?: true } | null };
  const navigate = useNavigate();
  const requestedSort = params.get("sort") ?? "";
  const sort = sorts.includes(requestedSort) ? requestedSort : sorts[0];
  const isUsable = (name: string) => refusedParams[name] !== params.get(name);
  const usableParams = pickParams(params, [...filterNames, "q", "after"].filter(isUsable));
  const { q: search = "", after: cursor, ...usableFilters } = usableParams;
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  const refusedNames = Object.keys(refusedParams).filter((name) => !isUsable(name));
  const selectedFilters = { ...defaults, ...usableFilters };

  const needsCursor = (pageNumber: number) => (pageNumber - 1) * pageSize > OFFSET_MAX;
  const change = (values: Partial<Omit<ListState, "page">>) =>
    changeParams(
      { ...emptyValues(refusedNames), ...getParams(values, options) },
      { replace: true },
    );
  const goToPage = (targetPage: number) =>
    changeParams({ page: targetPage === 1 ? "" : String(targetPage), after: "" });

  return {
    sorts,
    pageSize,
    search,
    sort,
    page,
    refusedNames,
    leaveOutRefused: (error) => {
      const names = Object.keys(getFieldIssues(error)).map((name) => URL_NAMES[name] ?? name);
      const values = pickParams(new URLSearchParams(usableParams), names);
      if (Object.keys(values).length > 0) setRefusedParams({ ...refusedParams, ...values });
    },
    filters: { ...selectedFilters, ...fixedFilters },
    query: {
      ...selectedFilters,
      search,
      sort,
      limit: pageSize,
      ...(needsCursor(page) && cursor
        ? { cursor: cursor }
        : { offset: Math.min((page - 1) * pageSize, OFFSET_MAX) }),
      ...fixedFilters,
    },
    update: change,
    clear: () => change({ search: "", filters: emptyValues(filterNames) }),
    goToFirstPage: () => goToPage(1),
    goToNextPage: (lastId = "") =>
      changeParams(
        { page: String(page + 1), after: needsCursor(page + 1) ? lastId : "" },
        { state: { isNextPage: true } },
      ),
    goToPreviousPage: () => {
      if (!needsCursor(page - 1)) goToPage(page - 1);
      // Pages after the offset limit can only be reached with a cursor, so only the history knows the previous page. If
      // it isn't in the history, go to the last page that has an offset.
      else if (state?.isNextPage) void navigate(-1);
      else goToPage(Math.floor(OFFSET_MAX / pageSize) + 1);
    },
  };
};
