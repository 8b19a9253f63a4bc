import { expect, test } from "vitest";
import type { SampleTable } from "../sample-rows.ts";
import { createSampleSet, getKey } from "../sample-set.ts";
import { COLUMNS_BY_KIND } from "./column-kinds.ts";
import { withRollback } from "./connection.ts";

const WORD = "Zephyrquill";

const texts = [...COLUMNS_BY_KIND.content, ...COLUMNS_BY_KIND.note];

test.each(texts)("the preview of an erasure finds someone mentioned in %s", async (name) => {
  const [table, column] = name.split(".") as [SampleTable, string];
  await withRollback(async (tx) => {
    const id = getKey(await createSampleSet(tx).addAnother(table, {}));
    // Runs the deferred triggers, because a table with pending ones can't be altered.
    await tx`set constraints all immediate`;
    await tx`alter table ${tx(`public.${table}`)} disable trigger user`;
    // A word alone may not be an allowed value.
    const checks = await tx<{ conname: string }[]>`
      select conname from pg_constraint where conrelid = ${`public.${table}`}::regclass and contype = 'c'`;
    for (const { conname } of checks)
      await tx`alter table ${tx(`public.${table}`)} drop constraint ${tx(conname)}`;
    const [{ isList }] = await tx<[{ isList: boolean }]>`
      select atttypid = 'jsonb'::regtype as "isList" from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attname = ${column}`;
    await tx`
      update ${tx(`public.${table}`)}
      set ${tx(column)} = ${isList ? tx.json([WORD]) : WORD}
      where id = ${id}`;
    const [{ mentions }] = await tx<[{ mentions: object[] }]>`
      select private.mentions_of(array[${WORD}], '{}') as mentions`;
    expect(mentions).toEqual([expect.objectContaining({ table, id })]);
  });
});
