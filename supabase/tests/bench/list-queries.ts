import type { Sql } from "../../functions/_shared/clients/database.ts";
import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { readList } from "../read-list.ts";
import type { MeasuredList } from "./measured-lists.ts";
import { LIST_TARGET } from "./measured-reads.ts";

const SEARCH_TARGET = 50;

/** Queries that differ only in their sort order. */
interface ListQueries {
  readonly label: string;
  readonly target: number;
  readonly queries: readonly { readonly sort: string; readonly query: object }[];
}

/** Returns the first page, pages far into the list, and each filter and search, in each sort order. */
export async function createListQueries(
  sql: Sql,
  {
    name,
    size,
    operation,
    query: ownQuery,
    filters,
    searches,
    firstPageTarget = LIST_TARGET,
  }: MeasuredList,
): Promise<readonly ListQueries[]> {
  const { list }: EndpointDefinition = catalog[operation];
  const sorts = list?.sorts ?? [];
  const createQuery = (query: object) => ({ limit: 50, offset: 0, ...ownQuery, ...query });
  const inEachOrder = (label: string, target: number, query: object): ListQueries => ({
    label: `${name}: ${label}`,
    target,
    queries: sorts.map((sort) => ({ sort, query: createQuery({ sort, ...query }) })),
  });
  const middle = Math.floor(size / 2);
  const afterMiddle: ListQueries["queries"][number][] = [];
  for (const sort of sorts) {
    const page = await readList(operation, sql, createQuery({ sort, limit: 1, offset: middle }));
    afterMiddle.push({ sort, query: createQuery({ sort, cursor: page.items[0]?.id }) });
  }
  const largeOffset = Math.min(10_000, size - 50);
  return [
    inEachOrder("first page", firstPageTarget, {}),
    { label: `${name}: after row ${middle}`, target: LIST_TARGET, queries: afterMiddle },
    inEachOrder(`from row ${largeOffset}`, LIST_TARGET, { offset: largeOffset }),
    ...Object.entries(filters).map(([label, filter]) => inEachOrder(label, LIST_TARGET, filter)),
    ...Object.entries(searches).map(([label, search]) =>
      inEachOrder(`search, ${label}`, SEARCH_TARGET, { search }),
    ),
  ];
}
