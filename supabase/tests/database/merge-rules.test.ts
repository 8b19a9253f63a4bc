import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import {
  addAdmin,
  addVolunteer,
  catchSqlState,
  runAs,
  sql,
  visitor,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import {
  addOnlineDonor,
  catchHint,
  computeFingerprint,
  giveOnline,
  setUpMerges,
} from "./merging.ts";
import { addVolunteerWithAccount, computeVolunteersFingerprint } from "./merging-volunteers.ts";

test("a merge moves every column that refers to a donor, a volunteer or an account, except those listed here with a reason", async () => {
  // Columns that describe records as they were, that connect the two merged records, whose rows are deleted with the
  // account, or that triggers keep equal to the login of the row's person.
  const fixedColumns = new Set([
    "dismissed_duplicates.first_donor_id donors",
    "dismissed_duplicates.second_donor_id donors",
    "dismissed_volunteer_duplicates.first_volunteer_id volunteers",
    "dismissed_volunteer_duplicates.second_volunteer_id volunteers",
    "donor_merges.kept_id donors",
    "donor_merges.merged_id donors",
    "donors.merged_into_id donors",
    "email_changes.account_id volunteer_accounts",
    "shift_waitlist.volunteer_id volunteer_accounts",
    "volunteer_accounts.merged_into_id volunteer_accounts",
    "volunteer_event_registrations.volunteer_id volunteer_accounts",
    "volunteer_merges.closed_account_id volunteer_accounts",
    "volunteer_merges.kept_id volunteers",
    "volunteer_merges.merged_id volunteers",
    "volunteer_merges.moved_account_id volunteer_accounts",
    "volunteers.account_id volunteer_accounts",
    "volunteers.merged_into_id volunteers",
  ]);
  const foreignKeys = await sql<{ name: string }[]>`
    select replace(conrelid::regclass || '.' || attname || ' ' || confrelid::regclass, 'public.', '') as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f'
      and confrelid in ('public.donors'::regclass, 'public.volunteers'::regclass, 'public.volunteer_accounts'::regclass)`;
  const movedColumns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name || ' ' || owner_table as name from private.moved_columns`;
  expect(
    movedColumns.map(({ name }) => name).toSorted(),
    "Add private.describe_moved_column() to the migration that creates the table",
  ).toEqual(
    foreignKeys
      .map(({ name }) => name)
      .filter((name) => !fixedColumns.has(name))
      .toSorted(),
  );
});

test("later rows that refer to a merged record refer to the one that was kept, in every such table", async () => {
  const missing = await sql<{ name: string }[]>`
    select moved.table_name || '.' || moved.column_name as name
    from private.moved_columns as moved
    where not exists (
      select from pg_trigger
      where tgrelid = format('public.%I', moved.table_name)::regclass
        and tgfoid = 'private.use_kept_record'::regproc
        and encode(tgargs, 'escape') = moved.column_name || '\\000' || moved.owner_table || '\\000'
        and tgtype & (2 + 4 + 16) = 2 + 4 + 16
        and (select attnum from pg_attribute where attrelid = tgrelid and attname = moved.column_name) = any (tgattr)
    )`;
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe.for(["donor", "volunteer"] as const)("a merge of %ss", (noun) => {
  const [otherNoun, otherArea] =
    noun === "donor" ? (["volunteer", "volunteers"] as const) : (["donor", "giving"] as const);

  const add = async (tx: Transaction, email?: string) => {
    if (noun === "donor") return { ...(await addOnlineDonor(tx, email)), accountIds: [] };
    const volunteer = await addVolunteerWithAccount(tx, email);
    return { ...volunteer, accountIds: [volunteer.login.id] };
  };
  const addThree = async (tx: Transaction) =>
    [await add(tx), await add(tx), await add(tx)] as const;
  const change = (tx: Transaction, { id }: { id: string }, fields: object) =>
    tx`update ${tx(`public.${noun}s`)} set ${tx(fields)} where id = ${id}`;
  const rename = (tx: Transaction, record: { id: string }, name: string) =>
    change(tx, record, noun === "donor" ? { first_name: name, last_name: "" } : { name });

  /** Returns the codes with which the calls are refused to the person. */
  const listRefusals = async (tx: Transaction, person: Person, calls: readonly string[]) => {
    const codes = new Set<string | undefined>();
    for (const call of calls) {
      const attempt = tx.savepoint((savepoint) =>
        runAs(savepoint, person, (asPerson) => asPerson.unsafe(`select private.${call}`)),
      );
      codes.add(await catchSqlState(attempt));
    }
    return [...codes];
  };

  test("is refused for the same one, for one that has changed, and for one that was already merged", async () => {
    await withRollback(async (tx) => {
      const { merge, admin } = await setUpMerges(tx, noun);
      const [ann, bob, cat] = await addThree(tx);
      expect(await catchHint(tx.savepoint(() => merge(ann, ann)))).toBe(
        `23514 Choose another ${noun}.`,
      );
      const version = ({ id }: { id: string }) =>
        `(select updated_at from public.${noun}s where id = '${id}')`;
      const staleMerges = [
        `merge_records('${noun}', '${ann.id}', '${bob.id}', ${version(ann)}, now() - interval '1 hour', '{}')`,
        `merge_records('${noun}', '${ann.id}', '${bob.id}', now() - interval '1 hour', ${version(bob)}, '{}')`,
      ];
      expect(await listRefusals(tx, admin, staleMerges)).toEqual(["CP011"]);
      await merge(ann, bob);
      for (const [kept, merged] of [
        [cat, bob],
        [bob, cat],
      ] as const) {
        expect(await catchHint(tx.savepoint(() => merge(kept, merged)))).toBe(
          `CP031 One of these ${noun}s has already been merged. Reload the page to see the result.`,
        );
      }
    });
  });

  test("is refused to everyone but administrators of the area, and so are undo and all other calls", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, noun);
      const [ann, bob] = await addThree(tx);
      const mergeId = await merge(ann, bob);
      const callsOf = (called: string) => [
        `merge_records('${called}', '${ann.id}', '${bob.id}', now(), now(), '{}')`,
        `undo_merge('${called}', '${mergeId}')`,
        `make_merge_permanent('${called}', '${mergeId}')`,
        `merge_preview('${called}', '${ann.id}', '${bob.id}')`,
        `merge_of('${called}', '${mergeId}')`,
      ];
      const ownCalls = callsOf(noun);
      if (noun === "volunteer") ownCalls.push(`volunteer_merges_of('${ann.id}')`);
      const refused: readonly (readonly [Person, string])[] = [
        [visitor, "42501"],
        [await addVolunteer(tx), "CP010"],
        [await addAdmin(tx, { hoursOld: 9 }), "CP010"],
        [await addAdmin(tx, { areas: ["content", "settings", otherArea] }), "CP044"],
      ];
      for (const [person, code] of refused)
        expect(await listRefusals(tx, person, ownCalls)).toEqual([code]);
      const owner = await addAdmin(tx);
      // An administrator of both areas can't reach a merge of one through the other.
      expect(await listRefusals(tx, owner, callsOf(otherNoun).slice(0, 4))).toEqual(["CP009"]);
      expect(await listRefusals(tx, owner, callsOf("person"))).toEqual(["CP044"]);
    });
  });

  test("is refused if the combined notes or tags are too long", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, noun);
      const [ann, bob] = await addThree(tx);
      await change(tx, ann, { notes: "a".repeat(2500) });
      await change(tx, bob, { notes: "b".repeat(2499) });
      expect(await catchHint(tx.savepoint(() => merge(ann, bob)))).toBe(
        "23514 Together, the notes are longer than 5,000 characters. Choose one of them.",
      );
      for (const [record, letter] of [
        [ann, "a"],
        [bob, "b"],
      ] as const) {
        const tags = Array.from({ length: 6 }, (_, number) => `${letter}${number}`);
        await tx`
          update ${tx(`public.${noun}s`)} set tags = ${JSON.stringify(tags)}::text::jsonb where id = ${record.id}`;
      }
      expect(await catchHint(tx.savepoint(() => merge(ann, bob, { notes: "kept" })))).toBe(
        `23514 Together, they have more than 10 tags. Choose one ${noun}'s tags.`,
      );
      await merge(ann, bob, { notes: "kept", tags: "merged" });
    });
  });

  test("isn't suggested for a pair that was dismissed, even after another one is merged into one of them", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, noun);
      const [ann, bob, cat] = await addThree(tx);
      const name = uniqueWord();
      for (const record of [ann, bob, cat]) {
        await rename(tx, record, name);
        const address =
          noun === "donor" ? { address: "Fort Worth, TX 76102" } : { zip_code: "76102" };
        await change(tx, record, address);
      }
      const listPairs = async () => {
        const [row] = await tx<[{ pairs: { kept: { id: string }; merged: { id: string } }[] }]>`
          select private.possible_duplicates(${noun}, 1000) as pairs`;
        return row.pairs
          .map(({ kept, merged }) => new Set([kept.id, merged.id]))
          .filter((pair) => pair.has(ann.id) || pair.has(bob.id));
      };
      expect(await listPairs()).toHaveLength(3);
      const [table, first, second] =
        noun === "donor"
          ? ["dismissed_duplicates", "first_donor_id", "second_donor_id"]
          : ["dismissed_volunteer_duplicates", "first_volunteer_id", "second_volunteer_id"];
      await tx`
        insert into ${tx(`public.${table}`)} (${tx(first)}, ${tx(second)})
        select min(id::text)::uuid, max(id::text)::uuid from unnest(array[${ann.id}, ${bob.id}]::uuid[]) as id`;
      const pairs = await listPairs();
      expect(pairs.map((pair) => pair.has(cat.id))).toEqual([true, true]);
      await merge(cat, bob);
      expect(await listPairs()).toEqual([]);
    });
  });

  test("can be undone for 30 days", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, noun);
      const merges = tx(`public.${noun}_merges`);
      const mergeId = await merge(await add(tx), await add(tx));
      const [limit] = await tx`
        select undo_until - merged_at between interval '30 days' - interval '1 minute' and interval '30 days' as "is30Days"
        from ${merges} where id = ${mergeId}`;
      expect(limit?.["is30Days"]).toBe(true);
      const setUndoTimeLeft = (timeLeft: string) =>
        tx`update ${merges} set undo_until = now() + ${timeLeft}::interval where id = ${mergeId}`;
      await setUndoTimeLeft("0 seconds");
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toBe(
        "CP032 This merge is more than 30 days old, so it can't be undone.",
      );
      await setUndoTimeLeft("1 millisecond");
      await undo(mergeId);
    });
  });

  test("is undone before an earlier one of the same records", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, noun);
      const people = [...(await addThree(tx)), await add(tx)] as const;
      const [ann, bob, cat, dan] = people;
      // Demo and real money have separate totals.
      if (noun === "donor") await giveOnline(tx, cat.email, 30, { is_demo: false });
      await rename(tx, dan, "Dan");
      const [ids, accountIds] = [
        people.map(({ id }) => id),
        people.flatMap((person) => person.accountIds),
      ];
      const computeRows = () =>
        noun === "donor"
          ? computeFingerprint(tx, ids)
          : computeVolunteersFingerprint(tx, ids, accountIds);
      const before = await computeRows();
      const catMergeId = await merge(bob, cat);
      const danMergeId = await merge(bob, dan, { phone: "merged" });
      const bobMergeId = await merge(ann, bob, { name: "merged", email: "merged" });
      expect(await catchHint(tx.savepoint(() => undo(danMergeId)))).toBe(
        `CP032 This ${noun} was merged into another one afterward. Undo that merge first.`,
      );
      await undo(bobMergeId);
      expect(await catchHint(tx.savepoint(() => undo(catMergeId)))).toBe(
        "CP032 Undo the later merge with Dan first.",
      );
      await undo(danMergeId);
      await undo(catMergeId);
      expect(await computeRows()).toBe(before);
    });
  });

  const listPersonalTexts = (word: string) => [`${word}-name`, `${word}-notes`, `${word}-phone`];
  const addPair = async (tx: Transaction, word: string) => {
    const [ann, bob] = await addThree(tx);
    await change(tx, bob, { notes: `${word}-notes`, phone: `${word}-phone` });
    await rename(tx, bob, `${word}-name`);
    await tx`
      update public.volunteer_accounts set first_name = ${`${word}-name`} where id = any (${bob.accountIds}::uuid[])`;
    return { ann, bob };
  };
  /** Returns everything stored about the record and about merges, as one text. */
  const readStoredText = async (
    tx: Transaction,
    { id, accountIds }: { id: string; accountIds: string[] },
  ) => {
    const [row] = await tx<[{ stored: string }]>`
      select concat(
        (select jsonb_agg(to_jsonb(merge)) from ${tx(`public.${noun}_merges`)} as merge),
        (select jsonb_agg(to_jsonb(moved)) from public.merge_moves as moved),
        (select to_jsonb(record) from ${tx(`public.${noun}s`)} as record where id = ${id}),
        (select jsonb_agg(to_jsonb(account)) from public.volunteer_accounts as account where id = any (${accountIds}::uuid[])),
        (select jsonb_agg(to_jsonb(entry)) from public.audit_log as entry where xmin::text = pg_current_xact_id()::xid::text)
      ) as stored`;
    return row.stored;
  };

  test("is permanent after 30 days, when its data for undoing is erased", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, undo } = await setUpMerges(tx, noun);
      const { ann, bob } = await addPair(tx, word);
      const mergeId = await merge(ann, bob, { notes: "kept" });
      await tx`select private.sweep_merges()`;
      for (const text of listPersonalTexts(word))
        expect(await readStoredText(tx, bob)).toContain(text);
      await tx`update ${tx(`public.${noun}_merges`)} set undo_until = now() where id = ${mergeId}`;
      await tx`select private.sweep_merges()`;
      for (const text of listPersonalTexts(word))
        expect(await readStoredText(tx, bob)).not.toContain(text);
      const [row] = await tx`
        select merged_into_id from ${tx(`public.${noun}s`)} where id = ${bob.id} and tags = '[]'`;
      expect(row?.["merged_into_id"]).toBe(ann.id);
      const [address] = await tx`
        select coalesce(private.volunteer_of(${bob.email}), private.donor_of(${bob.email})) as id`;
      expect(address?.["id"]).toBe(ann.id);
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toBe(
        "CP032 This merge is permanent, so it can't be undone.",
      );
    });
  });

  test("is permanent right away on request, along with earlier ones", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, makePermanent } = await setUpMerges(tx, noun);
      const { ann, bob } = await addPair(tx, word);
      const cat = await add(tx);
      await merge(ann, bob, { notes: "kept" });
      await makePermanent(await merge(cat, ann));
      for (const text of listPersonalTexts(word))
        expect(await readStoredText(tx, bob)).not.toContain(text);
      const [row] = await tx`
        select count(*)::integer as open from ${tx(`public.${noun}_merges`)}
        where erased_at is null and kept_id in (${ann.id}, ${cat.id})`;
      expect(row?.["open"]).toBe(0);
    });
  });

  test("leaves nothing of the other one behind when it's undone, and can't become permanent anymore", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, undo, makePermanent } = await setUpMerges(tx, noun);
      const { ann, bob } = await addPair(tx, word);
      const mergeId = await merge(ann, bob, { name: "merged" });
      await undo(mergeId);
      for (const text of listPersonalTexts(word))
        expect(await readStoredText(tx, ann)).not.toContain(text);
      expect(await catchHint(tx.savepoint(() => makePermanent(mergeId)))).toBe(
        "CP032 This merge has been undone.",
      );
    });
  });
});
