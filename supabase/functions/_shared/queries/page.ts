import type { Fragment, Sql, TableName } from "../clients/database.ts";
import { COUNT_MAX } from "../contracts/limits.ts";
import type { ListQuery } from "../contracts/list.ts";
import { AppError } from "../errors.ts";

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
 * How many characters of a long search term are looked up in the index. The rest, such as an email's domain, often
 * appears in every row.
 */
const INDEXED_SEARCH_LENGTH = 16;

type SortKey<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

/** The source of a list's rows, and how they are searched and sorted. */
export interface ListSource<Sort extends string> {
  readonly columns: Fragment;
  /**
   * Any query that returns rows with an `id`. For a growing table that the caller may read in full, pass the table's
   * name instead, so that its size can be estimated.
   */
  readonly from: TableName | Fragment;
  readonly where?: readonly Fragment[];
  /** A query for the same rows that is faster to count. */
  readonly countFrom?: Fragment | undefined;
  /** Lowercase text that `search` matches. Long lists need a column with a trigram index. */
  readonly searchedText: Fragment;
  /**
   * Also matches rows by their text in another table. Returns an array of IDs, because a condition on an array can use
   * the index.
   */
  readonly relatedMatches?: (matchesTerm: (relatedText: Fragment) => Fragment) => Fragment;
  /**
   * The expressions for each sort key; none may be null. A minus before the key reverses all of its expressions, and
   * the ID comes last to make the order unambiguous. Long lists need an index for each sort key.
   */
  readonly orders: Readonly<Record<SortKey<Sort>, readonly Fragment[]>>;
}

/** Returns a `like` pattern that matches the term literally. */
export const createLikePattern = (term: string): string =>
  `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/**
 * Reads one page of a list with the privileges of the given connection. One extra row tells whether more follow.
 * Counting stops at `COUNT_MAX` + 1, and search hits beyond the first page aren't counted, because counting can cost
 * more than reading the page. The total is undefined for a page past the end of the list.
 */
export async function readPage<Row extends object, Sort extends string = string>(
  sql: Sql,
  { limit, offset, cursor, search = "", sort }: ListQuery<Sort>,
  { columns, from: source, where = [], countFrom, orders, ...searchFields }: ListSource<Sort>,
): Promise<Page<Row>> {
  const from = toFragment(sql, source);
  const { key, order, comparison, namedKeys, namedOrder } = createOrder(sql, orders, sort);
  const conditions =
    search === "" ? where : [...where, createSearchCondition(sql, searchFields, search)];
  const cursorConditions =
    cursor === undefined
      ? []
      : [sql`(${key}) ${comparison} (select ${key} from ${from} where id = ${cursor})`];
  const matchCount =
    search === "" ? createCountQuery(sql, countFrom ?? source, countFrom ? [] : where) : sql`null`;
  // Find the page's ids first, reading only the index if possible. The CTE is planned separately, and reads no further
  // than the page.
  const rows = await sql<(Row & { matchCount: string | null })[]>`
    with found as materialized (
      select id as found_id, ${namedKeys} from ${from}
      ${createWhereClause(sql, [...conditions, ...cursorConditions])}
      order by ${order}
      limit ${search === "" ? limit + 1 : Math.max(limit + 1, PLANNED_HIT_COUNT)}
      offset ${cursor === undefined ? offset : 0}
    )
    select ${columns}, ${matchCount} as "matchCount"
    from ${from}
    where id in (select found_id from found order by ${namedOrder} limit ${limit + 1})
    order by ${order}`;
  if (rows.length === 0 && cursor !== undefined) await requireRow(sql, from, cursor);
  const isWholeList = offset === 0 && cursor === undefined && rows.length <= limit;
  const matchTotal = rows[0]?.matchCount ?? null;
  return new Page<Row>(rows.slice(0, limit), {
    hasMore: rows.length > limit,
    total: isWholeList ? rows.length : matchTotal === null ? undefined : Number(matchTotal),
  });
}

/** The number of rows per fetch when a whole list is read. */
const BATCH_SIZE = 1000;

/** The statement timeout, long enough for a million rows on a slow connection. */
const WHOLE_LIST_TIMEOUT = "5min";

/**
 * Reads a whole list in order, with search and filters, in batches through a cursor. Only one batch is in memory, and
 * reading stops when the consumer does.
 */
export async function* readUnpagedList<Row extends object, Sort extends string = string>(
  sql: Sql,
  query: Pick<ListQuery<Sort>, "search" | "sort">,
  source: ListSource<Sort>,
): AsyncGenerator<readonly Row[]> {
  const { order } = createOrder(sql, source.orders, query.sort);
  await sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`;
  yield* sql<Row[]>`${selectUnpagedList(sql, query, source)} order by ${order}`.cursor(BATCH_SIZE);
}

/** Selects all rows that match the search and the filters, unordered. */
export const selectUnpagedList = <Sort extends string>(
  sql: Sql,
  { search = "" }: Pick<ListQuery<Sort>, "search">,
  { columns, from, where = [], ...searchFields }: ListSource<Sort>,
): Fragment => {
  const conditions =
    search === "" ? where : [...where, createSearchCondition(sql, searchFields, search)];
  return sql`select ${columns} from ${toFragment(sql, from)} ${createWhereClause(sql, conditions)}`;
};

/**
 * Returns a sort order in three forms: as `order by`, as the key that a cursor compares, and by column names for use
 * outside the subquery.
 */
function createOrder<Sort extends string>(
  sql: Sql,
  orders: ListSource<Sort>["orders"],
  sort: Sort,
) {
  const isDescending = sort.startsWith("-");
  const keys = [...orders[sort.replace(/^-/, "") as SortKey<Sort>], sql`id`];
  const names = keys.map((_, index) => sql`${sql(`key_${index}`)}`);
  const orderBy = (fragments: readonly Fragment[]) =>
    joinFragments(
      sql,
      isDescending ? fragments.map((fragment) => sql`${fragment} desc`) : fragments,
      sql`, `,
    );
  return {
    key: joinFragments(sql, keys, sql`, `),
    order: orderBy(keys),
    comparison: isDescending ? sql`<` : sql`>`,
    namedKeys: joinFragments(
      sql,
      keys.map((key, index) => sql`${key} as ${names[index] ?? key}`),
      sql`, `,
    ),
    namedOrder: orderBy(names),
  };
}

const createSearchCondition = (
  sql: Sql,
  { searchedText, relatedMatches }: Pick<ListSource<string>, "searchedText" | "relatedMatches">,
  term: string,
): Fragment => {
  const ownMatch = matchesTerm(sql, searchedText, term);
  if (relatedMatches === undefined) return ownMatch;
  return sql`(${ownMatch} or ${relatedMatches((otherText) => matchesTerm(sql, otherText, term))})`;
};

/**
 * Matches the term literally. One or two characters have no trigram except at the start of a word, so only word starts
 * are searched.
 */
const matchesTerm = (sql: Sql, searchedText: Fragment, term: string): Fragment => {
  const characters = Array.from(term);
  const pattern = createLikePattern(characters.slice(0, INDEXED_SEARCH_LENGTH).join(""));
  if (characters.length < 3) {
    const wordStart = pattern.slice(1);
    return sql`(${searchedText} like lower(${wordStart}) or ${searchedText} like lower(${`% ${wordStart}`}))`;
  }
  const patternMatch = sql`${searchedText} like lower(${pattern})`;
  return characters.length > INDEXED_SEARCH_LENGTH
    ? sql`${patternMatch} and strpos(${searchedText}, lower(${term})) > 0`
    : patternMatch;
};

/** Throws if the cursor's row is gone, because an empty page would look like the end of the list. */
async function requireRow(sql: Sql, from: Fragment, id: string): Promise<void> {
  const rows = await sql`select from ${from} where id = ${id}`;
  if (rows.length > 0) return;
  throw new AppError("not_found", {
    message: "This list has changed, so we can't show this page. Please go back to the first page.",
  });
}

/**
 * Returns a query that counts rows up to `COUNT_MAX` + 1. A whole table isn't counted if statistics show that it is far
 * larger.
 */
const createCountQuery = (
  sql: Sql,
  source: ListSource<string>["from"],
  where: readonly Fragment[],
): Fragment => {
  const rowCount = sql`(
    select count(*)
    from (select 1 from ${toFragment(sql, source)} ${createWhereClause(sql, where)} limit ${COUNT_MAX + 1}) as counted
  )`;
  if (typeof source !== "string" || where.length > 0) return rowCount;
  return sql`
    case
      when (select reltuples from pg_catalog.pg_class where oid = ${`public.${source}`}::regclass) > ${ESTIMATE_THRESHOLD}
      then ${COUNT_MAX + 1}
      else ${rowCount}
    end`;
};

const toFragment = (sql: Sql, source: ListSource<string>["from"]): Fragment =>
  typeof source === "string" ? sql`public.${sql(source)}` : source;

const createWhereClause = (sql: Sql, conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`` : sql`where ${joinFragments(sql, conditions, sql` and `)}`;

const joinFragments = (sql: Sql, fragments: readonly Fragment[], separator: Fragment): Fragment =>
  fragments.reduce(
    (joined, fragment, index) => (index === 0 ? fragment : sql`${joined}${separator}${fragment}`),
    sql``,
  );
