import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RetentionRuleName } from "../../functions/_shared/contracts/choices.ts";
import {
  addAdmin,
  addVolunteer,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Transaction,
} from "./connection.ts";
import {
  addMail,
  addRejectedApplicationRow,
  addUnconfirmedApplication,
  applyRule,
  clearOldRows,
  exists,
  hasCanary,
  readInsertedId,
  readDueLogins,
  turnRuleOn,
} from "./retained-rows.ts";

interface RetainedKind {
  readonly rule: RetentionRuleName;
  readonly recordKind: string;
  /** Adds a row of this age, as the rule counts it, and returns its id. */
  readonly add: (tx: Transaction, age: string) => Promise<string>;
  /** Returns whether the row still has the data that the rule removes. */
  readonly isKept: (tx: Transaction, id: string) => Promise<boolean>;
}

const kinds: readonly RetainedKind[] = [
  {
    rule: "rejected_applications",
    recordKind: "rejected application",
    add: (tx, age) => addRejectedApplicationRow(tx, age),
    isKept: (tx, id) => hasCanary(tx, "volunteer_applications", id),
  },
  {
    rule: "email_texts",
    recordKind: "sent email",
    add: (tx, age) => addMail(tx, age),
    isKept: (tx, id) => hasCanary(tx, "email_outbox", id),
  },
  {
    rule: "email_texts",
    recordKind: "failed email",
    add: (tx, age) => addMail(tx, age, "failed"),
    isKept: (tx, id) => hasCanary(tx, "email_outbox", id),
  },
  {
    rule: "unconfirmed_addresses",
    recordKind: "address of an approved applicant who never confirmed it",
    add: (tx, age) => addUnconfirmedApplication(tx, age),
    isKept: (tx, id) => hasCanary(tx, "volunteer_applications", id),
  },
  {
    rule: "expired_links",
    recordKind: "donor's link",
    add: (tx, age) =>
      readInsertedId(tx<{ id: string }[]>`
        insert into public.donor_links (email_key, created_at, expires_at)
        values ('ann@example.org', now() - ${age}::interval - interval '1 day', now() - ${age}::interval)
        returning id`),
    isKept: (tx, id) => exists(tx, "donor_links", id),
  },
  {
    rule: "expired_links",
    recordKind: "used activation link",
    add: async (tx, age) => {
      const application = await addUnconfirmedApplication(tx, "1 day");
      return readInsertedId(tx<{ id: string }[]>`
        update public.activation_links set used_at = now() - ${age}::interval
        where application_id = ${application} returning id`);
    },
    isKept: (tx, id) => exists(tx, "activation_links", id),
  },
  ...["expires_at", "used_at", "revoked_at"].map((column): RetainedKind => ({
    rule: "expired_links",
    recordKind: `invitation by its ${column}`,
    add: async (tx, age) => {
      const id = await readInsertedId(tx<{ id: string }[]>`
        insert into public.admin_invitations (email, created_at)
        values (${`canary-${randomUUID()}@example.org`}, now() - interval '800 days') returning id`);
      await tx`
        update public.admin_invitations set ${tx(column)} = now() - ${age}::interval where id = ${id}`;
      return id;
    },
    isKept: (tx, id) => exists(tx, "admin_invitations", id),
  })),
];

describe("threat 65: a retention rule", () => {
  test.each(kinds)(
    "$rule empties or deletes a $recordKind once, in the second in which its time is up",
    async ({ rule, add, isKept }) => {
      await withRollback(async (tx) => {
        await clearOldRows(tx);
        await turnRuleOn(tx, rule);
        const ids = [
          await add(tx, "29 days 23:59:59"),
          await add(tx, "30 days"),
          await add(tx, "30 days 00:00:01"),
        ];
        const readKept = () => Promise.all(ids.map((id) => isKept(tx, id)));
        expect(await readKept()).toEqual([true, true, true]);
        expect(await applyRule(tx, rule)).toBe(2);
        expect(await readKept()).toEqual([true, false, false]);
        expect(await applyRule(tx, rule)).toBe(0);
        expect(await readKept()).toEqual([true, false, false]);
      });
    },
  );

  test.each(kinds)("$rule leaves a $recordKind while it's off", async ({ rule, add, isKept }) => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await tx`update public.retention_rules set is_on = name <> ${rule}, keep_days = 30`;
      const id = await add(tx, "400 days");
      expect(await applyRule(tx, rule)).toBe(0);
      expect(await readDueLogins(tx, rule)).toEqual([]);
      expect(await isKept(tx, id)).toBe(true);
      const [entry] =
        await tx`select ran_at, total_count from public.retention_rules where name = ${rule}`;
      expect(entry).toEqual({ ran_at: null, total_count: "0" });
    });
  });

  test.each(kinds)(
    "$rule counts each $recordKind that's due, but only for owners",
    async ({ rule, add }) => {
      await withRollback(async (tx) => {
        await clearOldRows(tx);
        await tx`update public.retention_rules set is_on = false`;
        const count = (person: Parameters<typeof runAs>[1], days: number) =>
          runAs(tx, person, async (savepoint) => {
            const [row] = await savepoint<[{ count: number }]>`
              select private.count_due_for_retention(${rule}, ${days}) as count`;
            return row.count;
          });
        const owner = await addAdmin(tx);
        const before = await count(owner, 30);
        await add(tx, "40 days");
        await add(tx, "30 days");
        expect((await count(owner, 30)) - before).toBe(2);
        expect((await count(owner, 31)) - before).toBe(1);
        for (const stranger of [
          await addAdmin(tx, { areas: ["giving", "volunteers", "content", "settings"] }),
          await addVolunteer(tx),
        ]) {
          expect(await catchSqlState(count(stranger, 30))).toMatch(/^CP0(10|44)$/);
        }
        expect(await catchSqlState(count(visitor, 30))).toBe("42501");
      });
    },
  );

  test("works in batches, oldest first, and adds them up for each run", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "email_texts");
      const ids = [
        await addMail(tx, "31 days"),
        await addMail(tx, "33 days"),
        await addMail(tx, "32 days"),
      ];
      const readKept = () => Promise.all(ids.map((id) => hasCanary(tx, "email_outbox", id)));
      const read = async () => {
        const [row] = await tx`
          select affected_count, total_count, affected_at = now() as "isNow", ran_at is not null as "hasRun"
          from public.retention_rules where name = 'email_texts'`;
        return row;
      };
      expect(await applyRule(tx, "email_texts", 1)).toBe(1);
      expect(await readKept()).toEqual([true, false, true]);
      expect(await applyRule(tx, "email_texts", 1)).toBe(1);
      expect(await readKept()).toEqual([true, false, false]);
      expect(await applyRule(tx, "email_texts", 5)).toBe(1);
      expect(await applyRule(tx, "email_texts", 5)).toBe(0);
      expect(await read()).toEqual({
        affected_count: 3,
        total_count: "3",
        isNow: true,
        hasRun: true,
      });
    });
  });

  test("gets a new version when an owner changes it, but not when it runs", async () => {
    await withRollback(async (tx) => {
      await clearOldRows(tx);
      await turnRuleOn(tx, "email_texts");
      const read = async () => {
        const [row] =
          await tx`select updated_at from public.retention_rules where name = 'email_texts'`;
        return row?.["updated_at"] as Date;
      };
      const before = await read();
      await addMail(tx, "31 days");
      expect(await applyRule(tx, "email_texts")).toBe(1);
      expect(await read()).toEqual(before);
      await tx`update public.retention_rules set keep_days = 60 where name = 'email_texts'`;
      expect(await read()).not.toEqual(before);
    });
  });
});
