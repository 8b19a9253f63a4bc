import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import {
  isRowReference,
  SAMPLE_ROWS,
  type SampleRow,
  type SampleTable,
  type SampleValue,
} from "./sample-rows.ts";

/** A stored row, with its columns in the table's order. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Rows of one person that refer to one another. */
export interface SampleSet {
  /** The beginning of each of the set's words. */
  readonly marker: string;
  /** The words that were used so far, one for each value. */
  readonly words: readonly string[];
  readonly email: string;
  /** Makes a stored row the table's sample row, such as a login. */
  use(table: SampleTable, row: StoredRow): void;
  /** Returns the table's sample row, which is added first if the set doesn't have it yet. */
  add(table: SampleTable): Promise<StoredRow>;
  /** Adds another row, with these values instead of the sample's. */
  addAnother(table: SampleTable, values: SampleRow): Promise<StoredRow>;
  /** Returns a row's values without adding it. The rows that it refers to are added. */
  complete(table: SampleTable, values?: SampleRow): Promise<StoredRow>;
}

const randomLetters = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join("");

export const getKey = (row: StoredRow) => String(Object.values(row)[0]);

const qualify = (table: string) => (table.includes(".") ? table : `public.${table}`);

/** Returns a statement that inserts a row. */
export function formatInsert(table: string, row: StoredRow): string {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const json = JSON.stringify(row).replaceAll("'", "''");
  return columns.length === 0
    ? `insert into ${qualify(table)} default values`
    : `insert into ${qualify(table)} (${columns.join(", ")})
       select ${columns.join(", ")} from jsonb_populate_record(null::${qualify(table)}, '${json}')`;
}

/**
 * Returns the columns to fill with text: those that can't be empty, and those whose values aren't logged. In a table whose
 * rows stay after an erasure, every text is a word of the person, whatever its description says.
 */
const readTextColumns = (sql: Sql | TransactionSql, table: string) =>
  sql<{ name: string; isPersonal: boolean }[]>`
    select attname as name, kind in ('personal', 'note') or erasure is not distinct from 'empty' as "isPersonal"
    from private.columns as known
    join private.tables as described on described.name = table_name
    join pg_attribute on attrelid = format('public.%I', table_name)::regclass and attname = known.name
    where table_name = ${table} and atttypid = 'text'::regtype and attgenerated = '' and (
      kind in ('personal', 'note') or erasure = 'empty' or not is_logged or (attnotnull and not atthasdef)
    )
    order by attnum`;

/** Stores a row and returns all of its columns. */
async function store(sql: Sql | TransactionSql, table: string, row: StoredRow): Promise<StoredRow> {
  const insert = formatInsert(table, row);
  const run = async (statement: string) => {
    const [stored] = await sql.unsafe<{ row: StoredRow }[]>(
      `with added as (${statement} returning *) select to_json(added) as row from added`,
    );
    return stored?.row;
  };
  const added = await run(`${insert} on conflict do nothing`);
  if (added) return added;
  // Some tables can have only one such row, such as the settings. Rows about people are never replaced.
  await sql.unsafe(
    `delete from ${qualify(table)} where exists (select from private.tables where name = $1 and erasure is null)`,
    [table],
  );
  return (await run(insert))!;
}

/** Returns words such as `canaryqzkvbwtaa`. They don't contain digits, because some columns don't accept them. */
function createWords() {
  const marker = `canary${randomLetters(7)}`;
  const words: string[] = [];
  const addWord = () => {
    const position = words.length;
    words.push(marker + String.fromCodePoint(97 + Math.floor(position / 26), 97 + (position % 26)));
    return words.at(-1)!;
  };
  return { marker, words, addWord };
}

/** Starts a set of sample rows. */
export function createSampleSet(sql: Sql | TransactionSql): SampleSet {
  const rows = new Map<SampleTable, StoredRow>();
  const { marker, words, addWord } = createWords();
  const email = `${addWord()}@example.org`;

  const fillIn = async (text: string) =>
    text
      .replaceAll("{login}", text.includes("{login}") ? getKey(await add("auth.users")) : "")
      .replaceAll("{email}", email)
      .replaceAll("{word}", addWord)
      .replaceAll("{uuid}", () => randomUUID())
      .replaceAll("{lowest}", () => `00000000${randomUUID().slice(8)}`)
      .replaceAll("{hash}", () => (randomUUID() + randomUUID()).replaceAll("-", ""));

  /** Resolves one value after another, because a reference may add the row that the next one means. */
  async function resolve(value: SampleValue): Promise<unknown> {
    if (typeof value === "string") return fillIn(value);
    if (typeof value !== "object" || value === null) return value;
    if (isRowReference(value)) {
      const { table, ownValues, isOfSomeoneElse } = value;
      if (ownValues === undefined) return getKey(await add(table));
      const set = isOfSomeoneElse ? createSampleSet(sql) : { addAnother };
      return getKey(await set.addAnother(table, ownValues));
    }
    const resolved: [string, unknown][] = [];
    for (const [name, item] of Object.entries(value)) resolved.push([name, await resolve(item)]);
    return Array.isArray(value) ? resolved.map(([, item]) => item) : Object.fromEntries(resolved);
  }

  async function complete(table: SampleTable, values: SampleRow = {}): Promise<StoredRow> {
    const given = (await resolve({ ...SAMPLE_ROWS[table], ...values })) as StoredRow;
    const texts = (await readTextColumns(sql, table))
      .filter(({ name }) => !(name in given))
      .map(({ name, isPersonal }) => [name, isPersonal ? addWord() : `text${randomLetters(12)}`]);
    return { ...given, ...Object.fromEntries(texts) };
  }

  const addAnother = async (table: SampleTable, values: SampleRow) =>
    store(sql, table, await complete(table, values));

  async function add(table: SampleTable): Promise<StoredRow> {
    const row = rows.get(table) ?? (await addAnother(table, {}));
    use(table, row);
    return row;
  }

  const use = (table: SampleTable, row: StoredRow) => void rows.set(table, row);

  return { marker, words, email, use, add, addAnother, complete };
}
