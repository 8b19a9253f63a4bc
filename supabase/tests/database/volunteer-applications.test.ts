import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addLogin,
  addVolunteer,
  runAs,
  catchSqlState,
  withRollback,
  sql,
  visitor,
  type Person,
  type Transaction,
} from "./connection.ts";

async function addApplication(tx: Transaction, person: Person): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
    values (${person.id}, 'Nadia', 'Perrin', ${`${person.id}@example.org`}, 'weekends') returning id`;
  return row!.id;
}

const review = (
  tx: Transaction,
  person: Person,
  id: string,
  decision: string,
  requiresActivation = true,
) =>
  runAs(
    tx,
    person,
    (savepoint) => savepoint`
      select private.review_application(${id}, ${decision}, 'Seen', ${requiresActivation}) as result`,
  );

describe("AVOL-10: an application is decided once", () => {
  test("approving creates account, directory entry and email in one step", async () => {
    await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      const admin = await addAdmin(tx);
      const id = await addApplication(tx, applicant);
      await review(tx, admin, id, "approved");
      const [row] = await tx`
        select application.status, application.reviewed_by as "reviewedBy", application.review_notes as notes,
          account.is_active as "isActive", account.activated_at as "activatedAt", person.name,
          mail.template_name as template
        from public.volunteer_applications as application
        join public.volunteer_accounts as account on account.id = application.user_id
        join public.volunteers as person on person.account_id = account.id
        join public.email_outbox as mail on mail.to_email = application.email
        where application.id = ${id}`;
      expect(row).toEqual({
        status: "approved",
        reviewedBy: admin.id,
        notes: "Seen",
        isActive: true,
        activatedAt: null,
        name: "Nadia Perrin",
        template: "Volunteer Application Approved",
      });
      expect(await catchSqlState(review(tx, admin, id, "rejected"))).toBe("CP008");
    });
  });

  test("what an applicant left out is empty in the directory, with and without a login", async () => {
    await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      const admin = await addAdmin(tx);
      await review(tx, admin, await addApplication(tx, applicant), "approved");
      const atSameMailbox = await addApplication(tx, applicant);
      await tx`update public.volunteer_applications set first_name = 'Ned', user_id = null where id = ${atSameMailbox}`;
      await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`
          select private.review_application(${atSameMailbox}, 'approved', null, true, '{"as": "contact"}')`,
      );
      const people = await tx`
        select name, phone, zip_code as zip from public.volunteers
        where ${`${applicant.id}@example.org`} in (email, contact_email) order by name`;
      expect([...people]).toEqual([
        { name: "Nadia Perrin", phone: null, zip: null },
        { name: "Ned Perrin", phone: null, zip: null },
      ]);
    });
  });

  test("undoing a rejection makes the application pending again and stops its email, and a later rejection sends one", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const applicant = await addLogin(tx);
      const id = await addApplication(tx, applicant);
      const undo = (person: Person) =>
        runAs(tx, person, (savepoint) => savepoint`select private.undo_rejection(${id})`);
      expect(await catchSqlState(undo(admin))).toBe("CP041");
      await review(tx, admin, id, "rejected");
      expect(await catchSqlState(undo(applicant))).toBe("CP010");
      await undo(admin);
      const readApplication = async () => {
        const [row] = await tx`
          select status, reviewed_by, reviewed_at, review_notes from public.volunteer_applications where id = ${id}`;
        return row;
      };
      expect(await readApplication()).toEqual({
        status: "pending",
        reviewed_by: null,
        reviewed_at: null,
        review_notes: "Seen",
      });
      expect(await catchSqlState(undo(admin))).toBe("CP041");
      await review(tx, admin, id, "rejected");
      const mails = await tx<{ status: string }[]>`
        select status from public.email_outbox where to_email = ${`${applicant.id}@example.org`} order by status`;
      expect(mails.map(({ status }) => status)).toEqual(["canceled", "queued"]);
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where status = 'queued'`;
      await undo(admin);
      await review(tx, admin, id, "approved");
      expect((await readApplication())?.["status"]).toBe("approved");
      expect(await catchSqlState(undo(admin))).toBe("CP041");
      const [{ sentCount }] = await tx<[{ sentCount: number }]>`
        select count(*)::integer as "sentCount" from public.email_outbox
        where to_email = ${`${applicant.id}@example.org`} and status = 'sent'`;
      expect(sentCount).toBe(1);
    });
  });

  test("an application that another one's approval closed stays closed", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const applicant = await addLogin(tx);
      const [closedId, id] = [
        await addApplication(tx, applicant),
        await addApplication(tx, applicant),
      ];
      await review(tx, admin, id, "approved");
      const undo = runAs(
        tx,
        admin,
        (savepoint) => savepoint`select private.undo_rejection(${closedId})`,
      );
      expect(await catchSqlState(undo)).toBe("CP041");
    });
  });

  test("without an activation link, the account is active immediately", async () => {
    const isActive = await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      await review(tx, await addAdmin(tx), await addApplication(tx, applicant), "approved", false);
      const [row] = await runAs(
        tx,
        applicant,
        (savepoint) => savepoint`select private.is_active_volunteer() as "isActive"`,
      );
      return row?.["isActive"] as boolean;
    });
    expect(isActive).toBe(true);
  });

  test("rejecting queues an email and doesn't create an account", async () => {
    await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      await review(tx, await addAdmin(tx), await addApplication(tx, applicant), "rejected");
      const accounts = await tx`select 1 from public.volunteer_accounts where id = ${applicant.id}`;
      expect(accounts).toHaveLength(0);
      const mails = await tx`
        select template_name as template from public.email_outbox
        where to_email = ${`${applicant.id}@example.org`}`;
      expect(mails.map(({ template }) => template)).toEqual(["Volunteer Application Rejected"]);
    });
  });

  test("AVOL-13: every pending application of the demo data can be approved", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const pendingApplications = await tx<{ id: string; hasLogin: boolean }[]>`
        select id, user_id is not null as "hasLogin" from public.volunteer_applications
        where status = 'pending' and email in (
          'pending@example.org', 'owen.tillman@example.org', 'sofia.marchetti@example.org',
          'isaac.nguyen@example.org'
        )`;
      expect(pendingApplications.map(({ hasLogin }) => hasLogin)).toEqual([true, true, true, true]);
      for (const { id } of pendingApplications) await review(tx, admin, id, "approved", false);
      const accountRows = await tx`
        select 1 from public.volunteer_applications as application
        join public.volunteer_accounts as account on account.id = application.user_id
        where application.id in ${tx(pendingApplications.map(({ id }) => id))} and account.activated_at is not null`;
      expect(accountRows).toHaveLength(4);
    });
  });

  test("reviewing fails for anyone but an administrator, for unknown ids and for unknown decisions", async () => {
    await withRollback(async (tx) => {
      const id = await addApplication(tx, await addLogin(tx));
      const admin = await addAdmin(tx);
      const expiredAdmin = await addAdmin(tx, { hoursOld: 9 });
      expect(await catchSqlState(review(tx, visitor, id, "approved"))).toBe("42501");
      for (const person of [await addVolunteer(tx), expiredAdmin]) {
        expect(await catchSqlState(review(tx, person, id, "approved"))).toBe("CP010");
      }
      expect(await catchSqlState(review(tx, admin, unknownId, "approved"))).toBe("CP009");
      expect(await catchSqlState(review(tx, admin, id, "pending"))).toBe("22023");
    });
  });

  const unknownId = "00000000-0000-4000-8000-00000000beef";

  test("approving an application closes others with the same email, ignoring case, without emails about them", async () => {
    await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      const admin = await addAdmin(tx);
      const earlierApplicationId = await addApplication(tx, applicant);
      await review(tx, admin, earlierApplicationId, "rejected");
      const [firstApplicationId, secondApplicationId] = [
        await addApplication(tx, applicant),
        await addApplication(tx, applicant),
      ];
      const otherPersonsApplicationId = await addApplication(tx, await addLogin(tx));
      await tx`
        update public.volunteer_applications set email = upper(email), user_id = null
        where id = ${secondApplicationId}`;
      await review(tx, admin, firstApplicationId, "approved");
      const rows = await tx`
        select id, status, closed_by as "closedBy" from public.volunteer_applications
        where id in ${tx([earlierApplicationId, firstApplicationId, secondApplicationId, otherPersonsApplicationId])}`;
      expect(new Set(rows)).toEqual(
        new Set([
          { id: earlierApplicationId, status: "rejected", closedBy: null },
          { id: firstApplicationId, status: "approved", closedBy: null },
          { id: secondApplicationId, status: "rejected", closedBy: firstApplicationId },
          { id: otherPersonsApplicationId, status: "pending", closedBy: null },
        ]),
      );
      expect(
        await catchSqlState(
          tx.savepoint((savepoint) => review(savepoint, admin, secondApplicationId, "approved")),
        ),
      ).toBe("CP008");
      const mails = await tx<{ kind: string }[]>`
        select template_name as kind from public.email_outbox
        where lower(to_email) = ${`${applicant.id}@example.org`} order by template_name`;
      expect(mails.map(({ kind }) => kind)).toEqual([
        "Volunteer Application Approved",
        "Volunteer Application Rejected",
      ]);
    });
  });

  test.for([true, false])(
    "approving someone whose login is gone emails a link that creates it again, activation required: %s",
    async (requiresActivation) => {
      await withRollback(async (tx) => {
        const applicant = await addLogin(tx);
        const id = await addApplication(tx, applicant);
        await tx`delete from auth.users where id = ${applicant.id}`;
        await review(tx, await addAdmin(tx), id, "approved", requiresActivation);
        const [row] = await tx`
          select application.status, mail.data ->> 'activationLinkId' = link.id::text as "mailHasLink",
            person.account_id as account
          from public.volunteer_applications as application
          join public.activation_links as link on link.application_id = application.id
          join public.email_outbox as mail on mail.to_email = application.email
          join public.volunteers as person on person.email = application.email
          where application.id = ${id}`;
        expect(row).toEqual({ status: "approved", mailHasLink: true, account: null });
      });
    },
  );

  test("someone known under another name gets a login with the directory's name", async () => {
    await withRollback(async (tx) => {
      const applicant = await addLogin(tx);
      const admin = await addAdmin(tx);
      const id = await addApplication(tx, applicant);
      const email = `${applicant.id}@example.org`;
      await tx`insert into public.volunteers (name, email) values ('Nan Perrin Lee', ${email})`;
      await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`
          select private.review_application(${id}, 'approved', null, false, '{"as": "known"}')`,
      );
      const [link] = await tx<[{ id: string }]>`
        select id from public.activation_links where application_id = ${id}`;
      // The link replaces the login.
      await tx`delete from auth.users where id = ${applicant.id}`;
      const { id: login } = await addLogin(tx, { email });
      await tx`select private.redeem_activation_link(${link.id}, ${login})`;
      const rows = await tx`
        select person.name, account.first_name || ' ' || account.last_name as "ownName"
        from public.volunteers as person join public.volunteer_accounts as account on account.id = person.account_id
        where person.email = ${email}`;
      expect([...rows]).toEqual([{ name: "Nan Perrin Lee", ownName: "Nan Perrin Lee" }]);
    });
  });

  test("the counts of applications add up and contain no email addresses", async () => {
    const [row] = await sql<{ counts: { applications: Record<string, number> } }[]>`
      select private.volunteer_counts() as counts`;
    const { total = 0, pending = 0, approved = 0, rejected = 0 } = row!.counts.applications;
    expect(total).toBe(pending + approved + rejected);
    expect(JSON.stringify(row)).not.toContain("@");
  });
});
