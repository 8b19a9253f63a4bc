import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  type Person,
  catchSqlState,
  withRollback,
  server,
  type Transaction,
  visitor,
} from "./connection.ts";

interface PaidDonation {
  readonly id: string;
  readonly paymentIntentId: string;
}

async function addPaidDonation(
  tx: Transaction,
  statements = "",
  paymentIntentId = `pi_${randomUUID()}`,
): Promise<PaidDonation> {
  const [donation] = await tx<{ id: string }[]>`
    insert into public.donations
      (first_name, last_name, email, amount, stripe_payment_intent_id, status, completed_at)
    values ('Ann', 'Lee', 'ann.lee@example.org', 80, ${paymentIntentId}, 'completed', now()) returning id`;
  const id = donation?.id ?? "";
  if (statements !== "") await tx.unsafe(statements.replaceAll("$id", `'${id}'`));
  return { id, paymentIntentId };
}

const requestRefund = (
  tx: Transaction,
  person: Person,
  donation: PaidDonation,
  overrides: Partial<{ id: string; amount: number; reason: string }> = {},
) =>
  runAs(tx, person, async (savepoint) => {
    const [row] = await savepoint<{ request: unknown }[]>`
      select private.request_refund(
        ${overrides.id ?? randomUUID()}, ${donation.id}, ${overrides.amount ?? null}, ${overrides.reason ?? null}
      ) as request`;
    return row?.request;
  });

const adjustmentInsertSql = (kind: string, status: string, amount: number) =>
  `insert into public.donation_adjustments (donation_id, kind, status, amount)
   values ($id, '${kind}', '${status}', ${amount})`;

describe("an administrator's refund request", () => {
  test("is for the remaining amount by default, or for a part of it", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const donation = await addPaidDonation(
        tx,
        `${adjustmentInsertSql("refund", "succeeded", 10)}; ${adjustmentInsertSql("refund", "pending", 5)}`,
      );
      expect(await requestRefund(tx, admin, donation)).toEqual({
        paymentIntentId: donation.paymentIntentId,
        amount: "65.00",
        reason: null,
      });
      expect(
        await requestRefund(tx, admin, donation, { amount: 20.5, reason: "duplicate" }),
      ).toMatchObject({
        amount: "20.50",
        reason: "duplicate",
      });
      expect(await catchSqlState(requestRefund(tx, admin, donation, { amount: 65.01 }))).toBe(
        "CP017",
      );
    });
  });

  test.for([
    ["fully refunded donations", adjustmentInsertSql("refund", "succeeded", 80)],
    ["donations with a pending refund", adjustmentInsertSql("refund", "pending", 80)],
    ["disputed donations", adjustmentInsertSql("dispute", "open", 80)],
    ["donations lost to a dispute", adjustmentInsertSql("dispute", "lost", 80)],
  ] as const)("is refused for %s", async ([, statement]) => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const donation = await addPaidDonation(tx, statement);
      expect(await catchSqlState(requestRefund(tx, admin, donation))).toBe("CP017");
    });
  });

  test("is refused for unpaid donations", async () => {
    await withRollback(async (tx) => {
      const [donation] = await tx<PaidDonation[]>`
        insert into public.donations (first_name, last_name, email, amount, stripe_payment_intent_id)
        values ('Ann', 'Lee', 'ann.lee@example.org', 80, 'pi_pending') returning id, '' as "paymentIntentId"`;
      expect(await catchSqlState(requestRefund(tx, await addAdmin(tx), donation!))).toBe("CP017");
    });
  });

  test("is refused for demo donations", async () => {
    await withRollback(async (tx) => {
      const donation = await addPaidDonation(tx, "", "pi_demo_1");
      expect(await catchSqlState(requestRefund(tx, await addAdmin(tx), donation))).toBe("CP017");
    });
  });

  test("threat 18, threat 41: is stored once per key with its author, and refused if the key is reused with other values", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const donation = await addPaidDonation(tx);
      const id = randomUUID();
      for (const _ of [1, 2, 3]) await requestRefund(tx, admin, donation, { id, amount: 30 });
      for (const otherRequest of [{ amount: 31 }, { amount: 30, reason: "duplicate" }]) {
        expect(
          await catchSqlState(requestRefund(tx, admin, donation, { id, ...otherRequest })),
        ).toBe("CP001");
      }
      expect(
        await catchSqlState(
          requestRefund(tx, admin, await addPaidDonation(tx), { id, amount: 30 }),
        ),
      ).toBe("CP001");
      const entries = await tx<{ actor_id: string; action: string; amount: string }[]>`
        select actor_id, action, after ->> 'amount' as amount from public.audit_log
        where table_name = 'refund_requests' and row_id = ${id}`;
      expect(entries).toEqual([{ actor_id: admin.id, action: "insert", amount: "30.00" }]);
    });
  });

  test("is denied to everyone but administrators", async () => {
    await withRollback(async (tx) => {
      const donation = await addPaidDonation(tx);
      const expiredAdmin = await addAdmin(tx, { hoursOld: 9 });
      for (const person of [visitor, await addVolunteer(tx), server, expiredAdmin]) {
        expect(["42501", "CP010"]).toContain(
          await catchSqlState(requestRefund(tx, person, donation)),
        );
      }
      expect(
        await tx`select 1 from public.refund_requests where donation_id = ${donation.id}`,
      ).toHaveLength(0);
    });
  });
});
