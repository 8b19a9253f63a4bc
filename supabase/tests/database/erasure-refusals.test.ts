import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { computeKeyCheck } from "../../local/backup/erasure-list.ts";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import {
  addAdmin,
  addLogin,
  addVolunteer,
  catchSqlState,
  runAs,
  type Transaction,
  withRollback,
} from "./connection.ts";
import { eraseAs, ERASURE_KEY, previewAs } from "./erasing.ts";

async function addDonor(tx: Transaction, email = `${randomUUID()}@example.org`) {
  const [donation] = await tx<[{ donorId: string }]>`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at)
    values ('Erin', 'Example', ${email}, 50, 'completed', now()) returning donor_id as "donorId"`;
  const records: PersonRecord[] = [{ kind: "donor", id: donation.donorId }];
  return { id: donation.donorId, email, records };
}

test.each([
  ["an administrator without any area", []],
  [
    "an administrator with all areas, who isn't an owner",
    ["giving", "volunteers", "content", "settings"],
  ],
] as const)("threat 9: %s can't find, export, preview or erase anyone", async (_, areas) => {
  await withRollback(async (tx) => {
    const { records } = await addDonor(tx);
    const admin = await addAdmin(tx, { areas });
    const json = tx.json(records);
    for (const statement of [
      (run: Transaction) => run`select private.find_people('erin')`,
      (run: Transaction) => run`select private.export_person(${json})`,
      (run: Transaction) => run`select private.preview_erasure(${json})`,
      (run: Transaction) =>
        run`select private.start_erasure(${json}, 'Erin Example', '', jsonb_build_array(${ERASURE_KEY}::text))`,
      (run: Transaction) => run`select private.erasures()`,
    ]) {
      expect(await catchSqlState(runAs(tx, admin, statement))).toBe("CP044");
    }
    expect(await runAs(tx, admin, (run) => run`select * from public.erasures`)).toHaveLength(0);
  });
});

test("nobody but the server can repeat erasures or record steps", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    for (const statement of [
      (run: Transaction) => run`select private.apply_erasures('[]', '[]')`,
      (run: Transaction) => run`select private.erasure_list()`,
      (run: Transaction) => run`select private.record_erased_logins(${randomUUID()}, '[]')`,
      (run: Transaction) => run`select private.finish_erasure(${randomUUID()})`,
      (run: Transaction) => run`select private.erase_rows('{}', '{}')`,
      (run: Transaction) => run`update public.erasures set finished_at = now()`,
    ]) {
      expect(await catchSqlState(runAs(tx, owner, statement))).toBe("42501");
    }
  });
});

test("an administrator, even the last owner, has to be removed from the team before being erased", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const volunteer = await addVolunteer(tx, { email: `${randomUUID()}@example.org` });
    await tx`insert into public.users (id, username, user_type) values (${volunteer.id}, ${`v-${volunteer.id.slice(0, 8)}`}, 'admin')`;
    const records: PersonRecord[] = [{ kind: "volunteer_account", id: volunteer.id }];
    const preview = await previewAs(tx, owner, records);
    expect(preview.obstacles).toEqual([
      `v-${volunteer.id.slice(0, 8)} is an administrator. Remove them under Settings, Team first.`,
    ]);
    expect(await catchSqlState(eraseAs(tx, owner, records))).toBe("CP061");
    expect(await catchSqlState(eraseAs(tx, owner, [{ kind: "administrator", id: owner.id }]))).toBe(
      "CP061",
    );
    await tx`update public.users set user_type = 'user', areas = '{}' where id = ${volunteer.id}`;
    await eraseAs(tx, owner, records);
    expect(await tx`select from public.volunteer_accounts where id = ${volunteer.id}`).toHaveLength(
      0,
    );
  });
});

test("someone with a recurring donation or a payment in progress can't be erased until it ends", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    const [subscription] = await tx`
      insert into public.subscriptions (first_name, last_name, email, amount, status)
      values ('Erin', 'Example', ${donor.email}, 25, 'active') returning id`;
    const [pendingDonation] = await tx`
      insert into public.donations (first_name, last_name, email, amount)
      values ('Erin', 'Example', ${donor.email}, 30) returning id`;
    expect((await previewAs(tx, owner, donor.records)).obstacles).toEqual([
      "1 recurring donation of $25.00 a month is still active. Cancel it first, so that nothing more is charged.",
      "A donation is being paid right now. Wait until it has gone through or failed.",
    ]);
    expect(await catchSqlState(eraseAs(tx, owner, donor.records))).toBe("CP061");
    await tx`update public.subscriptions set status = 'canceled' where id = ${subscription!["id"]}`;
    await tx`update public.donations set status = 'failed', failed_at = now() where id = ${pendingDonation!["id"]}`;
    await eraseAs(tx, owner, donor.records);
  });
});

test("the confirmation must be a name or an address, in uppercase or lowercase", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    for (const wrongConfirmation of ["", "Erin", "delete", `${donor.email}x`]) {
      expect(
        await catchSqlState(eraseAs(tx, owner, donor.records, { confirmation: wrongConfirmation })),
      ).toBe("23514");
    }
    await eraseAs(tx, owner, donor.records, { confirmation: ` ${donor.email.toUpperCase()} ` });
  });
});

test("an erasure that differs from its preview is refused", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    const { fingerprint } = await previewAs(tx, owner, donor.records);
    await tx`
      insert into public.donor_tasks (donor_id, text, due_on, created_by)
      values (${donor.id}, 'Call', '2026-12-01', 'admin')`;
    const start = runAs(
      tx,
      owner,
      (run) => run`
        select private.start_erasure(${run.json(donor.records)}, ${donor.email}, ${fingerprint}, jsonb_build_array(${ERASURE_KEY}::text))`,
    );
    expect(await catchSqlState(start)).toBe("CP062");
  });
});

test("an erasure is refused without the key of earlier ones, and uses the first of several keys", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    const [oldKey, newKey] = ["o".repeat(40), "n".repeat(40)] as const;
    await tx`insert into public.erasures (records, key_check) values ('[]', private.key_check(${oldKey}))`;
    const start = async (...keys: string[]) => {
      const { fingerprint } = await previewAs(tx, owner, donor.records);
      return runAs(
        tx,
        owner,
        (run) => run<[{ id: string }]>`
          select private.start_erasure(${run.json(donor.records)}, ${donor.email}, ${fingerprint}, ${run.json(keys)}) ->> 'id' as id`,
      );
    };
    expect(await catchSqlState(start(newKey))).toBe("CP063");
    const [{ id }] = await start(newKey, oldKey);
    const [erasure] = await tx`
      select key_check as "keyCheck", mailbox_hashes as hashes from public.erasures where id = ${id}`;
    const [expected] = await tx`
      select jsonb_build_array(private.mailbox_hash(${donor.email}, ${newKey})) as hashes`;
    expect(erasure).toEqual({ keyCheck: computeKeyCheck(newKey), hashes: expected!["hashes"] });
  });
});

test("an address that another record also has is erased only if its mailbox was chosen", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    await tx`
      insert into public.volunteers (name, email) values ('Frank Example', ${donor.email})`;
    await tx`
      insert into public.email_outbox (template_name, to_email) values ('Welcome Email', ${donor.email})`;
    const preview = await previewAs(tx, owner, donor.records);
    expect(preview.elsewhere).toContain(
      `Emails to ${donor.email} stay, because other records also have this address. To erase them, choose the mailbox itself.`,
    );
    expect(preview.tables.map(({ table }) => table)).not.toContain("email_outbox");
    const recordsWithMailbox = [...donor.records, { kind: "mailbox", id: donor.email } as const];
    expect((await previewAs(tx, owner, recordsWithMailbox)).tables).toContainEqual(
      expect.objectContaining({ table: "email_outbox", action: "delete", count: 1 }),
    );
    await eraseAs(tx, owner, donor.records);
    const volunteers = await tx`select name from public.volunteers where email = ${donor.email}`;
    expect([...volunteers]).toEqual([{ name: "Frank Example" }]);
  });
});

test("the preview lists where other texts mention the person, with their history, and the erasure keeps these texts", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    await tx`update public.donations set last_name = 'Uncommonly' where donor_id = ${donor.id}`;
    const [post] = await tx`
      insert into public.blog_posts (title, content, saved_by)
      values ('Thanks', '<p>Erin Uncommonly packed boxes.</p>', 'admin') returning id`;
    const { mentions } = await previewAs(tx, owner, donor.records);
    expect(mentions).toMatchObject([
      { table: "blog_posts", id: post!["id"], column: "content", title: "Thanks", stays: null },
      { table: "audit_log", column: "content", page: { table: "audit_log", id: post!["id"] } },
    ]);
    await eraseAs(tx, owner, donor.records);
    const [kept] = await tx`select content from public.blog_posts where id = ${post!["id"]}`;
    expect(kept).toEqual({ content: "<p>Erin Uncommonly packed boxes.</p>" });
  });
});

test("nobody can add a person back after the erasure, and erasing them again finds nothing to do", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    await eraseAs(tx, owner, donor.records);
    const [row] =
      await tx`select first_name, last_name, email from public.donors where id = ${donor.id}`;
    expect(row).toEqual({ first_name: "Erased", last_name: "donor", email: null });
    for (const statement of [
      (run: Transaction) => run`update public.donors set phone = '555 0100' where id = ${donor.id}`,
      (run: Transaction) =>
        run`update public.donors set email = ${donor.email} where id = ${donor.id}`,
      (run: Transaction) => run`
        insert into public.donor_tasks (donor_id, text, due_on, created_by) values (${donor.id}, 'Erin', '2026-12-01', 'a')`,
      (run: Transaction) => run`
        insert into public.noncash_donations (donor_id, kind, description, received_on)
        values (${donor.id}, 'goods', 'Erin', '2026-01-01')`,
      (run: Transaction) => run`
        insert into public.donations (donor_id, first_name, last_name, amount, method, status, completed_at)
        values (${donor.id}, 'Erin', 'Example', 5, 'cash', 'completed', now())`,
    ]) {
      expect(await catchSqlState(tx.savepoint((savepoint) => statement(savepoint)))).toBe("CP060");
    }
    expect((await previewAs(tx, owner, donor.records)).obstacles).toEqual([
      "This person was already erased.",
    ]);
    // If the person gives again, they're a new donor.
    const again = await addDonor(tx, donor.email);
    expect(again.id).not.toBe(donor.id);
    const mails = await tx`
      insert into public.email_outbox (template_name, to_email) values ('Gift Refunded', 'erased@erased.invalid') returning id`;
    expect(mails).toHaveLength(0);
  });
});

test("threat 41: the audit log loses only values, only in an erasure, and keeps who did what", async () => {
  await withRollback(async (tx) => {
    const [entry] = await tx<[{ id: string }]>`
      insert into public.audit_log (actor_name, action, table_name, row_id, after)
      values ('admin', 'update', 'donors', ${randomUUID()}, '{"phone": "555 0100", "id": "x"}') returning id`;
    const update = (change: string) =>
      catchSqlState(
        tx.savepoint((run) =>
          run.unsafe(`update public.audit_log set ${change} where id = ${entry.id}`),
        ),
      );
    expect(await update(`after = '{"phone": "erased", "id": "x"}'`)).toBe("CP012");
    await tx`select set_config('private.erasing', 'on', true)`;
    for (const change of [
      `after = '{"phone": "555 0199", "id": "x"}'`,
      `after = '{"id": "x"}'`,
      `after = null`,
      `before = '{}'`,
      `actor_name = 'someone'`,
      `action = 'delete'`,
    ]) {
      expect([change, await update(change)]).toEqual([change, "CP012"]);
    }
    expect(
      await catchSqlState(
        tx.savepoint((run) => run`delete from public.audit_log where id = ${entry.id}`),
      ),
    ).toBe("CP012");
    expect(await update(`after = '{"phone": "erased", "id": "x"}'`)).toBeUndefined();
  });
});

test("a login without an account can be erased, and the dummy account can't be found", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const login = await addLogin(tx, { email: `${randomUUID()}@example.org` });
    const erasure = await eraseAs(tx, owner, [{ kind: "login", id: login.id }]);
    const [row] = await tx`select logins from public.erasures where id = ${erasure.id}`;
    expect(row).toEqual({ logins: [login.id] });
    const [found] = await runAs(
      tx,
      owner,
      (run) => run`select private.find_people('accounts.invalid') as people`,
    );
    expect(found).toEqual({ people: { records: [], hasMore: false } });
  });
});

test("identifiers of a payment are kept for the number of years in the settings, and the receipt and its amount forever", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const donor = await addDonor(tx);
    await tx`update public.privacy_settings set ledger_years = 3`;
    for (const years of [2, 4]) {
      await tx`
        insert into public.donations (
          donor_id, first_name, last_name, email, amount, status, completed_at, created_at, stripe_payment_intent_id, stripe_charge_id
        )
        values (
          ${donor.id}, 'Erin', 'Example', ${donor.email}, ${years}, 'completed', now() - make_interval(years => ${years}),
          now() - make_interval(years => ${years}), ${`pi_${years}`}, ${`ch_${years}`}
        )`;
    }
    await eraseAs(tx, owner, donor.records);
    const donations = await tx`
      select amount, first_name, email, stripe_payment_intent_id as intent, stripe_charge_id as charge,
        receipt_number is not null as "hasReceipt", is_anonymous as "isAnonymous"
      from public.donations where donor_id = ${donor.id} and amount < 10 order by amount`;
    const erasedValues = {
      first_name: "Erased",
      email: "erased@erased.invalid",
      hasReceipt: true,
      isAnonymous: true,
    };
    expect([...donations]).toEqual([
      { ...erasedValues, amount: "2.00", intent: "pi_2", charge: "ch_2" },
      { ...erasedValues, amount: "4.00", intent: null, charge: null },
    ]);
  });
});

test("Auth's own log entries about a deleted login, which contain the address, are deleted with it", async () => {
  await withRollback(async (tx) => {
    const owner = await addAdmin(tx);
    const [deletedLogin, other] = [await addLogin(tx), await addLogin(tx)];
    const erasure = await eraseAs(tx, owner, [{ kind: "login", id: deletedLogin.id }]);
    for (const { id } of [deletedLogin, other]) {
      await tx`
        insert into auth.audit_log_entries (id, payload)
        values (${randomUUID()}, ${tx.json({ action: "user_deleted", traits: { user_id: id, user_email: `${id}@example.org` } })})`;
    }
    await tx`select private.record_erased_logins(${erasure.id}, ${tx.json([deletedLogin.id])})`;
    const entries = await tx`
      select payload -> 'traits' ->> 'user_id' as id from auth.audit_log_entries
      where payload -> 'traits' ->> 'user_id' in (${deletedLogin.id}, ${other.id})`;
    expect([...entries]).toEqual([{ id: other.id }]);
    const [row] = await tx`
      select logins, deleted_login_count as count, finished_steps as steps from public.erasures where id = ${erasure.id}`;
    expect(row).toEqual({ logins: [], count: 1, steps: ["records", "logins"] });
  });
});
