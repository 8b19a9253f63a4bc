import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { service } from "../../functions/_shared/caller.ts";
import { applyAdjustmentUpdate } from "../../functions/_shared/donations/queries/adjustments.ts";
import { findAndApplyPaymentUpdate } from "../../functions/_shared/donations/queries/donations.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";

const database = connectDatabase(readStackFacts().databaseUrl, 1);
afterAll(() => database.close());

const withRollback = (work: (sql: Sql) => Promise<void>) =>
  withRollbackIn((run) => database.as(service, run), work);

async function addDonation(
  sql: Sql,
  amount = 50,
): Promise<{ id: string; paymentIntentId: string }> {
  const paymentIntentId = `pi_${randomUUID()}`;
  const [row] = await sql<[{ donation: { id: string } }]>`
    select private.create_pending_donation(
      ${randomUUID()}, ${amount}, 'Ann', 'Lee', 'ann.lee@example.org', false, true, ${paymentIntentId}
    ) as donation`;
  return { id: row.donation.id, paymentIntentId };
}

async function readTotal(sql: Sql): Promise<number> {
  const [row] = await sql<[{ totals: { totalAmount: number } }]>`
    select private.donation_site_totals() as totals`;
  return row.totals.totalAmount;
}

const timeAt = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const declinedFact = {
  outcome: "failed",
  occurredAt: timeAt(1),
  failure: { id: "ch_1", code: "x" },
} as const;
const succeededFact = { outcome: "succeeded", occurredAt: timeAt(2) } as const;

describe("threat 16, threat 19: facts from the payment provider", () => {
  test("a completed donation counts once, with one receipt, and a pending or failed one never counts", () =>
    withRollback(async (sql) => {
      const totalBefore = await readTotal(sql);
      const donation = await addDonation(sql);
      expect(await readTotal(sql)).toBe(totalBefore);
      expect(await findAndApplyPaymentUpdate(sql, donation, declinedFact)).toMatchObject({
        status: "failed",
        failureCount: 1,
      });
      expect(await readTotal(sql)).toBe(totalBefore);
      for (let round = 0; round < 3; round += 1) {
        expect(await findAndApplyPaymentUpdate(sql, donation, succeededFact)).toMatchObject({
          status: "completed",
        });
      }
      expect(await readTotal(sql)).toBe(totalBefore + 50);
      const mails = await sql`
        select 1 from public.email_outbox where dedupe_key = ${`receipt:${donation.id}`}`;
      expect(mails).toHaveLength(1);
    }));

  test("threat 16: a decline reported late doesn't undo the charge", () =>
    withRollback(async (sql) => {
      const donation = await addDonation(sql);
      await findAndApplyPaymentUpdate(sql, donation, succeededFact);
      expect(await findAndApplyPaymentUpdate(sql, donation, declinedFact)).toMatchObject({
        status: "completed",
        failureCount: 1,
        failureCode: null,
      });
      const reversal = sql`update public.donations set status = 'pending' where id = ${donation.id}`;
      await expect(reversal).rejects.toMatchObject({ code: "CP011" });
    }));

  test.each(["2026-11-20T06:30:00.000Z", "2026-11-21T04:30:00.000Z"])(
    "emails about a donation at %s use its date in the organization's time zone",
    (moment) =>
      withRollback(async (sql) => {
        const donation = await findAndApplyPaymentUpdate(sql, await addDonation(sql), {
          outcome: "succeeded",
          occurredAt: moment,
        });
        const refundId = `re_${randomUUID()}`;
        await applyAdjustmentUpdate(sql, donation!, {
          kind: "refund",
          id: refundId,
          amount: 500,
          status: "succeeded",
          reason: undefined,
          occurredAt: moment,
        });
        const mails = await sql`
          select template_name as name, data ->> 'donationDate' as day from public.email_outbox
          where dedupe_key in (${`receipt:${donation!.id}`}, ${`refund:${refundId}`}) order by 1`;
        expect([...mails]).toEqual([
          { name: "Donation Confirmation", day: "2026-11-20" },
          { name: "Gift Refunded", day: "2026-11-20" },
        ]);
      }),
  );

  test("an update of an unknown payment changes nothing", () =>
    withRollback(async (sql) => {
      const totalBefore = await readTotal(sql);
      expect(
        await findAndApplyPaymentUpdate(sql, { paymentIntentId: "pi_unknown" }, succeededFact),
      ).toBeUndefined();
      expect(await readTotal(sql)).toBe(totalBefore);
    }));

  test("applying a fact that is already recorded writes nothing", () =>
    withRollback(async (sql) => {
      const donation = await addDonation(sql);
      await findAndApplyPaymentUpdate(sql, { ...donation, chargeId: "ch_2" }, succeededFact);
      const [rowBefore] =
        await sql`select xmin, ctid from public.donations where id = ${donation.id}`;
      await findAndApplyPaymentUpdate(sql, { ...donation, chargeId: "ch_2" }, succeededFact);
      const [rowAfter] =
        await sql`select xmin, ctid from public.donations where id = ${donation.id}`;
      expect(rowAfter).toEqual(rowBefore);
    }));
});
