import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addLogin,
  addVolunteer,
  catchSqlState,
  runAs,
  withRollback,
  type Transaction,
} from "./connection.ts";
import {
  addMail,
  addRejectedApplicationRow,
  addUnconfirmedApplication,
  applyRule,
  clearOldRows,
  hasCanary,
  readDueLogins,
  turnRuleOn,
} from "./retained-rows.ts";

describe("AVOL-04: an emptied application", () => {
  test("leaves neither the name nor the address in the delivery log, except in emails to someone else", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "rejected_applications");
      const id = await addRejectedApplicationRow(tx, "31 days");
      const [{ email }] = await tx<[{ email: string }]>`
        select email from public.volunteer_applications where id = ${id}`;
      const addLogged = (to: string, name: string, key: string | null) => tx`
        insert into public.email_outbox (template_name, to_email, to_name, data, status, sent_at, dedupe_key)
        values ('Status', ${to}, ${name}, ${tx.json({ name: "Canary" })}, 'sent', now(), ${key})`;
      await tx`delete from public.email_outbox where split_part(dedupe_key, ':', 2) = ${id}`;
      await addLogged(email, "Canary", `application:${id}:rejected`);
      await addLogged(email, "Canary", null);
      await addLogged("desk@example.org", "Desk", `application-received:${id}:desk`);
      await addLogged(`x${email}`, "Someone else", null);
      expect(await applyRule(tx, "rejected_applications")).toBe(1);
      const mails = await tx`
        select to_email as to, to_name as name, data, emptied_at is not null as "isEmptied"
        from public.email_outbox where template_name = 'Status' order by to_email, to_name`;
      const erased = { to: "erased@erased.invalid", name: "Erased", data: {}, isEmptied: true };
      expect(mails).toEqual([
        { to: "desk@example.org", name: "Desk", data: {}, isEmptied: true },
        erased,
        erased,
        { to: `x${email}`, name: "Someone else", data: { name: "Canary" }, isEmptied: false },
      ]);
    });
  });

  test("keeps the emails of a volunteer with the same address", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "rejected_applications");
      const id = await addRejectedApplicationRow(tx, "31 days");
      const [{ email }] = await tx<[{ email: string }]>`
        select email from public.volunteer_applications where id = ${id}`;
      await tx`insert into public.volunteers (name, email) values ('Ada', ${email})`;
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name, status, sent_at)
        values ('Status', ${email}, 'Ada', 'sent', now())`;
      expect(await applyRule(tx, "rejected_applications")).toBe(1);
      const mails = await tx`
        select to_name as name from public.email_outbox where template_name = 'Status' and to_email = ${email}`;
      expect(mails).toEqual([{ name: "Ada" }]);
    });
  });

  test("still counts as rejected, keeps its dates, and has nothing about the person in its history", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "rejected_applications");
      const id = await addRejectedApplicationRow(tx, "31 days");
      const readCounts = async () => {
        const [row] = await tx<[{ counts: object }]>`
          select private.volunteer_counts() -> 'applications' as counts`;
        return row.counts;
      };
      const before = await readCounts();
      expect(await applyRule(tx, "rejected_applications")).toBe(1);
      expect(await readCounts()).toEqual(before);
      const [row] = await tx`
        select first_name, last_name, email, phone, zip_code, city, state, interests, review_notes, status, user_id,
          reviewed_at = now() - interval '31 days' as "isDateKept"
        from public.volunteer_applications where id = ${id}`;
      expect(row).toEqual({
        first_name: "Erased",
        last_name: "applicant",
        email: `${id}@erased.invalid`,
        phone: "",
        zip_code: "",
        city: null,
        state: null,
        interests: null,
        review_notes: null,
        status: "rejected",
        user_id: null,
        isDateKept: true,
      });
      const entries = await tx<{ entry: string }[]>`
        select to_jsonb(log)::text as entry from public.audit_log as log where row_id = ${id}`;
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.filter(({ entry }) => /canary/i.test(entry))).toEqual([]);
    });
  });

  test("can't become pending again", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "rejected_applications");
      const id = await addRejectedApplicationRow(tx, "31 days");
      await applyRule(tx, "rejected_applications");
      const coordinator = await addAdmin(tx, { areas: ["volunteers"] });
      const undo = runAs(
        tx,
        coordinator,
        (savepoint) => savepoint`select private.undo_rejection(${id})`,
      );
      expect(await catchSqlState(undo)).toBe("CP064");
    });
  });

  test("waits for its login to be deleted, unless something else needs the login", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "rejected_applications");
      const [loginWithoutAccount, repeatApplicant, volunteer] = [
        await addLogin(tx),
        await addLogin(tx),
        await addVolunteer(tx),
      ];
      const ids = [
        await addRejectedApplicationRow(tx, "31 days", loginWithoutAccount.id),
        await addRejectedApplicationRow(tx, "31 days", repeatApplicant.id),
        await addRejectedApplicationRow(tx, "31 days", volunteer.id),
      ];
      await addRejectedApplicationRow(tx, "29 days", repeatApplicant.id);
      const readIsKept = () =>
        Promise.all(ids.map((id) => hasCanary(tx, "volunteer_applications", id)));
      expect(await readDueLogins(tx, "rejected_applications")).toEqual([
        { userId: loginWithoutAccount.id, isUnused: false },
      ]);
      expect(await applyRule(tx, "rejected_applications")).toBe(2);
      expect(await readIsKept()).toEqual([true, false, false]);
      await tx`delete from auth.users where id = ${loginWithoutAccount.id}`;
      expect(await applyRule(tx, "rejected_applications")).toBe(1);
      expect(await readIsKept()).toEqual([false, false, false]);
    });
  });
});

describe("the text of an old email", () => {
  test("is deleted, but the email stays in the delivery log with its recipient and can't be resent", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "email_texts");
      const [sent, failed, testEmailId] = [
        await addMail(tx, "31 days"),
        await addMail(tx, "31 days", "failed"),
        await addMail(tx, "31 days", "sent", '{"subject": "Canary"}'),
      ];
      expect(await applyRule(tx, "email_texts")).toBe(3);
      const owner = await addAdmin(tx);
      const rows = await runAs(
        tx,
        owner,
        (savepoint) => savepoint`
          select to_email, to_name, subject, tested from public.email_outbox
          where id in (${sent}, ${testEmailId}) order by tested nulls first`,
      );
      expect([...rows]).toEqual([
        { to_email: "june@example.org", to_name: "June", subject: null, tested: null },
        { to_email: "june@example.org", to_name: "June", subject: null, tested: {} },
      ]);
      const resend = (id: string) =>
        catchSqlState(
          runAs(tx, owner, (savepoint) => savepoint`select private.resend_email(${id})`),
        );
      expect([await resend(sent), await resend(failed)]).toEqual(["CP064", "CP064"]);
      const [resendResult] = await runAs(
        tx,
        owner,
        (savepoint) => savepoint`select private.resend_failed_emails() as count`,
      );
      expect(resendResult).toEqual({ count: 0 });
    });
  });

  test.each(["queued", "sending", "held"])(
    "is kept while the email has the status %s",
    async (status) => {
      await withRollback(async (tx) => {
        await clearOldRows(tx);
        await turnRuleOn(tx, "email_texts");
        const id = await addMail(tx, "400 days", status);
        expect(await applyRule(tx, "email_texts")).toBe(0);
        expect(await hasCanary(tx, "email_outbox", id)).toBe(true);
      });
    },
  );
});

describe("an address that was never confirmed", () => {
  const readEmail = async (tx: Transaction, id: string) => {
    const [row] = await tx<[{ email: string }]>`
      select email from public.volunteer_applications where id = ${id}`;
    return row.email;
  };

  test("loses its login first, then its directory entry and its link; the application still counts", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "unconfirmed_addresses");
      const login = await addLogin(tx);
      const id = await addUnconfirmedApplication(tx, "31 days", login.id);
      const email = await readEmail(tx, id);
      expect(await readDueLogins(tx, "unconfirmed_addresses")).toEqual([
        { userId: login.id, isUnused: false },
      ]);
      expect(await applyRule(tx, "unconfirmed_addresses")).toBe(0);
      await tx`delete from auth.users where id = ${login.id}`;
      expect(await applyRule(tx, "unconfirmed_addresses")).toBe(1);
      const [row] = await tx`
        select
          (select count(*)::int from public.volunteers where email = ${email}) as volunteers,
          (select count(*)::int from public.activation_links) as links,
          (select status from public.volunteer_applications where id = ${id}) as status`;
      expect(row).toEqual({ volunteers: 0, links: 0, status: "approved" });
    });
  });

  test("is kept if the person has hours, came from an import or applied again", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "unconfirmed_addresses");
      const ids = [
        await addUnconfirmedApplication(tx, "400 days"),
        await addUnconfirmedApplication(tx, "400 days"),
        await addUnconfirmedApplication(tx, "400 days"),
      ];
      const [first, second, third] = await Promise.all(ids.map((id) => readEmail(tx, id)));
      await tx`update public.volunteers set total_hours = 2 where email = ${first!}`;
      await tx`
        with added as (
          insert into public.imports (kind, source, file_name, file_hash, headings, mapping, row_count, is_demo)
          values ('volunteers', 'list', 'f.csv', ${"f".repeat(64)}, '[]', '{}', 1, true) returning id
        )
        update public.volunteers set import_id = added.id from added where email = ${second!}`;
      await tx`
        insert into public.volunteer_applications (first_name, last_name, email, availability)
        values ('Canary', 'Again', ${third!.toUpperCase()}, 'flexible')`;
      expect(await readDueLogins(tx, "unconfirmed_addresses")).toEqual([]);
      expect(await applyRule(tx, "unconfirmed_addresses")).toBe(0);
      const kept = await Promise.all(ids.map((id) => hasCanary(tx, "volunteer_applications", id)));
      expect(kept).toEqual([true, true, true]);
    });
  });

  test("loses a login that an interrupted application left behind, unless it's an administrator's or a volunteer's", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "unconfirmed_addresses");
      const [leftoverLogin, fresh] = [await addLogin(tx), await addLogin(tx)];
      const kept = [await addAdmin(tx), await addVolunteer(tx)];
      const applicant = await addLogin(tx);
      await addRejectedApplicationRow(tx, "1 day", applicant.id);
      const age = (id: string, age: string) =>
        tx`update auth.users set created_at = now() - ${age}::interval where id = ${id}`;
      for (const { id } of [leftoverLogin, applicant, ...kept]) await age(id, "30 days");
      await age(fresh.id, "29 days 23:59:59");
      expect(await readDueLogins(tx, "unconfirmed_addresses")).toEqual([
        { userId: leftoverLogin.id, isUnused: true },
      ]);
    });
  });
});

test("an unused activation link is kept when it expires, so that the approval can be resent", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    await turnRuleOn(tx, "expired_links");
    const id = await addUnconfirmedApplication(tx, "400 days");
    expect(await applyRule(tx, "expired_links")).toBe(0);
    expect(await hasCanary(tx, "volunteer_applications", id)).toBe(true);
  });
});
