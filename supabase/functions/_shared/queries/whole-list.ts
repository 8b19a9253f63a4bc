import type { Fragment, Sql } from "../clients/database.ts";
import type { ListQuery } from "../contracts/list.ts";
import {
  createConditions,
  createOrder,
  createWhereClause,
  type ListSource,
  toFragment,
} from "./list-source.ts";

/** A row's position in an order that never changes: the values of the order's columns, as text. */
export type RowPosition = readonly string[];

export type PositionedRow<Row> = Row & { readonly position: RowPosition };

export interface ReadOptions {
  /** Reads the rows after this position. If null, reads from the beginning. */
  readonly after: RowPosition | null;
  readonly limit: number;
  /** Reads in the order that was requested, even if it can change. Such a read can't be continued later. */
  readonly keepsOrder: boolean;
}

/** All rows of a list that match a search and filters. They can be read in parts, in several transactions. */
export interface WholeList<Row> {
  /** True if the requested order never changes, so that a later read can continue after any row. */
  readonly hasFixedOrder: boolean;
  readonly count: () => Promise<number>;
  /** Yields the rows in batches, so that only one batch is in memory. Reading stops when the consumer does. */
  readonly read: (options: ReadOptions) => AsyncIterable<readonly PositionedRow<Row>[]>;
}

/** The number of rows per batch. Rows of the audit log can be large. */
export const BATCH_SIZE = 500;

/** The statement timeout, long enough for a million rows on a slow connection. */
export const WHOLE_LIST_TIMEOUT = "5min";

type WholeListQuery<Sort extends string> = Pick<ListQuery<Sort>, "search" | "sort">;

/**
 * Opens a whole list. Its parts are read at different moments, and in between, rows are added, changed and deleted. If
 * the requested order could move a row from one part to another, the rows are read in a fixed order instead, so each row
 * that stays in the list is read exactly once.
 */
export async function openWholeList<Row extends object, Sort extends string = string>(
  sql: Sql,
  query: WholeListQuery<Sort>,
  source: ListSource<Sort>,
): Promise<WholeList<Row>> {
  const from = toFragment(sql, source.from);
  const conditions = createConditions(sql, query.search ?? "", source);
  await sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`;
  return {
    hasFixedOrder: query.sort.replace(/^-/, "") === source.fixedOrder,
    count: async () => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::integer as count from ${from} ${createWhereClause(sql, conditions)}`;
      return row.count;
    },
    read: ({ after, limit, keepsOrder }) => {
      const fixed = createFixedOrder(sql, query, source);
      const { order } = keepsOrder ? createOrder(sql, source.orders, query.sort) : fixed;
      const where = after === null ? conditions : [...conditions, fixed.createAfter(after)];
      return sql<PositionedRow<Row>[]>`
        select ${source.columns}, json_build_array(${fixed.key}::text, id::text) as position
        from ${from} ${createWhereClause(sql, where)}
        order by ${order} limit ${limit}`.cursor(BATCH_SIZE);
    },
  };
}

/**
 * Returns an order that never changes: the requested one if possible, otherwise by the fixed timestamp, newest first, or
 * by ID.
 */
function createFixedOrder<Sort extends string>(
  sql: Sql,
  { sort }: WholeListQuery<Sort>,
  { orders, fixedOrder, idType }: ListSource<Sort>,
) {
  const [key] = typeof fixedOrder === "string" ? orders[fixedOrder] : [fixedOrder];
  // Cast from text, because postgres.js would turn a timestamp into a JavaScript date and lose its microseconds.
  const castId = (id = "") =>
    idType === "bigint" ? sql`${id}::text::bigint` : sql`${id}::text::uuid`;
  if (key === undefined) {
    const createAfter = ([, id]: RowPosition) => sql`id > ${castId(id)}`;
    return { key: sql`''`, order: sql`id`, createAfter };
  }
  const isAscending = sort === fixedOrder;
  return {
    key,
    order: isAscending ? sql`${key}, id` : sql`${key} desc, id desc`,
    createAfter: ([value = "", id]: RowPosition) => sql`
      (${key}, id) ${isAscending ? sql`>` : sql`<`} (${value}::text::timestamptz, ${castId(id)})`,
  };
}

/** Selects all rows that match the search and the filters, unordered. */
export const selectWholeList = <Sort extends string>(
  sql: Sql,
  { search = "" }: Pick<ListQuery<Sort>, "search">,
  source: ListSource<Sort>,
): Fragment =>
  sql`
    select ${source.columns} from ${toFragment(sql, source.from)}
    ${createWhereClause(sql, createConditions(sql, search, source))}`;
