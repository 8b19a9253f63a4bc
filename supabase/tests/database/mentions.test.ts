import { expect, test } from "vitest";
import { COLUMNS_BY_KIND } from "./column-kinds.ts";
import { type Transaction, withRollback } from "./connection.ts";

const WORD = "Zephyrquill";

const texts = [...COLUMNS_BY_KIND.content, ...COLUMNS_BY_KIND.note];

/** Adds a draft, a canceled event and earlier versions, which the demo data doesn't have. */
async function addRows(tx: Transaction): Promise<void> {
  await tx`insert into public.blog_post_drafts (session) values ('mentions')`;
  await tx`update public.events set is_active = false`;
  await tx`update public.blog_posts set title = title || '!'`;
  await tx`update public.email_templates set subject = subject || '!'`;
  await tx`update public.legal_content set content = content || '<p>!</p>'`;
}

test.each(texts)("the preview of an erasure finds someone mentioned in %s", async (name) => {
  const [table = "", column = ""] = name.split(".");
  await withRollback(async (tx) => {
    await addRows(tx);
    // Runs the deferred triggers, because a table with pending ones can't be altered.
    await tx`set constraints all immediate`;
    await tx`alter table ${tx(`public.${table}`)} disable trigger user`;
    const [row] = await tx<[{ id: string }?]>`
      update ${tx(`public.${table}`)}
      set ${tx(column)} = ${column === "tags" ? tx.json([WORD]) : WORD}
      where id = (select id from ${tx(`public.${table}`)} limit 1)
      returning id`;
    expect(row, `a row of ${table}`).toBeDefined();
    const [{ mentions }] = await tx<[{ mentions: object[] }]>`
      select private.mentions_of(array[${WORD}], '{}') as mentions`;
    expect(mentions).toEqual([expect.objectContaining({ table, id: row!.id })]);
  });
});
