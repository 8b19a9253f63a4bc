import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  connect,
  catchSqlState,
  withRollback,
  server,
  sql,
  visitor,
  type Transaction,
} from "./connection.ts";

interface CreatedDonation {
  id: string;
  isNew: boolean;
  paymentIntentId: string;
}

interface DonationOptions {
  attempt?: string;
  amount?: number;
  email?: string;
  isDemo?: boolean;
  isAnonymous?: boolean;
  inHonorOf?: string | null;
}

async function addDonation(
  tx: Transaction,
  options: DonationOptions = {},
): Promise<CreatedDonation> {
  const {
    attempt = randomUUID(),
    amount = 50,
    email = "ann.lee@example.org",
    isDemo = true,
    isAnonymous = false,
    inHonorOf = null,
  } = options;
  const [row] = await tx<{ donation: CreatedDonation }[]>`
    select private.create_pending_donation(
      ${attempt}, ${amount}, 'Ann', 'Lee', ${email}, false, ${isDemo}, ${`pi_${attempt}`},
      ${isAnonymous}, ${inHonorOf}
    ) as donation`;
  return row!.donation;
}

async function complete(tx: Transaction, donation: CreatedDonation): Promise<{ status: string }> {
  const [row] = await tx<{ status: string }[]>`
    update public.donations set status = 'completed' where id = ${donation.id} returning status`;
  return row!;
}

async function readTotals(
  tx: Transaction,
): Promise<{ totalAmount: number; donationCount: number }> {
  const [row] = await tx<{ totals: { totalAmount: number; donationCount: number } }[]>`
    select private.donation_site_totals() as totals`;
  return row!.totals;
}

async function readStatus(tx: Transaction, donation: CreatedDonation): Promise<string> {
  const [row] = await tx<{ status: string }[]>`
    select status from public.donations where id = ${donation.id}`;
  return row!.status;
}

describe("threat 18: one attempt creates one donation", () => {
  test("repeating an attempt returns the same donation", async () => {
    await withRollback(async (tx) => {
      const attempt = randomUUID();
      const options = { attempt, isAnonymous: true, inHonorOf: "Grandpa" };
      const firstResult = await addDonation(tx, options);
      const repeatedResult = await addDonation(tx, options);
      expect(repeatedResult).toMatchObject({ id: firstResult.id, isNew: false });
    });
  });

  test("twenty parallel requests with one attempt create one row", async () => {
    const pool = connect(8);
    const attempt = randomUUID();
    try {
      const donations = await Promise.all(
        Array.from({ length: 20 }, () => pool.begin((tx) => addDonation(tx, { attempt }))),
      );
      expect(new Set(donations.map(({ id }) => id)).size).toBe(1);
      expect(donations.filter(({ isNew }) => isNew)).toHaveLength(1);
    } finally {
      await pool`delete from public.donations where attempt_id = ${attempt}`;
      await pool.end();
    }
  });
});

describe("threat 20: a donation's amount", () => {
  test.for([0, -1, 0.5, 100_001, 1e10])("is refused if it is %d", async (amount) => {
    const code = await withRollback((tx) =>
      catchSqlState(tx.savepoint((savepoint) => addDonation(savepoint, { amount }))),
    );
    expect(code).toBe("CP014");
  });

  test("is refused if it exceeds the limit in the organization's settings", async () => {
    const code = await withRollback(async (tx) => {
      await tx`update public.settings set max_donation = 40`;
      return catchSqlState(tx.savepoint((savepoint) => addDonation(savepoint, { amount: 41 })));
    });
    expect(code).toBe("CP014");
  });
});

describe("threat 19: only the payment provider's facts count", () => {
  test("visitors, volunteers and administrators can't create or complete a donation", async () => {
    await withRollback(async (tx) => {
      for (const person of [visitor, await addVolunteer(tx), await addAdmin(tx)]) {
        expect(await catchSqlState(runAs(tx, person, (savepoint) => addDonation(savepoint)))).toBe(
          "42501",
        );
        const completion = runAs(
          tx,
          person,
          (savepoint) => savepoint`update public.donations set status = 'completed'`,
        );
        expect(await catchSqlState(completion)).toBe("42501");
        const receipt = runAs(
          tx,
          person,
          (savepoint) => savepoint`select private.queue_receipt(gen_random_uuid())`,
        );
        expect(await catchSqlState(receipt)).toBe("42501");
      }
      const donation = await runAs(tx, server, (savepoint) => addDonation(savepoint));
      expect(await readStatus(tx, donation)).toBe("pending");
    });
  });

  test("the first real donation removes demo money from every figure", async () => {
    await withRollback(async (tx) => {
      await complete(tx, await addDonation(tx, { isDemo: true }));
      await complete(tx, await addDonation(tx, { isDemo: false, amount: 70 }));
      expect(await readTotals(tx)).toMatchObject({ totalAmount: 70, donationCount: 1 });
      const [figures] = await tx`
        select private.recent_donors(10) as donors, private.donation_trends(1) as trends`;
      expect(figures?.["donors"]).toHaveLength(1);
      expect(figures?.["trends"]).toMatchObject([{ total: 70, donationCount: 1 }]);
      await complete(tx, await addDonation(tx, { isDemo: true, amount: 900 }));
      expect(await readTotals(tx)).toMatchObject({ totalAmount: 70 });
      const code = await catchSqlState(
        tx.savepoint((savepoint) => savepoint`update public.settings set real_payments = false`),
      );
      expect(code).toBe("CP011");
    });
  });
});

describe("threat 16, threat 21: refunds and disputes in any order", () => {
  type Step = "complete" | "refund" | "open" | "won";

  async function applyStep(tx: Transaction, donation: CreatedDonation, step: Step): Promise<void> {
    if (step === "complete") {
      await complete(tx, donation);
    } else if (step === "refund") {
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id)
        values (${donation.id}, 'refund', 20, 'succeeded', ${`re_${donation.id}`}) on conflict do nothing`;
    } else {
      // An earlier state of the dispute never overwrites a later one.
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id)
        values (${donation.id}, 'dispute', 50, ${step}, ${`dp_${donation.id}`})
        on conflict (stripe_id) do update set status = excluded.status
        where donation_adjustments.status = 'open'`;
    }
  }

  const steps: Step[] = ["complete", "refund", "open", "won"];
  const orders = steps.flatMap((a) =>
    steps.flatMap((b) =>
      steps.flatMap((c) =>
        steps.flatMap((d) => (new Set([a, b, c, d]).size === 4 ? [[a, b, c, d]] : [])),
      ),
    ),
  );

  test("all 24 orders of four events, each delivered three times, end in the same state", async () => {
    expect(orders).toHaveLength(24);
    await withRollback(async (tx) => {
      for (const order of orders) {
        const donation = await addDonation(tx);
        for (const step of [...order, ...order, ...order]) await applyStep(tx, donation, step);
        const [row] = await tx`
          select status, adjusted_amount::text as deducted, is_disputed as disputed
          from public.donations where id = ${donation.id}`;
        expect(row, order.join()).toEqual({
          status: "partially_refunded",
          deducted: "20.00",
          disputed: false,
        });
      }
    });
  });

  test("a donation with an open dispute still counts, one with a lost dispute doesn't, and nothing is deducted twice", async () => {
    await withRollback(async (tx) => {
      const totalBefore = (await readTotals(tx)).totalAmount;
      const donation = await addDonation(tx);
      await complete(tx, donation);
      await applyStep(tx, donation, "open");
      expect(await readStatus(tx, donation)).toBe("disputed");
      expect((await readTotals(tx)).totalAmount).toBe(totalBefore + 50);
      await tx`update public.donation_adjustments set status = 'lost' where donation_id = ${donation.id}`;
      await applyStep(tx, donation, "refund");
      expect((await readTotals(tx)).totalAmount).toBe(totalBefore);
      expect(await readStatus(tx, donation)).toBe("disputed");
    });
  });
});

describe("threat 44: an attempt that didn't reach the provider during an outage", () => {
  test("is marked as failed after an hour, but still counts if it succeeds later", async () => {
    await withRollback(async (tx) => {
      const [recentDonation, oldDonation, donationAtStripe] = [
        await addDonation(tx),
        await addDonation(tx),
        await addDonation(tx),
      ];
      await tx`
        update public.donations set stripe_payment_intent_id = null where id in ${tx([recentDonation.id, oldDonation.id])}`;
      await tx`
        update public.donations set created_at = now() - interval '59 minutes' where id = ${recentDonation.id}`;
      await tx`
        update public.donations set created_at = now() - interval '61 minutes'
        where id in ${tx([oldDonation.id, donationAtStripe.id])}`;
      await tx`select private.fail_abandoned_donations()`;
      expect([
        await readStatus(tx, recentDonation),
        await readStatus(tx, oldDonation),
        await readStatus(tx, donationAtStripe),
      ]).toEqual(["pending", "failed", "pending"]);
      expect(await complete(tx, oldDonation)).toEqual({ status: "completed" });
    });
  });
});

describe("a receipt number", () => {
  const readReceiptNumber = async (tx: Transaction, donation: CreatedDonation) => {
    const [row] = await tx<[{ number: string | null }]>`
      select receipt_number as number from public.donations where id = ${donation.id}`;
    return row.number;
  };
  const completeAt = (tx: Transaction, donation: CreatedDonation, at: string) => tx`
    update public.donations set status = 'completed', completed_at = ${at} where id = ${donation.id}`;

  test("is assigned when the donation is charged, counts up within that year and is missing on pending donations", async () => {
    await withRollback(async (tx) => {
      const [firstDonation, secondDonation, thirdDonation] = [
        await addDonation(tx),
        await addDonation(tx),
        await addDonation(tx),
      ];
      expect(await readReceiptNumber(tx, firstDonation)).toBeNull();
      // In the organization's time zone: 11 p.m. and 11:59 p.m. on the last day of 1999, then midnight.
      await completeAt(tx, firstDonation, "2000-01-01T05:00:00Z");
      await completeAt(tx, secondDonation, "2000-01-01T05:59:00Z");
      await completeAt(tx, thirdDonation, "2000-01-01T06:00:00Z");
      expect([
        await readReceiptNumber(tx, firstDonation),
        await readReceiptNumber(tx, secondDonation),
        await readReceiptNumber(tx, thirdDonation),
      ]).toEqual(["R-1999-000001", "R-1999-000002", "R-2000-000001"]);
    });
  });

  test("stays after a refund, can't be changed or chosen, and can have more than six digits", async () => {
    await withRollback(async (tx) => {
      await tx`insert into public.receipt_counters (year, last_number) values (1999, 999998)`;
      const [donation, nextDonation] = [await addDonation(tx), await addDonation(tx)];
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      await completeAt(tx, nextDonation, "1999-06-01T12:00:00Z");
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${donation.id}, 'refund', 50, 'succeeded')`;
      expect([
        await readReceiptNumber(tx, donation),
        await readReceiptNumber(tx, nextDonation),
      ]).toEqual(["R-1999-999999", "R-1999-1000000"]);
      const change = tx.savepoint(
        (inner) => inner`
          update public.donations set receipt_number = 'R-1999-000007' where id = ${donation.id}`,
      );
      await expect(change).rejects.toMatchObject({ code: "CP011" });
      const [insertedRow] = await tx<[{ number: string }]>`
        insert into public.donations
          (first_name, last_name, email, amount, is_demo, status, completed_at, receipt_number)
        values ('A', 'B', 'a@example.org', 5, true, 'completed', '1998-06-01T12:00:00Z', 'R-1998-000009')
        returning receipt_number as number`;
      expect(insertedRow.number).toBe("R-1998-000001");
    });
  });

  test("isn't lost if a transaction rolls back: the next donation gets it", async () => {
    const failedDonation = withRollback(async (tx) => {
      const donation = await addDonation(tx);
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      return readReceiptNumber(tx, donation);
    });
    const nextDonation = withRollback(async (tx) => {
      const donation = await addDonation(tx);
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      return readReceiptNumber(tx, donation);
    });
    expect([await failedDonation, await nextDonation]).toEqual(["R-1999-000001", "R-1999-000001"]);
  });

  test("exists on every charged donation of the demo content and is unique", async () => {
    const [row] = await sql<[{ mismatches: number; total: number; distinctCount: number }]>`
      select count(*) filter (where (completed_at is null) <> (receipt_number is null))::int as mismatches,
        count(receipt_number)::int as total, count(distinct receipt_number)::int as "distinctCount"
      from public.donations`;
    expect(row.mismatches).toBe(0);
    expect(row.total).toBeGreaterThan(100);
    expect(row.distinctCount).toBe(row.total);
  });
});

describe("a summary of donations", () => {
  test("HOME-26, ADON-11: shows donors by first name and last initial or as Anonymous, with their amounts", async () => {
    const donors = await withRollback(async (tx) => {
      await complete(tx, await addDonation(tx, { amount: 80 }));
      const anonymousDonation = await addDonation(tx);
      await tx`update public.donations set is_anonymous = true where id = ${anonymousDonation.id}`;
      await complete(tx, anonymousDonation);
      await tx`
        update public.donations set completed_at = now() + interval '1 second' where id = ${anonymousDonation.id}`;
      const [row] = await runAs(
        tx,
        visitor,
        (savepoint) => savepoint`select private.recent_donors(2) as donors`,
      );
      return row?.["donors"] as unknown[];
    });
    expect(donors).toMatchObject([
      { firstName: "Anonymous", lastName: "", amount: 50 },
      { firstName: "Ann", lastName: "L.", amount: 80 },
    ]);
  });

  test("DON-54, HOME-30: lists the last twelve months, oldest first", async () => {
    const [row] = await sql`
      select private.donation_trends() as trends, to_char(private.today(), 'YYYY-MM') as month`;
    const trends = row?.["trends"] as { month: string; monthName: string; total: number }[];
    expect(trends).toHaveLength(12);
    expect(trends.at(-1)?.month).toBe(row?.["month"]);
    expect(trends.map(({ month }) => month)).toEqual(trends.map(({ month }) => month).toSorted());
  });

  test("ADON-12: combines the donations of one email address, for administrators only", async () => {
    await withRollback(async (tx) => {
      await complete(tx, await addDonation(tx, { amount: 40, email: "Zora.Quill@example.org" }));
      await complete(tx, await addDonation(tx, { amount: 60, email: "zora.quill@example.org" }));
      const admin = await addAdmin(tx);
      const readDonorTotals = (savepoint: Transaction) => savepoint`
        select total_amount::text as total, donation_count as gifts
        from public.donor_totals where search_text like '% zora q%'`;
      expect([...(await runAs(tx, admin, readDonorTotals))]).toEqual([
        { total: "100.00", gifts: 2 },
      ]);
      expect(await catchSqlState(runAs(tx, visitor, readDonorTotals))).toBe("42501");
      expect([...(await runAs(tx, await addVolunteer(tx), readDonorTotals))]).toEqual([]);
    });
  });
});
