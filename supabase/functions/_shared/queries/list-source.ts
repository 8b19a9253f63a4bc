import type { Fragment, Sql, TableName } from "../clients/database.ts";

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
  /**
   * Selects the rows of a page by their IDs, which is an array expression. By default, they are selected from `from`. A
   * function in plpgsql keeps its plan, and looks up what belongs to all rows at once.
   */
  readonly fromIds?: (ids: Fragment) => Fragment;
  /** A query for the same rows that is faster to count. */
  readonly countFrom?: Fragment | undefined;
  /** A number that triggers keep and that the list has at least as many rows as. Long lists then aren't counted. */
  readonly minCount?: Fragment | undefined;
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
  /**
   * The sort key whose values are timestamps that never change, if there is one, or such a timestamp that isn't a sort
   * key. Exports of long lists need it.
   */
  readonly fixedOrder?: SortKey<Sort> | Fragment;
  /** The type of `id`. Defaults to `uuid`. */
  readonly idType?: "bigint";
}

/** Returns a `like` pattern that matches the term literally. */
export const createLikePattern = (term: string): string =>
  `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/**
 * Returns a sort order in three forms: as `order by`, as the key that a cursor compares, and by column names for use
 * outside the subquery.
 */
export function createOrder<Sort extends string>(
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

/** Returns the conditions of the search and the filters. */
export const createConditions = (
  sql: Sql,
  search: string,
  {
    where = [],
    ...searchFields
  }: Pick<ListSource<string>, "where" | "searchedText" | "relatedMatches">,
): readonly Fragment[] =>
  search === "" ? where : [...where, createSearchCondition(sql, searchFields, search)];

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

export const toFragment = (sql: Sql, source: ListSource<string>["from"]): Fragment =>
  typeof source === "string" ? sql`public.${sql(source)}` : source;

export const createWhereClause = (sql: Sql, conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`` : sql`where ${joinFragments(sql, conditions, sql` and `)}`;

export const joinFragments = (
  sql: Sql,
  fragments: readonly Fragment[],
  separator: Fragment,
): Fragment =>
  fragments.reduce(
    (joined, fragment, index) => (index === 0 ? fragment : sql`${joined}${separator}${fragment}`),
    sql``,
  );
