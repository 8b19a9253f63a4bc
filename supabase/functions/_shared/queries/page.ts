import type { Fragment, Sql } from "../clients/database.ts";
import { COUNT_MAX } from "../contracts/limits.ts";
import type { ListQuery } from "../contracts/list.ts";
import { AppError } from "../errors.ts";
import {
  createConditions,
  createOrder,
  createWhereClause,
  type ListSource,
  toFragment,
} from "./list-source.ts";

export class Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** The number of matching rows, or `COUNT_MAX` + 1 if there are more. It's undefined if the rows weren't counted. */
  readonly total: number | undefined;

  constructor(items: readonly Item[], { hasMore, total }: Pick<Page<Item>, "hasMore" | "total">) {
    this.items = items;
    this.hasMore = hasMore;
    this.total = total;
  }
}

/**
 * The number of search hits that queries are planned for. Hits may cluster at one end of the sort order, but the
 * planner assumes they are spread evenly and would scan the table in that order. With this number, searches with up to
 * about 9,000 hits in a million rows use the trigram index.
 */
const PLANNED_HIT_COUNT = 1000;
/**
 * Table sizes below this number aren't estimated, because statistics lag: tables are analyzed after a fifth of their
 * rows change.
 */
const ESTIMATE_THRESHOLD = COUNT_MAX * 5;

/**
 * Reads one page of a list with the privileges of the given connection. One extra row tells whether more follow.
 * Counting stops at `COUNT_MAX` + 1, and search hits beyond the first page aren't counted, because counting can cost
 * more than reading the page. The total is undefined for a page past the end of the list.
 */
export async function readPage<Row extends object, Sort extends string = string>(
  sql: Sql,
  { limit, offset, cursor, search = "", sort }: ListQuery<Sort>,
  {
    columns,
    from: source,
    fromIds,
    where = [],
    countFrom,
    minCount,
    orders,
    ...searchFields
  }: ListSource<Sort>,
): Promise<Page<Row>> {
  const from = toFragment(sql, source);
  const { key, order, comparison, namedKeys, namedOrder } = createOrder(sql, orders, sort);
  const conditions = createConditions(sql, search, { where, ...searchFields });
  const cursorConditions =
    cursor === undefined
      ? []
      : [sql`(${key}) ${comparison} (select ${key} from ${from} where id = ${cursor})`];
  const matchCount =
    search === ""
      ? createCountQuery(sql, countFrom ?? source, countFrom ? [] : where, minCount)
      : sql`null`;
  const pageIds = sql`select found_id from page`;
  // Find the page's ids first, reading only the index if possible. The CTE is planned separately, and reads no further
  // than the page. The rows are sorted by the ids' places, because the keys of names take long to compute.
  const rows = await sql<(Row & { matchCount: string | null })[]>`
    with found as materialized (
      select id as found_id, ${namedKeys} from ${from}
      ${createWhereClause(sql, [...conditions, ...cursorConditions])}
      order by ${order}
      limit ${search === "" ? limit + 1 : Math.max(limit + 1, PLANNED_HIT_COUNT)}
      offset ${cursor === undefined ? offset : 0}
    ),
    page as materialized (
      select found_id from found order by ${namedOrder} limit ${limit + 1}
    )
    select ${columns}, ${matchCount} as "matchCount"
    from ${fromIds === undefined ? sql`${from} where id in (${pageIds})` : fromIds(sql`array(${pageIds})`)}
    order by array_position(array(${pageIds}), id)`;
  if (rows.length === 0 && cursor !== undefined) await requireRow(sql, from, cursor);
  const isWholeList = offset === 0 && cursor === undefined && rows.length <= limit;
  const matchTotal = rows[0]?.matchCount ?? null;
  return new Page<Row>(rows.slice(0, limit), {
    hasMore: rows.length > limit,
    total: isWholeList ? rows.length : matchTotal === null ? undefined : Number(matchTotal),
  });
}

/** Throws if the cursor's row is gone, because an empty page would look like the end of the list. */
async function requireRow(sql: Sql, from: Fragment, id: string): Promise<void> {
  const rows = await sql`select from ${from} where id = ${id}`;
  if (rows.length > 0) return;
  throw new AppError("not_found", {
    message: "This list has changed, so we can't show this page. Please go back to the first page.",
  });
}

/**
 * Returns a query that counts rows up to `COUNT_MAX` + 1. They aren't counted if `minCount` is larger or, for a whole
 * table, if statistics show that it is far larger.
 */
function createCountQuery(
  sql: Sql,
  source: ListSource<string>["from"],
  where: readonly Fragment[],
  minCount: Fragment | undefined,
): Fragment {
  const rowCount = sql`(
    select count(*)
    from (select 1 from ${toFragment(sql, source)} ${createWhereClause(sql, where)} limit ${COUNT_MAX + 1}) as counted
  )`;
  const orRowCount = (isLonger: Fragment) =>
    sql`case when ${isLonger} then ${COUNT_MAX + 1} else ${rowCount} end`;
  if (minCount !== undefined) return orRowCount(sql`${minCount} > ${COUNT_MAX}`);
  if (typeof source !== "string" || where.length > 0) return rowCount;
  return orRowCount(sql`
    (select reltuples from pg_catalog.pg_class where oid = ${`public.${source}`}::regclass) > ${ESTIMATE_THRESHOLD}`);
}
