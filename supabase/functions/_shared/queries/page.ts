import type { Fragment, Sql, TableName } from "../clients/database.ts";
import { COUNT_MAX } from "../contracts/limits.ts";
import type { ListQuery } from "../contracts/list.ts";
import { AppError } from "../errors.ts";

/** One page of a list. */
export class Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** How many rows match in all, or one more than `COUNT_MAX` where they are more; undefined where nobody counted. */
  readonly total: number | undefined;

  constructor(items: readonly Item[], { hasMore, total }: Pick<Page<Item>, "hasMore" | "total">) {
    this.items = items;
    this.hasMore = hasMore;
    this.total = total;
  }
}

/**
 * The hits of a search may stand together at the far end of an order (a family name in the order of names). The planner
 * thinks them spread evenly and would walk there, so it is told that this many are wanted; nobody fetches them. So up to
 * about 9,000 hits in a million rows are looked up in the index of trigrams; where there are more it walks. It must not
 * mistake the one for the other: what is searched by has fine statistics.
 */
const HITS_PLANNED_FOR = 1000;
/** A table's size is known from its last analysis, which follows every fifth of its rows that changes. */
const SURELY_MORE = COUNT_MAX * 5;
/** So much of a long term is looked up in the index: what follows is often in every row, as the end of an address is. */
const LOOKED_UP_LENGTH = 16;

type SortKey<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

/** Where the rows of a list come from and how they may be searched and ordered. */
export interface ListSource<Sort extends string> {
  readonly columns: Fragment;
  /**
   * A table that grows, by its name, where the caller sees all of it: its size is then estimated. Otherwise anything that
   * gives rows with an `id`.
   */
  readonly from: TableName | Fragment;
  readonly where?: readonly Fragment[];
  /** One text that `search` looks through, in lower case; where the list grows a column with an index of trigrams. */
  readonly searched: Fragment;
  /** What `search` finds as well: rows of another table that match by a text of theirs. An array of their ids is looked up. */
  readonly foundThrough?: (matches: (searched: Fragment) => Fragment) => Fragment;
  /**
   * The expressions behind each sort, without its minus; none may be null. They turn round together and the id comes
   * last, so that no two rows are equal and a page can begin after any of them. Where the list grows each has an index.
   */
  readonly orders: Readonly<Record<SortKey<Sort>, readonly Fragment[]>>;
}

/** A term for `like`, taken literally. */
export const likePattern = (term: string): string =>
  `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/**
 * One page of a list, as the caller whose transaction it is. One row more than asked for tells whether others follow;
 * counting ends one above `COUNT_MAX`, and what a search finds is not counted beyond its first page, because that can
 * cost more than everything else. Past the end there is no row to carry the count, and it is left out.
 */
export async function readPage<Row extends object, Sort extends string = string>(
  sql: Sql,
  { limit, offset, cursor, search = "", sort }: ListQuery<Sort>,
  { columns, from: source, where = [], orders, ...looked }: ListSource<Sort>,
): Promise<Page<Row>> {
  const from = fragmentOf(sql, source);
  const { key, order, beyond, named, namedOrder } = orderOf(sql, orders, sort);
  const matching = search === "" ? where : [...where, hitsOf(sql, looked, search)];
  const afterCursor =
    cursor === undefined
      ? []
      : [sql`(${key}) ${beyond} (select ${key} from ${from} where id = ${cursor})`];
  const matchCount = search === "" ? countOf(sql, source, where) : sql`null`;
  // The page's ids come first, from the index alone where it holds all they depend on. They are planned apart, and
  // fetched no further than the page needs.
  const rows = await sql<(Row & { matchCount: string | null })[]>`
    with found as materialized (
      select id as found_id, ${named} from ${from}
      ${filtered(sql, [...matching, ...afterCursor])}
      order by ${order}
      limit ${search === "" ? limit + 1 : Math.max(limit + 1, HITS_PLANNED_FOR)}
      offset ${cursor === undefined ? offset : 0}
    )
    select ${columns}, ${matchCount} as match_count
    from ${from}
    where id in (select found_id from found order by ${namedOrder} limit ${limit + 1})
    order by ${order}`;
  if (rows.length === 0 && cursor !== undefined) await requireRow(sql, from, cursor);
  const isWholeList = offset === 0 && cursor === undefined && rows.length <= limit;
  const counted = rows[0]?.matchCount ?? null;
  return new Page<Row>(rows.slice(0, limit), {
    hasMore: rows.length > limit,
    total: isWholeList ? rows.length : counted === null ? undefined : Number(counted),
  });
}

/** Rows of a whole list that are fetched at once. */
const BATCH = 1000;

/** For a list of a million rows and somebody whose line is slow. */
const WHOLE_LIST_TIMEOUT = "5min";

/**
 * The whole of a list in its order, as it is searched and filtered, in batches through a cursor: there is never more of
 * it here than one. It reads no further than it is asked to.
 */
export async function* readWholeList<Row extends object, Sort extends string = string>(
  sql: Sql,
  query: Pick<ListQuery<Sort>, "search" | "sort">,
  source: ListSource<Sort>,
): AsyncGenerator<readonly Row[]> {
  const { order } = orderOf(sql, source.orders, query.sort);
  await sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`;
  yield* sql<Row[]>`${wholeList(sql, query, source)} order by ${order}`.cursor(BATCH);
}

/** All that a list has under its search and filters, in no order. */
export const wholeList = <Sort extends string>(
  sql: Sql,
  { search = "" }: Pick<ListQuery<Sort>, "search">,
  { columns, from, where = [], ...looked }: ListSource<Sort>,
): Fragment => {
  const matching = search === "" ? where : [...where, hitsOf(sql, looked, search)];
  return sql`select ${columns} from ${fragmentOf(sql, from)} ${filtered(sql, matching)}`;
};

/** The sort as an order, as what a cursor compares, and by names that stand outside of a subquery. */
function orderOf<Sort extends string>(sql: Sql, orders: ListSource<Sort>["orders"], sort: Sort) {
  const isDescending = sort.startsWith("-");
  const keys = [...orders[sort.replace(/^-/, "") as SortKey<Sort>], sql`id`];
  const names = keys.map((_, index) => sql`${sql(`key_${index}`)}`);
  const inOrder = (parts: readonly Fragment[]) =>
    separated(sql, isDescending ? parts.map((part) => sql`${part} desc`) : parts, sql`, `);
  return {
    key: separated(sql, keys, sql`, `),
    order: inOrder(keys),
    beyond: isDescending ? sql`<` : sql`>`,
    named: separated(
      sql,
      keys.map((part, index) => sql`${part} as ${names[index] ?? part}`),
      sql`, `,
    ),
    namedOrder: inOrder(names),
  };
}

const hitsOf = (
  sql: Sql,
  { searched, foundThrough }: Pick<ListSource<string>, "searched" | "foundThrough">,
  term: string,
): Fragment => {
  const own = matches(sql, searched, term);
  if (foundThrough === undefined) return own;
  return sql`(${own} or ${foundThrough((other) => matches(sql, other, term))})`;
};

/**
 * The term taken literally. One or two letters alone are no trigram, only the beginning of a word has one, so they are
 * looked for there.
 */
const matches = (sql: Sql, searched: Fragment, term: string): Fragment => {
  const letters = Array.from(term);
  const pattern = likePattern(letters.slice(0, LOOKED_UP_LENGTH).join(""));
  if (letters.length < 3) {
    const beginning = pattern.slice(1);
    return sql`(${searched} like lower(${beginning}) or ${searched} like lower(${`% ${beginning}`}))`;
  }
  const found = sql`${searched} like lower(${pattern})`;
  return letters.length > LOOKED_UP_LENGTH
    ? sql`${found} and strpos(${searched}, lower(${term})) > 0`
    : found;
};

/** Nothing after a row that is gone would pass for the end of the list. */
async function requireRow(sql: Sql, from: Fragment, id: string): Promise<void> {
  const rows = await sql`select from ${from} where id = ${id}`;
  if (rows.length > 0) return;
  throw new AppError("not_found", {
    message: "The entry before this page was deleted. Please go back to the first page.",
  });
}

/**
 * How many rows there are, or one more than `COUNT_MAX`. Of a whole table that the database knows to be many times as
 * large, nobody has to count that far.
 */
const countOf = (
  sql: Sql,
  source: ListSource<string>["from"],
  where: readonly Fragment[],
): Fragment => {
  const counted = sql`(
    select count(*)
    from (select 1 from ${fragmentOf(sql, source)} ${filtered(sql, where)} limit ${COUNT_MAX + 1}) as counted
  )`;
  if (typeof source !== "string" || where.length > 0) return counted;
  return sql`
    case
      when (select reltuples from pg_catalog.pg_class where oid = ${`public.${source}`}::regclass) > ${SURELY_MORE}
      then ${COUNT_MAX + 1}
      else ${counted}
    end`;
};

const fragmentOf = (sql: Sql, source: ListSource<string>["from"]): Fragment =>
  typeof source === "string" ? sql`public.${sql(source)}` : source;

const filtered = (sql: Sql, conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`` : sql`where ${separated(sql, conditions, sql` and `)}`;

const separated = (sql: Sql, parts: readonly Fragment[], separator: Fragment): Fragment =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${separator}${part}`), sql``);
