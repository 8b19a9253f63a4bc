import { computeKeyCheck } from "../../local/backup/erasure-list.ts";
import type { SampleRow, SampleTable } from "../sample-rows.ts";
import { createSampleSet } from "../sample-set.ts";
import { catchSqlState, type Transaction } from "./connection.ts";
import { ERASURE_KEY } from "./erasing.ts";

/** All text that the migrations describe, except what triggers compute, and the history. */
export const readTextColumns = (tx: Transaction) => tx<
  { table: SampleTable; column: string; kind: string; isJson: boolean }[]
>`
  select table_name as "table", known.name as "column", kind, atttypid = 'jsonb'::regtype as "isJson"
  from private.columns as known
  join pg_attribute on attrelid = format('public.%I', table_name)::regclass and attname = known.name
  where kind <> 'computed' and atttypid in ('text'::regtype, 'jsonb'::regtype) and attgenerated = ''
    and table_name <> 'audit_log'
    -- A trigger accepts only the names of time zones.
    and (table_name, known.name) <> ('settings', 'time_zone')
  order by 1, 2`;

/** The kinds of columns that may hold words about people. */
export const MAY_HOLD_WORDS: ReadonlySet<string> = new Set(["personal", "note", "content"]);

/** What a row needs so that more of its columns can have a text. */
const ROW_VALUES: Readonly<Partial<Record<SampleTable, SampleRow>>> = {
  erasures: { records: [], key_check: computeKeyCheck(ERASURE_KEY) },
  events: { is_active: false },
  tributes: { recipient_email: null, recipient_address: "1 Elm St" },
};

interface Place {
  readonly column: string;
  readonly kind: string;
  readonly isJson: boolean;
}

/**
 * Adds a row of another person and writes one of the texts into each of these columns, without triggers. Returns the
 * row's key, and the columns that accept none of the texts.
 */
export async function plantTexts(
  tx: Transaction,
  table: SampleTable,
  places: readonly Place[],
  texts: readonly string[],
) {
  const row = await createSampleSet(tx).addAnother(table, ROW_VALUES[table] ?? {});
  const [{ key }] = await tx<[{ key: string }]>`
    select string_agg(format('entry.%I::text', name), ' || '':'' || ') as key from private.primary_key(${table})`;
  let [{ id }] = await tx.unsafe<[{ id: string }]>(
    `select ${key} as id from public.${table} as entry where to_jsonb(entry) @> $1::text::jsonb`,
    [JSON.stringify(row)],
  );
  await tx`set constraints all immediate`;
  await tx`alter table ${tx(`public.${table}`)} disable trigger user`;
  const refused: Place[] = [];
  for (const place of places) {
    // Fixed choices, keys and URLs rarely accept a text, and another one would take as long.
    const placeTexts = MAY_HOLD_WORDS.has(place.kind) ? texts : texts.slice(0, 1);
    const values = place.isJson
      ? placeTexts.flatMap((text) => [{ note: text }, [text]]).map((value) => JSON.stringify(value))
      : placeTexts;
    let state: string | undefined = "untried";
    for (const value of values) {
      const statement = `update public.${table} as entry set ${place.column} = $1::text::${place.isJson ? "jsonb" : "text"}
        where ${key} = $2 returning ${key} as id`;
      state = await catchSqlState(
        tx.savepoint(async (savepoint) => {
          [{ id }] = await savepoint.unsafe<[{ id: string }]>(statement, [value, id]);
        }),
      );
      if (state === undefined) break;
    }
    if (state !== undefined) refused.push(place);
  }
  await tx`alter table ${tx(`public.${table}`)} enable trigger user`;
  const isStored = async () =>
    (await tx.unsafe(`select from public.${table} as entry where ${key} = $1`, [id])).length > 0;
  return { id, refused, isStored };
}
