import type { SampleTable } from "../sample-rows.ts";
import { formatInsert, type SampleSet } from "../sample-set.ts";
import type { Transaction } from "./connection.ts";

export interface ColumnFacts {
  /** Those that the people who may read the fewest columns may read. */
  readonly readable: readonly string[];
  readonly insertable: readonly string[];
  readonly updatable: readonly string[];
  /** Those that the database doesn't compute. */
  readonly stored: readonly string[];
  readonly keys: readonly string[];
}

export async function readColumnFacts(tx: Transaction, table: string): Promise<ColumnFacts> {
  const [facts] = await tx<[ColumnFacts]>`
    with columns as (
      select attname, attnum, attrelid, attgenerated = '' and attidentity = '' as is_stored,
        attnum = any(coalesce(indkey::smallint[], '{}')) as is_key
      from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
    ),
    granted as (
      select role, json_agg(attname order by attnum) as names
      from columns, unnest('{anon,authenticated,administrator,postgres}'::text[]) with ordinality as roles (role, place)
      where has_column_privilege(role, attrelid, attnum, 'select')
      group by role, place order by place limit 1
    )
    select
      (select names from granted) as readable,
      coalesce(json_agg(attname order by attnum) filter (where has_column_privilege('authenticated', attrelid, attnum, 'insert')), '[]') as insertable,
      coalesce(json_agg(attname order by attnum) filter (where has_column_privilege('authenticated', attrelid, attnum, 'update')), '[]') as updatable,
      json_agg(attname order by attnum) filter (where is_stored) as stored,
      coalesce(json_agg(attname order by attnum) filter (where is_key), '[]') as keys
    from columns`;
  return facts;
}

/** Returns a statement that inserts the sample row, with the columns that administrators and volunteers may insert. */
export async function formatPermittedInsert(
  set: SampleSet,
  table: SampleTable,
  { insertable }: ColumnFacts,
): Promise<string> {
  const columns = Object.entries(await set.complete(table)).filter(
    ([name]) => insertable.length === 0 || insertable.includes(name),
  );
  return formatInsert(table, Object.fromEntries(columns));
}
