import type { Fragment, Sql, TableName } from "../clients/database.ts";
import { foldWords } from "../rules/fold.ts";

/** How many characters of a long word are looked up in the index. */
const INDEXED_WORD_LENGTH = 16;

/** A shorter word has no trigram except at its start. */
const TRIGRAM_LENGTH = 3;

/**
 * How many words of a search are looked up in the index. The other ones are looked for in the rows that these find. An email
 * address is looked up by one, because every row may have its other ones, such as `org`.
 */
const countIndexedWords = (words: readonly string[]): number =>
  words.some((word) => word.includes("@")) ? 1 : 2;

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
  /**
   * What `search` matches, as `private.search_text` returns it: a column `search_text` or, in a short list, a call. Long
   * lists need a column with a trigram index.
   */
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

/** Returns a `like` pattern that matches the text literally, anywhere. */
export const createLikePattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

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

/** Returns the part of a word that is looked up in the index: of an address what is before the domain, if it's long enough. */
const selectIndexedPart = (word: string): string => {
  const [beforeDomain = ""] = word.split("@");
  const part = beforeDomain.length < TRIGRAM_LENGTH ? word : beforeDomain;
  return Array.from(part).slice(0, INDEXED_WORD_LENGTH).join("");
};

/**
 * Matches texts that contain every word of the term, in any order. The longest ones, or the middle of an address, are looked up in
 * the index. A word of one or two letters is looked up only if there is no longer one, and matches only the start of a word.
 */
const matchesTerm = (sql: Sql, searchedText: Fragment, term: string): Fragment => {
  const words = foldWords(term);
  if (words.length === 0) return sql`false`;
  const indexedCount = countIndexedWords(words);
  const byLength = words
    .map((word, index) => ({ word, index, length: Array.from(word).length }))
    .toSorted(
      (one, other) =>
        Number(other.word.includes("@")) - Number(one.word.includes("@")) ||
        other.length - one.length,
    );
  const conditions = byLength.map(({ word, index, length }, rank) => {
    if (length < TRIGRAM_LENGTH) {
      return rank === 0
        ? sql`${searchedText} like ${createLikePattern(` ${word}`)}`
        : isAtStart(sql, searchedText, words, index);
    }
    const isInText = sql`strpos(${searchedText}, ${word}) > 0`;
    if (rank >= indexedCount) return isInText;
    const start = selectIndexedPart(word);
    const isIndexed = sql`${searchedText} like ${createLikePattern(start)}`;
    return start === word ? isIndexed : sql`${isIndexed} and ${isInText}`;
  });
  return sql`(${joinFragments(sql, conditions, sql` and `)})`;
};

/** Matches a short word at the start of a word, or beside its neighbor in one word, as in `O Neill` and `ONeill`. */
const isAtStart = (
  sql: Sql,
  searchedText: Fragment,
  words: readonly string[],
  index: number,
): Fragment => {
  const word = words[index] ?? "";
  const joined = [
    ...(index > 0 ? [`${words[index - 1]}${word}`] : []),
    ...(index < words.length - 1 ? [`${word}${words[index + 1]}`] : []),
  ];
  const places = [` ${word}`, ...joined].map((text) => sql`strpos(${searchedText}, ${text}) > 0`);
  return sql`(${joinFragments(sql, places, sql` or `)})`;
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
