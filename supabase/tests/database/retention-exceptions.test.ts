import { expect, test } from "vitest";
import { addVolunteer, type Transaction, withRollback } from "./connection.ts";
import {
  addMail,
  addUnconfirmedApplication,
  applyRule,
  clearOldRows,
  exists,
  hasCanary,
  readInsertedId,
  turnRuleOn,
} from "./retained-rows.ts";

const findVolunteerId = (tx: Transaction, applicationId: string) =>
  readInsertedId(tx<{ id: string }[]>`
    select person.id from public.volunteers as person
    join public.volunteer_applications as application on application.email = person.email
    where application.id = ${applicationId}`);

test("an address that was never confirmed is kept if an administrator entered the person, noted a waiver or merged the entry", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    await turnRuleOn(tx, "unconfirmed_addresses");
    const ids = [
      await addUnconfirmedApplication(tx, "400 days"),
      await addUnconfirmedApplication(tx, "400 days"),
      await addUnconfirmedApplication(tx, "400 days"),
      await addUnconfirmedApplication(tx, "400 days"),
    ];
    const [enteredId, signedId, kept, merged] = ids;
    await tx`update public.volunteer_applications set is_entered = true where id = ${enteredId!}`;
    await tx`
      insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
      values (${await findVolunteerId(tx, signedId!)}, 'waiver', '2026-01-02')`;
    const [keptId, mergedId] = [
      await findVolunteerId(tx, kept!),
      await findVolunteerId(tx, merged!),
    ];
    await tx`
      insert into public.volunteer_merges (kept_id, merged_id, choices, registration_count, merged_by)
      values (${keptId}, ${mergedId}, '{}', 0, 'admin')`;
    await tx`update public.volunteers set merged_into_id = ${keptId} where id = ${mergedId}`;
    expect(await applyRule(tx, "unconfirmed_addresses")).toBe(0);
    expect(await Promise.all(ids.map((id) => hasCanary(tx, "volunteer_applications", id)))).toEqual(
      [true, true, true, true],
    );
  });
});

test("the text of an approval is kept until its link is used", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    await turnRuleOn(tx, "email_texts");
    const application = await addUnconfirmedApplication(tx, "400 days");
    const mail = await addMail(tx, "400 days");
    await tx`
      update public.email_outbox set dedupe_key = ${`application:${application}:approved`} where id = ${mail}`;
    expect(await applyRule(tx, "email_texts")).toBe(0);
    await tx`
      update public.activation_links set used_at = now() where application_id = ${application}`;
    expect(await applyRule(tx, "email_texts")).toBe(1);
  });
});

test("a link to confirm a new address is deleted once it has expired, unless it is being used right now", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    await turnRuleOn(tx, "expired_links");
    const add = async (timeSinceExpiry: string, state: "open" | "revoked" | "claimed") => {
      const { id: accountId } = await addVolunteer(tx);
      return readInsertedId(tx<{ id: string }[]>`
        insert into public.email_changes (account_id, email, created_at, expires_at, revoked_at, claimed_until)
        values (
          ${accountId}, ${`canary-${accountId}@example.org`}, now() - ${timeSinceExpiry}::interval - interval '1 day',
          now() - ${timeSinceExpiry}::interval,
          case when ${state} = 'revoked' then now() - ${timeSinceExpiry}::interval end,
          case when ${state} = 'claimed' then now() + interval '1 minute' end
        )
        returning id`);
    };
    const [due, revoked, fresh, claimed] = [
      await add("30 days", "open"),
      await add("31 days", "revoked"),
      await add("29 days 23:59:59", "open"),
      await add("31 days", "claimed"),
    ];
    expect(await applyRule(tx, "expired_links")).toBe(2);
    const left = await Promise.all(
      [due, revoked, fresh, claimed].map((id) => exists(tx, "email_changes", id)),
    );
    expect(left).toEqual([false, false, true, true]);
  });
});

test("threat 31: a link is kept as long as the email that contains it waits, because it is renewed when the email goes out", async () => {
  await withRollback(async (tx) => {
    await clearOldRows(tx);
    const apply = async (rule: "expired_links" | "unconfirmed_addresses") => {
      await turnRuleOn(tx, rule);
      return applyRule(tx, rule);
    };
    const applicationId = await addUnconfirmedApplication(tx, "400 days");
    const [link] = await tx<[{ donor: string; activation: string }]>`
      with donor_link as (
        insert into public.donor_links (email_key, created_at, expires_at)
        values ('canary@example.org', now() - interval '401 days', now() - interval '400 days') returning id
      )
      select donor_link.id as donor, activation.id as activation
      from donor_link, public.activation_links as activation where activation.application_id = ${applicationId}`;
    const mailIds = [await addMail(tx, "400 days"), await addMail(tx, "400 days")];
    await tx`
      update public.email_outbox set status = 'queued', sent_at = null, data = case
        when id = ${mailIds[0]!} then jsonb_build_object('giftLinkId', ${link.donor}::text)
        else jsonb_build_object('activationLinkId', ${link.activation}::text)
      end where id = any (${mailIds})`;
    expect(await apply("expired_links")).toBe(0);
    expect(await apply("unconfirmed_addresses")).toBe(0);
    await tx`update public.email_outbox set status = 'sent', sent_at = now() where id = any (${mailIds})`;
    expect(await apply("expired_links")).toBe(1);
    expect(await apply("unconfirmed_addresses")).toBe(1);
  });
});
