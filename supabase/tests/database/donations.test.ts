import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  as,
  connect,
  refusal,
  rolledBack,
  server,
  sql,
  visitor,
  type Transaction,
} from "./connection.ts";

interface PaidDonation {
  id: string;
  status: string;
  amount: number;
  created: boolean;
  paymentIntentId: string;
}

interface DonationColumns {
  attempt?: string;
  amount?: number;
  email?: string;
  isDemo?: boolean;
  isAnonymous?: boolean;
  inHonorOf?: string | null;
}

async function give(tx: Transaction, facts: DonationColumns = {}): Promise<PaidDonation> {
  const {
    attempt = randomUUID(),
    amount = 50,
    email = "ann.lee@example.org",
    isDemo = true,
    isAnonymous = false,
    inHonorOf = null,
  } = facts;
  const [row] = await tx<{ gift: PaidDonation }[]>`
    select private.create_pending_donation(
      ${attempt}, ${amount}, 'Ann', 'Lee', ${email}, false, ${isDemo}, ${`pi_${attempt}`},
      ${isAnonymous}, ${inHonorOf}
    ) as gift`;
  return row!.gift;
}

async function complete(tx: Transaction, donation: PaidDonation): Promise<{ status: string }> {
  const [row] = await tx<{ status: string }[]>`
    update public.donations set status = 'completed' where id = ${donation.id} returning status`;
  return row!;
}

async function totalsOf(tx: Transaction): Promise<{ totalAmount: number; donationCount: number }> {
  const [row] = await tx<{ totals: { totalAmount: number; donationCount: number } }[]>`
    select private.donation_site_totals() as totals`;
  return row!.totals;
}

async function statusOf(tx: Transaction, donation: PaidDonation): Promise<string> {
  const [row] = await tx<{ status: string }[]>`
    select status from public.donations where id = ${donation.id}`;
  return row!.status;
}

describe("threat 18: one attempt creates one donation", () => {
  test("repeating an attempt returns the same donation", async () => {
    await rolledBack(async (tx) => {
      const attempt = randomUUID();
      const facts = { attempt, isAnonymous: true, inHonorOf: "Grandpa" };
      const firstResult = await give(tx, facts);
      const repeatedResult = await give(tx, facts);
      expect(repeatedResult).toMatchObject({ id: firstResult.id, created: false });
    });
  });

  test.for([
    { amount: 51 },
    { email: "other@example.org" },
    { isDemo: false },
    { isAnonymous: true },
    { inHonorOf: "Grandpa" },
  ])("refuses to repeat an attempt with %o", async (otherFacts) => {
    const code = await rolledBack(async (tx) => {
      const attempt = randomUUID();
      await give(tx, { attempt });
      return refusal(tx.savepoint((savepoint) => give(savepoint, { attempt, ...otherFacts })));
    });
    expect(code).toBe("CP001");
  });

  test("twenty parallel requests with one attempt create one row", async () => {
    const parallel = connect(8);
    const attempt = randomUUID();
    try {
      const donations = await Promise.all(
        Array.from({ length: 20 }, () => parallel.begin((tx) => give(tx, { attempt }))),
      );
      expect(new Set(donations.map(({ id }) => id)).size).toBe(1);
      expect(donations.filter(({ created }) => created)).toHaveLength(1);
    } finally {
      await parallel`delete from public.donations where attempt_id = ${attempt}`;
      await parallel.end();
    }
  });

  test.for([0, -1, 0.5, 100_001, 1e10])("threat 20: refuses an amount of %d", async (amount) => {
    const code = await rolledBack((tx) =>
      refusal(tx.savepoint((savepoint) => give(savepoint, { amount }))),
    );
    expect(code).toBe("CP014");
  });
});

test("applies the limits from the organization's settings", async () => {
  const code = await rolledBack(async (tx) => {
    await tx`update public.settings set max_donation = 40`;
    return refusal(tx.savepoint((savepoint) => give(savepoint, { amount: 41 })));
  });
  expect(code).toBe("CP014");
});

describe("threat 19: only the payment provider's facts count", () => {
  test("visitors, volunteers and administrators can't create or complete a donation", async () => {
    await rolledBack(async (tx) => {
      for (const person of [visitor, await addVolunteer(tx), await addAdmin(tx)]) {
        expect(await refusal(as(tx, person, (savepoint) => give(savepoint)))).toBe("42501");
        const completion = as(
          tx,
          person,
          (savepoint) => savepoint`update public.donations set status = 'completed'`,
        );
        expect(await refusal(completion)).toBe("42501");
        const receipt = as(
          tx,
          person,
          (savepoint) => savepoint`select private.queue_receipt(gen_random_uuid())`,
        );
        expect(await refusal(receipt)).toBe("42501");
      }
      expect(await as(tx, server, (savepoint) => give(savepoint))).toMatchObject({
        status: "pending",
      });
    });
  });

  test("the first real donation removes demo money from every figure", async () => {
    await rolledBack(async (tx) => {
      await complete(tx, await give(tx, { isDemo: true }));
      await complete(tx, await give(tx, { isDemo: false, amount: 70 }));
      expect(await totalsOf(tx)).toMatchObject({ totalAmount: 70, donationCount: 1 });
      const [figures] = await tx`
        select private.recent_donors(10) as donors, private.donation_trends(1) as trends`;
      expect(figures?.["donors"]).toHaveLength(1);
      expect(figures?.["trends"]).toMatchObject([{ total: 70, donationCount: 1 }]);
      await complete(tx, await give(tx, { isDemo: true, amount: 900 }));
      expect(await totalsOf(tx)).toMatchObject({ totalAmount: 70 });
      const code = await refusal(
        tx.savepoint((savepoint) => savepoint`update public.settings set real_payments = false`),
      );
      expect(code).toBe("CP011");
    });
  });
});

describe("threat 16, threat 21: refunds and disputes in any order", () => {
  type Step = "complete" | "refund" | "open" | "won";

  async function take(tx: Transaction, donation: PaidDonation, step: Step): Promise<void> {
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
    await rolledBack(async (tx) => {
      for (const order of orders) {
        const donation = await give(tx);
        for (const step of [...order, ...order, ...order]) await take(tx, donation, step);
        const [row] = await tx`
          select status, adjusted_amount::text as taken, is_disputed as disputed
          from public.donations where id = ${donation.id}`;
        expect(row, order.join()).toEqual({
          status: "partially_refunded",
          taken: "20.00",
          disputed: false,
        });
      }
    });
  });

  test("a donation with an open dispute still counts, one with a lost dispute doesn't, and nothing is deducted twice", async () => {
    await rolledBack(async (tx) => {
      const totalBefore = (await totalsOf(tx)).totalAmount;
      const donation = await give(tx);
      await complete(tx, donation);
      await take(tx, donation, "open");
      expect(await statusOf(tx, donation)).toBe("disputed");
      expect((await totalsOf(tx)).totalAmount).toBe(totalBefore + 50);
      await tx`update public.donation_adjustments set status = 'lost' where donation_id = ${donation.id}`;
      await take(tx, donation, "refund");
      expect((await totalsOf(tx)).totalAmount).toBe(totalBefore);
      expect(await statusOf(tx, donation)).toBe("disputed");
    });
  });
});

describe("threat 44: an attempt that didn't reach the provider during an outage", () => {
  test("is marked as failed after an hour, but still counts if it succeeds later", async () => {
    await rolledBack(async (tx) => {
      const [young, old, atStripe] = [await give(tx), await give(tx), await give(tx)];
      await tx`
        update public.donations set stripe_payment_intent_id = null where id in ${tx([young.id, old.id])}`;
      await tx`
        update public.donations set created_at = now() - interval '59 minutes' where id = ${young.id}`;
      await tx`
        update public.donations set created_at = now() - interval '61 minutes'
        where id in ${tx([old.id, atStripe.id])}`;
      await tx`select private.fail_abandoned_donations()`;
      expect([
        await statusOf(tx, young),
        await statusOf(tx, old),
        await statusOf(tx, atStripe),
      ]).toEqual(["pending", "failed", "pending"]);
      expect(await complete(tx, old)).toEqual({ status: "completed" });
    });
  });
});

describe("a receipt number", () => {
  const numberOf = async (tx: Transaction, donation: PaidDonation) => {
    const [row] = await tx<[{ number: string | null }]>`
      select receipt_number as number from public.donations where id = ${donation.id}`;
    return row.number;
  };
  const completeAt = (tx: Transaction, donation: PaidDonation, at: string) => tx`
    update public.donations set status = 'completed', completed_at = ${at} where id = ${donation.id}`;

  test("is assigned when the donation is charged, counts up within that year and is missing on pending donations", async () => {
    await rolledBack(async (tx) => {
      const [first, second, third] = [await give(tx), await give(tx), await give(tx)];
      expect(await numberOf(tx, first)).toBeNull();
      // 11 p.m. on the last day of 1999 in the organization's time zone, then 61 minutes later.
      await completeAt(tx, first, "2000-01-01T05:00:00Z");
      await completeAt(tx, second, "2000-01-01T05:59:00Z");
      await completeAt(tx, third, "2000-01-01T06:00:00Z");
      expect([
        await numberOf(tx, first),
        await numberOf(tx, second),
        await numberOf(tx, third),
      ]).toEqual(["R-1999-000001", "R-1999-000002", "R-2000-000001"]);
    });
  });

  test("stays after a refund, can't be changed or chosen, and can have more than six digits", async () => {
    await rolledBack(async (tx) => {
      await tx`insert into public.receipt_counters (year, last_number) values (1999, 999998)`;
      const [donation, next] = [await give(tx), await give(tx)];
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      await completeAt(tx, next, "1999-06-01T12:00:00Z");
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${donation.id}, 'refund', 50, 'succeeded')`;
      expect([await numberOf(tx, donation), await numberOf(tx, next)]).toEqual([
        "R-1999-999999",
        "R-1999-1000000",
      ]);
      const change = tx.savepoint(
        (inner) => inner`
          update public.donations set receipt_number = 'R-1999-000007' where id = ${donation.id}`,
      );
      await expect(change).rejects.toMatchObject({ code: "CP011" });
      const [chosen] = await tx<[{ number: string }]>`
        insert into public.donations
          (first_name, last_name, email, amount, is_demo, status, completed_at, receipt_number)
        values ('A', 'B', 'a@example.org', 5, true, 'completed', '1998-06-01T12:00:00Z', 'R-1998-000009')
        returning receipt_number as number`;
      expect(chosen.number).toBe("R-1998-000001");
    });
  });

  test("isn't skipped when a transaction rolls back but goes to the next donation", async () => {
    const failedDonation = rolledBack(async (tx) => {
      const donation = await give(tx);
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      return numberOf(tx, donation);
    });
    const nextDonation = rolledBack(async (tx) => {
      const donation = await give(tx);
      await completeAt(tx, donation, "1999-06-01T12:00:00Z");
      return numberOf(tx, donation);
    });
    expect([await failedDonation, await nextDonation]).toEqual(["R-1999-000001", "R-1999-000001"]);
  });

  test("exists on every charged donation of the demo content", async () => {
    const [row] = await sql<[{ without: number; total: number; kinds: number }]>`
      select count(*) filter (where (completed_at is null) <> (receipt_number is null))::int as without,
        count(receipt_number)::int as total, count(distinct receipt_number)::int as kinds
      from public.donations`;
    expect(row.without).toBe(0);
    expect(row.total).toBeGreaterThan(100);
    expect(row.kinds).toBe(row.total);
  });
});

describe("public donation data", () => {
  test("HOME-26, ADON-11: shows the first name and initial or Anonymous, and the amount after refunds", async () => {
    const donors = await rolledBack(async (tx) => {
      await complete(tx, await give(tx, { amount: 80 }));
      const hidden = await give(tx);
      await tx`update public.donations set is_anonymous = true where id = ${hidden.id}`;
      await complete(tx, hidden);
      await tx`
        update public.donations set completed_at = now() + interval '1 second' where id = ${hidden.id}`;
      const [row] = await as(
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

  test("DON-54, HOME-30: lists the last twelve months, oldest first, with zeros for months without donations", async () => {
    const [row] = await sql`
      select private.donation_trends() as trends, to_char(private.today(), 'YYYY-MM') as month`;
    const trends = row?.["trends"] as { month: string; monthName: string; total: number }[];
    expect(trends).toHaveLength(12);
    expect(trends.at(-1)?.month).toBe(row?.["month"]);
    expect(trends.map(({ month }) => month)).toEqual(trends.map(({ month }) => month).toSorted());
  });

  test("ADON-12: consolidates donors for administrators only", async () => {
    await rolledBack(async (tx) => {
      await complete(tx, await give(tx, { amount: 40, email: "Zora.Quill@example.org" }));
      await complete(tx, await give(tx, { amount: 60, email: "zora.quill@example.org" }));
      const admin = await addAdmin(tx);
      const donorsOf = (savepoint: Transaction) => savepoint`
        select total_amount::text as total, donation_count as gifts
        from public.donor_totals where search_text like '%zora.q%'`;
      expect([...(await as(tx, admin, donorsOf))]).toEqual([{ total: "100.00", gifts: 2 }]);
      expect(await refusal(as(tx, visitor, donorsOf))).toBe("42501");
      expect([...(await as(tx, await addVolunteer(tx), donorsOf))]).toEqual([]);
    });
  });
});
