import type { Fragment, Sql } from "../clients/database.ts";
import { COUNT_MAX } from "../contracts/limits.ts";
import type { ListQuery } from "../contracts/list.ts";

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

type SortKey<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

/** Where the rows of a list come from and how they may be searched and ordered. */
export interface ListSource<Sort extends string> {
  readonly columns: Fragment;
  /** A table, or a function that gives rows with an `id`. */
  readonly from: Fragment;
  readonly where?: readonly Fragment[];
  /** One text that `search` looks through, in lower case. */
  readonly searched: Fragment;
  /**
   * The expressions behind each sort, without its minus; none may be null. They turn round together and the id comes
   * last, so that no two rows are equal and a page can begin after any of them.
   */
  readonly orders: Readonly<Record<SortKey<Sort>, readonly Fragment[]>>;
}

/** A term for `like`, taken literally. */
export const likePattern = (term: string): string =>
  `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/**
 * One page of a list, as the caller whose transaction it is. One row more than asked for tells whether others follow;
 * counting ends one above `COUNT_MAX`. Past the end there is no row to carry the count, and it is left out.
 */
export async function readPage<Row extends object, Sort extends string = string>(
  sql: Sql,
  { limit, offset, cursor, search = "", sort }: ListQuery<Sort>,
  { columns, from, where = [], searched, orders }: ListSource<Sort>,
): Promise<Page<Row>> {
  const isDescending = sort.startsWith("-");
  const keys = [...orders[sort.replace(/^-/, "") as SortKey<Sort>], sql`id`];
  const matching =
    search === "" ? where : [...where, sql`${searched} like lower(${likePattern(search)})`];
  const key = separated(sql, keys, sql`, `);
  const ordered = separated(
    sql,
    keys.map((part) => (isDescending ? sql`${part} desc` : part)),
    sql`, `,
  );
  const afterCursor =
    cursor === undefined
      ? []
      : [
          sql`(${key}) ${isDescending ? sql`<` : sql`>`} (select ${key} from ${from} where id = ${cursor})`,
        ];
  const rows = await sql<(Row & { matchCount: string })[]>`
    select
      ${columns},
      (
        select count(*)
        from (select 1 from ${from} ${filtered(sql, matching)} limit ${COUNT_MAX + 1}) as counted
      ) as match_count
    from ${from}
    ${filtered(sql, [...matching, ...afterCursor])}
    order by ${ordered}
    limit ${limit + 1} offset ${cursor === undefined ? offset : 0}`;
  const [first] = rows;
  const isFromStart = offset === 0 && cursor === undefined;
  return new Page<Row>(rows.slice(0, limit), {
    hasMore: rows.length > limit,
    total: first === undefined && isFromStart ? 0 : first && Number(first.matchCount),
  });
}

const filtered = (sql: Sql, conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`` : sql`where ${separated(sql, conditions, sql` and `)}`;

const separated = (sql: Sql, parts: readonly Fragment[], separator: Fragment): Fragment =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${separator}${part}`), sql``);
