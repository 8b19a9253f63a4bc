import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { addAdmin, runAs, type Transaction, withRollback } from "./connection.ts";
import { eraseAs, ERASURE_KEY } from "./erasing.ts";
import { applyRule, clearOldRows, turnRuleOn } from "./retained-rows.ts";

async function addDonor(tx: Transaction, email: string) {
  const [donation] = await tx<[{ donorId: string }]>`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at)
    values ('Ann', 'Example', ${email}, 50, 'completed', now()) returning donor_id as "donorId"`;
  const records: PersonRecord[] = [{ kind: "donor", id: donation.donorId }];
  return { id: donation.donorId, email, records };
}

const readName = async (tx: Transaction, volunteerId: string) => {
  const [row] = await tx<{ name: string }[]>`
    select name from public.volunteers where id = ${volunteerId}`;
  return row?.name;
};

async function addFrank(tx: Transaction, email: string): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    insert into public.volunteers (name, email) values ('Frank Example', ${email}) returning id`;
  return row.id;
}

describe("erasing one person doesn't affect others", () => {
  test("who share an email address with the person, even after an older backup was restored", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const ann = await addDonor(tx, `${randomUUID()}@example.org`);
      const frankId = await addFrank(tx, ann.email);
      await tx`savepoint backup`;
      const { id } = await eraseAs(tx, owner, [...ann.records, { kind: "mailbox", id: ann.email }]);
      expect(await readName(tx, frankId)).toBe("Frank Example");
      const [{ list }] = await tx<[{ list: unknown[] }]>`
        select jsonb_agg(entry) as list from jsonb_array_elements(private.erasure_list()) as entry
        where entry ->> 'id' = ${id}`;
      await tx`rollback to savepoint backup`;
      await tx`select private.apply_erasures(${tx.json(list as never)}, ${tx.json([ERASURE_KEY])})`;
      const [donor] = await tx`select first_name from public.donors where id = ${ann.id}`;
      expect(donor).toEqual({ first_name: "Erased" });
      expect(await readName(tx, frankId)).toBe("Frank Example");
    });
  });

  test("whose emails went by mistake to an address that the person reads", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const ann = await addDonor(tx, `${randomUUID()}@example.org`);
      const [{ donationId }] = await tx<[{ donationId: string }]>`
        select id as "donationId" from public.donations where donor_id = ${ann.id}`;
      await tx`select private.queue_receipt(${donationId})`;
      await tx`update public.donors set email = ${`new-${ann.email}`} where id = ${ann.id}`;
      await tx`update public.donor_emails set is_mistaken = true where email_key = ${ann.email}`;
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name) values ('Email Changed', ${ann.email}, 'Stan')`;
      const search = await runAs(
        tx,
        owner,
        (run) => run<{ found: { records: { kind: string; details: string }[] } }[]>`
          select private.find_people(${ann.email}) as found`,
      );
      const [donor, mailbox] = ["donor", "mailbox"].map((kind) =>
        search[0]?.found.records.find((entry) => entry.kind === kind),
      );
      expect(donor?.details).toContain("found by an address that was a mistake");
      expect(mailbox?.details).toMatch(/^2 emails/);

      // Stan, who reads the mailbox, asks for his data and then for its erasure.
      const stan = [{ kind: "mailbox", id: ann.email }] as const;
      const [row] = await runAs(
        tx,
        owner,
        (run) => run`select private.export_person(${run.json(stan)})::text as data`,
      );
      expect(row?.["data"]).toContain("Stan");
      expect(row?.["data"]).not.toContain("Ann");
      await eraseAs(tx, owner, stan);
      const mails = await tx`
        select to_name as name from public.email_outbox where template_name = 'Donation Confirmation' and to_email = ${ann.email}`;
      expect(mails).toEqual([{ name: "Ann Example" }]);
      const stans = await tx`select from public.email_outbox where to_name = 'Stan'`;
      expect(stans).toHaveLength(0);
      // Ann's own erasure includes what went there.
      await eraseAs(tx, owner, ann.records);
      const rest = await tx`select from public.email_outbox where to_email = ${ann.email}`;
      expect(rest).toHaveLength(0);
    });
  });

  test("whose address only ends or begins like the person's", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const host = `${randomUUID()}.example`;
      const ann = await addDonor(tx, `ann@${host}`);
      const similarEmails = [`joann@${host}`, `ann@${host}.org`, `x-ann@${host}`];
      const ownMentions = [`Write to ann@${host}.`, `"ann@${host}"`, `ANN@${host.toUpperCase()}`];
      for (const text of [...similarEmails, ...ownMentions]) {
        await tx`
          insert into public.email_outbox (template_name, to_email, data)
          values ('Email Changed', 'desk@example.org', ${tx.json({ newEmail: text })})`;
        await tx`
          insert into public.audit_log (actor_name, action, table_name, row_id, after)
          values ('admin', 'update', 'settings', ${randomUUID()}, ${tx.json({ note: text })})`;
      }
      await eraseAs(tx, owner, ann.records);
      const mails = await tx<{ newEmail: string }[]>`
        select data ->> 'newEmail' as "newEmail" from public.email_outbox
        where to_email = 'desk@example.org' order by 1`;
      expect(mails.map(({ newEmail }) => newEmail)).toEqual(similarEmails.toSorted());
      const entries = await tx<{ note: string }[]>`
        select after ->> 'note' as note from public.audit_log
        where actor_name = 'admin' and table_name = 'settings' and after ? 'note' order by 1`;
      expect(entries.map(({ note }) => note)).toEqual(
        ["erased", "erased", "erased", ...similarEmails].toSorted(),
      );
    });
  });

  test("whose emails have keys that contain the number of an entry in the person's history", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const ann = await addDonor(tx, `${randomUUID()}@example.org`);
      await tx`
        insert into public.audit_log (id, actor_name, action, table_name, row_id, after)
        overriding system value
        values (987654321, 'admin', 'update', 'settings', ${randomUUID()}, ${tx.json({ note: ann.email })})`;
      const key = `statement:987654321:${randomUUID()}`;
      await tx`
        insert into public.email_outbox (template_name, to_email, dedupe_key)
        values ('Annual Statement', 'frank@example.org', ${key})`;
      await eraseAs(tx, owner, ann.records);
      expect(await tx`select 1 from public.email_outbox where dedupe_key = ${key}`).toHaveLength(1);
    });
  });
});

test("an erased application doesn't hold up the rule for rejected applications", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    await turnRuleOn(tx, "rejected_applications");
    const owner = await addAdmin(tx);
    const [application] = await tx<[{ id: string }]>`
      insert into public.volunteer_applications (first_name, last_name, email, availability, status, reviewed_at)
      values ('Ann', 'Example', ${`${randomUUID()}@example.org`}, 'flexible', 'rejected', now() - interval '31 days')
      returning id`;
    await eraseAs(tx, owner, [{ kind: "volunteer_application", id: application.id }]);
    expect(await applyRule(tx, "rejected_applications")).toBe(0);
  });
});
