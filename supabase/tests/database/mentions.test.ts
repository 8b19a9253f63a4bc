import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import { createSampleSet, getKey } from "../sample-set.ts";
import { findText } from "./canary-person.ts";
import { addAdmin, catchSqlState, type Transaction, withRollback } from "./connection.ts";
import {
  chooseMentions,
  eraseAs,
  ERASURE_KEY,
  type PreviewedMention,
  previewAs,
} from "./erasing.ts";
import { MAY_HOLD_WORDS, plantTexts, readTextColumns } from "./planted-texts.ts";

const LAST_NAME = "Quillfeather";
const PHONE = "+1 (737) 555-0163";

/** Adds a donor with every word that a person can be mentioned by. */
async function addZephyr(tx: Transaction) {
  const email = `${randomUUID()}@example.org`;
  const [donation] = await tx<[{ donorId: string }]>`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at)
    values ('Zephyr', ${LAST_NAME}, ${email}, 50, 'completed', now()) returning donor_id as "donorId"`;
  await tx`
    update public.donors
    set first_name = 'Zephyr', last_name = ${LAST_NAME}, phone = ${PHONE}, address = ${"4187 Heron Bluff Trl\nAustin, TX 78701"}
    where id = ${donation.donorId}`;
  const records: PersonRecord[] = [{ kind: "donor", id: donation.donorId }];
  return { donorId: donation.donorId, email, records };
}

const identify = ({ table, id, column }: PreviewedMention) => `${table} ${id} ${column}`;

test("threat 64: an erasure lists a person's words in every text column of other rows, and leaves them only where the preview says so", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const { email, records } = await addZephyr(tx);
    // Another row has the person's address, as an import could leave it.
    await tx`delete from public.donor_emails where email_key = ${email}`;
    const texts = [`For Zephyr ${LAST_NAME}, ${PHONE}`, `zephyr ${LAST_NAME}`.toLowerCase(), PHONE];
    const columns = await readTextColumns(tx);
    const planted: {
      name: string;
      table: string;
      kind: string;
      isStored: () => Promise<boolean>;
    }[] = [];
    const refused: string[] = [];
    for (const table of new Set(columns.map((column) => column.table))) {
      const places = columns.filter((column) => column.table === table);
      const row = await plantTexts(tx, table, places, [...texts, email]);
      for (const place of places) {
        const { column, kind } = place;
        if (!row.refused.includes(place)) {
          planted.push({
            name: `${table} ${row.id} ${column}`,
            table,
            kind,
            isStored: row.isStored,
          });
        } else if (MAY_HOLD_WORDS.has(kind)) {
          refused.push(`${table}.${column}`);
        }
      }
    }
    expect(planted.length).toBeGreaterThan(150);
    // A check or a type keeps these from holding anyone's words.
    expect(refused).toEqual([
      "calendar_feeds.token_hash",
      "children_letters.writer",
      "team_members.image_url",
      "testimonials.image_url",
      "tributes.recipient_email",
      "users.username",
      "volunteer_applications.zip_code",
      "volunteer_highlights.image_url",
      "volunteers.availability",
      "volunteers.zip_code",
    ]);
    const volunteer = await createSampleSet(tx).addAnother("volunteers", { account_id: null });
    const [entry] = await tx<[{ id: string }]>`
      insert into public.audit_log (actor_name, action, table_name, row_id, before, after)
      values (
        'admin', 'update', 'volunteers', ${getKey(volunteer)},
        ${tx.json({ notes: `Knows Zephyr ${LAST_NAME} well`, is_active: true })}, ${tx.json({ notes: "", is_active: true })}
      ) returning id::text`;

    const { mentions } = await previewAs(tx, owner, records);
    const listed = new Map(mentions.map((mention) => [identify(mention), mention]));
    const unlistedTables = new Set<string>();
    for (const { name, table, isStored } of planted) {
      // Some tables can have only one row, which another sample has replaced.
      if (!listed.has(name) && (await isStored())) unlistedTables.add(table);
    }
    // The erasure itself empties an import that mentions the person.
    expect([...unlistedTables]).toEqual(["imports"]);
    for (const { name, kind } of planted) {
      if (kind === "note") expect([name, listed.get(name)?.stays]).toEqual([name, null]);
    }
    expect(listed.get(`audit_log ${entry.id} notes`)).toMatchObject({ stays: null });

    await eraseAs(tx, owner, records, { mentions });
    const staying = mentions.filter(({ stays }) => stays !== null);
    const left = [
      ...(await findText(tx, LAST_NAME)),
      ...(await findText(tx, "555-0163")),
      ...(await findText(tx, email)),
    ];
    expect(left.length).toBeGreaterThan(0);
    // The erasure of a row with such a value also logs the value, and triggers copy a donor whose notes are blanked.
    const copies = ["audit_log", "donors_without_donations"];
    const unannounced = left.filter(
      (row) =>
        !staying.some(
          ({ table, id }) =>
            [table, ...copies].some((holder) => row.startsWith(`public.${holder}:`)) &&
            id.split(":").every((part) => part === "true" || row.includes(part)),
        ),
    );
    expect(unannounced.map((row) => row.slice(0, 200))).toEqual([]);
    const [kept] = await tx`select before, actor_name from public.audit_log where id = ${entry.id}`;
    expect(kept).toEqual({
      before: { notes: "Knows erased well", is_active: true },
      actor_name: "admin",
    });
  });
});

const addNote = async (tx: Transaction, notes: string) =>
  getKey(await createSampleSet(tx).addAnother("volunteers", { account_id: null, notes }));

const WORD_CASES: readonly (readonly [notes: string, blanked: string])[] = [
  [`Zephyr ${LAST_NAME} called`, "erased called"],
  [`zephyr  ${LAST_NAME.toLowerCase()}'s van`, "erased's van"],
  [`(${LAST_NAME}, Zephyr)`, "(erased)"],
  [`Ask the ${LAST_NAME}s' son`, `Ask the ${LAST_NAME}s' son`],
  [`Ask ${LAST_NAME}`, "Ask erased"],
  [`Ask ${LAST_NAME.toUpperCase()}!`, "Ask erased!"],
  [`ask ${LAST_NAME.toLowerCase()}`, `ask ${LAST_NAME.toLowerCase()}`],
  ["Call 737.555.0163 or 737 555 0164", "Call erased or 737 555 0164"],
  ["(737) 555-0163, mornings", "erased, mornings"],
  ["Order 97375550163", "Order 97375550163"],
  ["4187 heron bluff trl, twice", "erased, twice"],
  ["14187 Heron Bluff Trl", "14187 Heron Bluff Trl"],
  ["Zephyr from Austin, TX 78701", "Zephyr from Austin, TX 78701"],
];

test("mentions are full names, addresses, phone numbers, streets and last names, and the rest of the text stays", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const { records } = await addZephyr(tx);
    const ids: string[] = [];
    for (const [notes] of WORD_CASES) ids.push(await addNote(tx, notes));
    const { mentions } = await previewAs(tx, owner, records);
    const mentioned = ids.map((id) => mentions.some((mention) => mention.id === id));
    expect(mentioned).toEqual(WORD_CASES.map(([notes, blanked]) => notes !== blanked));
    await eraseAs(tx, owner, records, { mentions });
    const rows = await tx<{ id: string; notes: string }[]>`
      select id, notes from public.volunteers where id = any (${ids})`;
    const notesById = new Map(rows.map(({ id, notes }) => [id, notes]));
    expect(ids.map((id) => notesById.get(id))).toEqual(WORD_CASES.map(([, blanked]) => blanked));
  });
});

test("a last name that someone else has doesn't count as a mention", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const { records } = await addZephyr(tx);
    await createSampleSet(tx).addAnother("volunteers", {
      account_id: null,
      name: `Ada ${LAST_NAME}`,
    });
    const id = await addNote(tx, `Ask ${LAST_NAME}`);
    const { mentions } = await previewAs(tx, owner, records);
    expect(mentions.filter((mention) => mention.id === id)).toEqual([]);
  });
});

test("blanking is logged without the words, leaves a receipt's donor, amount and date, and all other owners are told", async () => {
  await withRollback(async (tx) => {
    const [owner, otherOwner] = [await addAdmin(tx), await addAdmin(tx)];
    const { records } = await addZephyr(tx);
    const [gift] = await tx<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, status, completed_at, in_honor_of)
      values ('Ada', ${`Zephyr ${LAST_NAME}`}, ${`${randomUUID()}@example.org`}, 75, 'completed', now(), ${`Zephyr ${LAST_NAME}`})
      returning id`;
    const readGift = async () => {
      const [row] = await tx`
        select last_name, amount, given_on, receipt_number, in_honor_of from public.donations where id = ${gift.id}`;
      return row;
    };
    const before = await readGift();
    const [post] = await tx<[{ id: string }]>`
      insert into public.blog_posts (title, content) values (${`Meet Zephyr ${LAST_NAME}`}, 'Hello') returning id`;
    const { mentions } = await previewAs(tx, owner, records);
    const { id } = await eraseAs(tx, owner, records, { mentions });

    expect(await readGift()).toEqual({ ...before, in_honor_of: "erased" });
    const entries = await tx`
      select actor_id, after from public.audit_log
      where table_name = 'blanked_mentions' and row_id in (${gift.id}, ${post.id}) order by after`;
    expect(entries).toEqual([
      { actor_id: owner.id, after: { table: "blog_posts", fields: ["title"] } },
      { actor_id: owner.id, after: { table: "donations", fields: ["in_honor_of"] } },
    ]);
    expect(await tx`select from public.blog_post_versions where post_id = ${post.id}`).toHaveLength(
      0,
    );
    const mails = await tx<{ key: string; data: object }[]>`
      select dedupe_key as key, data from public.email_outbox where template_name = 'Mentions Blanked'`;
    const keys = mails.map(({ key }) => key);
    expect(keys).toContain(`mentions-blanked:${id}:${otherOwner.id}`);
    expect(keys.join()).not.toContain(owner.id);
    expect(mails[0]?.data).toMatchObject({ changedBy: expect.stringMatching(/^admin-/) });
  });
});

test("threat 64: mentions are blanked again after a backup from before the erasure is restored", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const { records } = await addZephyr(tx);
    const chosenId = await addNote(tx, `Ask ${LAST_NAME}`);
    const otherId = await addNote(tx, `Call ${LAST_NAME}`);
    await tx`savepoint backup`;
    const { mentions } = await previewAs(tx, owner, records);
    const chosen = mentions.filter(({ id }) => id === chosenId);
    const { id } = await eraseAs(tx, owner, records, { mentions: chosen });
    const [{ list }] = await tx<[{ list: unknown[] }]>`
      select jsonb_agg(entry) as list from jsonb_array_elements(private.erasure_list()) as entry
      where entry ->> 'id' = ${id}`;
    expect(JSON.stringify(list)).not.toContain(LAST_NAME);
    await tx`rollback to savepoint backup`;
    for (let round = 0; round < 2; round += 1) {
      await tx`select private.apply_erasures(${tx.json(list as never)}, ${tx.json([ERASURE_KEY])})`;
    }
    const rows = await tx<{ id: string; notes: string }[]>`
      select id, notes from public.volunteers where id in (${chosenId}, ${otherId})`;
    expect(new Map(rows.map((row) => [row.id, row.notes]))).toEqual(
      new Map([
        [chosenId, "Ask erased"],
        [otherId, `Call ${LAST_NAME}`],
      ]),
    );
  });
});

/** Returns values of all kinds, such as amounts, states and times, of rows in every table, and of the history. */
async function readOtherValues(tx: Transaction, email: string): Promise<PreviewedMention[]> {
  const tables = await tx<{ name: string; key: string }[]>`
    select known.name, string_agg(format('entry.%I::text', part.name), ' || '':'' || ') as key
    from private.tables as known cross join lateral private.primary_key(known.name) as part group by known.name`;
  const rows = await Promise.all(
    tables.map(({ name, key }) =>
      tx.unsafe<{ table: string; id: string; columns: string[] }[]>(
        `select '${name}' as "table", ${key} as id, array(select jsonb_object_keys(to_jsonb(entry))) as columns
        from public.${name} as entry
        where entry::text not ilike '%' || $1 || '%' and entry::text not like '%' || $2 || '%' limit 10`,
        [LAST_NAME, email],
      ),
    ),
  );
  const entries = await tx<{ table: string; id: string; columns: string[] }[]>`
    select 'audit_log' as "table", id::text, array(select jsonb_object_keys(coalesce(before, after))) as columns
    from public.audit_log where coalesce(before, after) <> '{}' and table_name <> 'donors' order by id limit 500`;
  return [...rows.flat(), ...entries].flatMap(({ table, id, columns }) =>
    columns.map((column) => ({ table, id, column, stays: null })),
  );
}

/** Returns how many rows this transaction has added, changed or deleted, by table. */
const countWrites = (tx: Transaction) => tx`
  select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_xact_user_tables
  where n_tup_ins + n_tup_upd + n_tup_del > 0 order by relid`;

test("threat 70: an owner can't blank anything else, neither values without the words nor what the history says about administrators", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const { email, records } = await addZephyr(tx);
    const noteId = await addNote(tx, "Nothing about anyone");
    const [entry] = await tx<[{ id: string }]>`
      insert into public.audit_log (actor_name, action, table_name, row_id, before)
      values (${LAST_NAME}, 'update', 'users', ${owner.id}, ${tx.json({ username: `Zephyr ${LAST_NAME}`, areas: null })})
      returning id::text`;
    const { mentions } = await previewAs(tx, owner, records);
    expect(mentions.find(({ id }) => id === entry.id)?.stays).toBe(
      "What administrators did stays.",
    );
    const targets: readonly PreviewedMention[] = [
      { table: "volunteers", id: noteId, column: "notes", stays: null },
      { table: "volunteers", id: noteId, column: "name", stays: null },
      { table: "audit_log", id: entry.id, column: "username", stays: null },
      { table: "audit_log", id: entry.id, column: "actor_name", stays: null },
      { table: "donations", id: randomUUID(), column: "amount", stays: null },
      { table: "nothing", id: noteId, column: "notes", stays: null },
    ];

    const others = await readOtherValues(tx, email);
    expect(new Set(others.map(({ table }) => table)).size).toBeGreaterThan(40);
    const random = createRandomGenerator(firstSeed);
    const foreign = Array.from(
      { length: 1000 },
      (_, index) => targets[index] ?? others[Math.floor(random() * others.length)]!,
    );
    expect(await catchSqlState(eraseAs(tx, owner, records, { mentions: foreign }))).toBe("CP062");
    const before = await countWrites(tx);
    const [{ count }] = await tx<[{ count: number }]>`
      select private.blank_mentions(
        ${tx.json(chooseMentions(foreign))}, private.words_of(private.person_of(${tx.json(records)})), '{}'
      ) as count`;
    expect(count).toBe(0);
    expect(await countWrites(tx)).toEqual(before);
  });
});

test("threat 70: while an erasure blanks mentions, the history refuses every other change", async () => {
  await withRollback(async (tx) => {
    const { records } = await addZephyr(tx);
    await tx`
      select set_config('private.erasing', 'on', true),
        set_config('private.blanked_words', private.words_of(private.person_of(${tx.json(records)}))::text, true)`;
    const random = createRandomGenerator(firstSeed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
    const entries = await tx<{ id: string; column: "before" | "after"; keys: string[] }[]>`
      select id::text, case when before is null then 'after' else 'before' end as column,
        array(select jsonb_object_keys(coalesce(before, after))) as keys
      from public.audit_log where coalesce(before, after) <> '{}' order by id limit 2000`;
    const refusals = new Set<string | undefined>();
    for (let round = 0; round < getRoundCount(100); round += 1) {
      const { id, column, keys } = pick(entries);
      const change = pick([
        `${column} = ${column} || jsonb_build_object('${pick(keys)}', 'erased', 'new', 'erased')`,
        `${column} = ${column} - '${pick(keys)}'`,
        `${column} = jsonb_set(${column}, array['${pick(keys)}'], '"other"')`,
        `${column} = null`,
        "actor_name = 'erased'",
        "actor_id = gen_random_uuid()",
        "action = case action when 'delete' then 'insert' else 'delete' end",
        "table_name = 'erased'",
        "row_id = 'erased'",
        "occurred_at = now() - interval '1 year'",
        "area = 'giving', actor_name = 'erased'",
      ]);
      refusals.add(
        await catchSqlState(
          tx.savepoint((savepoint) =>
            savepoint.unsafe(`update public.audit_log set ${change} where id = ${id}`),
          ),
        ),
      );
    }
    expect([...refusals]).toEqual(["CP012"]);
  });
});
