/** A list answer with the number of all rows behind it, sent as X-Total-Count. */
export class Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;

  constructor(items: readonly Item[], total: number) {
    this.items = items;
    this.total = total;
  }
}

type Counted = { readonly total: number | string };

/**
 * Rows that carry the number of all rows in `total` (`count(*) over ()`) as a page. Past the last page there is no
 * row to carry it; then the offset is the best that is known.
 */
export function toPage<Row extends Counted>(rows: readonly Row[], offset: number): Page<Row> {
  return new Page(rows, rows.length === 0 ? offset : Number(rows[0]?.total));
}

/** A search term for `ilike`, taken literally. */
export const likePattern = (term: string): string =>
  `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
