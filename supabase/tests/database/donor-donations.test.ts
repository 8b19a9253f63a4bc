import { describe, expect, test } from "vitest";
import { withRollback, type Transaction } from "./connection.ts";
import { getRoundCount } from "../random.ts";
import { applyRandomEvents } from "./donation-events.ts";

interface DonationDocument {
  readonly organization: { readonly name: string; readonly taxId: string };
  readonly donor: { readonly name: string; readonly email: string };
  readonly gifts: readonly {
    readonly net: number;
    readonly date: string;
    readonly isDemo: boolean;
  }[];
  readonly total: number;
}

/** Runs the rest of the transaction as that donor. */
async function actAsDonor(tx: Transaction, email: string): Promise<void> {
  await tx`
    with link as materialized (select private.create_donor_link(${email}) as id)
    select set_config('request.jwt.claims', jsonb_build_object('role', 'anon', 'donor_link', link.id)::text, true)
    from link`;
  await tx`
    update public.donor_links set used_at = now()
    where id = (current_setting('request.jwt.claims')::jsonb ->> 'donor_link')::uuid`;
}

const readDonations = async (tx: Transaction) => {
  const [row] = await tx`select private.my_donations() as donations`;
  return row?.["donations"] as {
    gifts: { id: string; net: number; refunded: number; date: string; isDemo: boolean }[];
    onTheirWay: unknown[];
    years: { year: number; total: number; giftCount: number }[];
    monthlyGifts: { status: string; nextChargeAt: string | null }[];
  };
};

const readStatement = async (tx: Transaction, year: number) => {
  const [row] = await tx`select private.my_annual_statement(${year}) as document`;
  return row?.["document"] as DonationDocument | null;
};

const readReceipt = async (tx: Transaction, donationId: string) => {
  const [row] = await tx`select private.my_donation_receipt(${donationId}) as document`;
  return row?.["document"] as DonationDocument | null;
};

const toCents = (dollars: number) => Math.round(dollars * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

async function addDonation(
  tx: Transaction,
  email: string,
  chargedAt: string,
  overrides: object = {},
) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.donations ${tx({
      first_name: "Łukasz",
      last_name: "Nuñez",
      email,
      amount: 50,
      is_demo: true,
      status: "completed",
      completed_at: chargedAt,
      ...overrides,
    })} returning id`;
  return row.id;
}

describe("annual statements and the site's totals", () => {
  test("the statements of all donors and years add up to the totals after random events, to the cent", async () => {
    await withRollback(async (tx) => {
      const eventCount = getRoundCount(300, 1000);
      await applyRandomEvents(tx, 20_261_121, eventCount);
      const [siteTotals] = await tx<
        [{ total: string; refunded: number; withoutStatement: string }]
      >`
        select total_amount as total,
          (select count(*)::integer from public.donations where adjusted_amount > 0) as refunded,
          (
            select sum(amount - adjusted_amount) from public.donations
            where is_demo and completed_at is not null and (email is null or not is_receipted)
          ) as "withoutStatement"
        from public.donation_site_totals where is_demo`;
      const donors = await tx<{ email: string }[]>`
        select distinct email_key as email from public.donations where email_key is not null`;
      let [statementTotal, yearTotal, donationTotal, statementCount] = [0, 0, 0, 0];
      for (const { email } of donors) {
        await actAsDonor(tx, email);
        const { gifts: donations, years } = await readDonations(tx);
        donationTotal += sum(donations.map(({ net }) => toCents(net)));
        for (const { year, total, giftCount } of years) {
          const statement = await readStatement(tx, year);
          expect(statement?.gifts.length).toBe(giftCount);
          expect(sum(statement?.gifts.map(({ net }) => toCents(net)) ?? [])).toBe(toCents(total));
          statementTotal += toCents(statement?.total ?? 0);
          yearTotal += toCents(total);
          statementCount += 1;
        }
      }
      console.log(
        `${statementCount} statements of ${donors.length} donors, ${siteTotals.refunded} gifts refunded or lost: ` +
          `$${(statementTotal / 100).toFixed(2)}, the site's totals $${siteTotals.total}`,
      );
      expect(siteTotals.refunded).toBeGreaterThan(eventCount / 20);
      // Funds, employers and stock are in the totals, but not in any statement.
      const withoutStatement = toCents(Number(siteTotals.withoutStatement));
      expect(withoutStatement).toBeGreaterThan(0);
      expect([statementTotal, yearTotal, donationTotal]).toEqual(
        Array(3).fill(toCents(Number(siteTotals.total)) - withoutStatement),
      );
    });
  });

  test("a charge counts in the year in which it was made in the organization's time zone", async () => {
    const years = await withRollback(async (tx) => {
      await addDonation(tx, "eve@example.org", "2026-01-01T05:59:59Z");
      await addDonation(tx, "eve@example.org", "2026-01-01T06:00:00Z");
      await actAsDonor(tx, "eve@example.org");
      return (await readDonations(tx)).years;
    });
    expect(years).toEqual([
      { year: 2026, total: 50, giftCount: 1 },
      { year: 2025, total: 50, giftCount: 1 },
    ]);
  });

  test("a refund is listed and deducted, and a fully refunded donation has no receipt", async () => {
    await withRollback(async (tx) => {
      const email = "refunded@example.org";
      const [partlyRefundedId, fullyRefundedId] = [
        await addDonation(tx, email, "2026-03-01T12:00:00Z"),
        await addDonation(tx, email, "2026-03-02T12:00:00Z"),
      ];
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${partlyRefundedId}, 'refund', 10.01, 'succeeded'), (${fullyRefundedId}, 'refund', 50, 'succeeded')`;
      await actAsDonor(tx, email);
      const { gifts: donations, years } = await readDonations(tx);
      expect(donations.map(({ refunded, net }) => [refunded, net])).toEqual([
        [50, 0],
        [10.01, 39.99],
      ]);
      expect(years).toEqual([{ year: 2026, total: 39.99, giftCount: 1 }]);
      expect(await readReceipt(tx, partlyRefundedId)).toMatchObject({ total: 39.99 });
      expect(await readReceipt(tx, fullyRefundedId)).toBeNull();
    });
  });
});

describe("access to donations", () => {
  test("a donor gets no receipt for another donor's donation, and a visitor gets no documents at all", async () => {
    const documents = await withRollback(async (tx) => {
      const donationId = await addDonation(tx, "owner@example.org", "2026-03-01T12:00:00Z");
      const visitorDocuments = [
        await readReceipt(tx, donationId),
        await readStatement(tx, 2026),
        await readDonations(tx),
      ];
      await tx`
        update public.donors set address = ${"1 Pecan Hollow\nDallas, TX 75201"} where email = 'owner@example.org'`;
      await addDonation(tx, "other@example.org", "2026-03-01T12:00:00Z");
      await actAsDonor(tx, "other@example.org");
      const otherDonorReceipt = await readReceipt(tx, donationId);
      await actAsDonor(tx, "Owner@Example.org");
      return {
        asVisitor: visitorDocuments,
        asOther: otherDonorReceipt,
        asOwner: await readReceipt(tx, donationId),
      };
    });
    expect(documents.asVisitor).toEqual([null, null, null]);
    expect(documents.asOther).toBeNull();
    expect(documents.asOwner?.donor).toEqual({
      name: "Łukasz Nuñez",
      email: "owner@example.org",
      salutation: "Łukasz",
      address: "1 Pecan Hollow\nDallas, TX 75201",
    });
    expect(documents.asOwner?.organization.taxId).toMatch(/^\d\d-\d{7}$/);
  });

  test("a donor's list leaves out pending and failed donations and recurring donations that were never paid", async () => {
    const donorDonations = await withRollback(async (tx) => {
      const email = "waiting@example.org";
      await addDonation(tx, email, "2026-03-01T12:00:00Z", {
        status: "pending",
        completed_at: null,
      });
      await addDonation(tx, email, "2026-03-01T12:00:00Z", {
        status: "failed",
        completed_at: null,
      });
      await addDonation(tx, email, "2026-03-01T12:00:00Z", {
        status: "pending",
        completed_at: null,
        processing_at: "2026-03-02T02:00:00Z",
      });
      for (const status of ["incomplete", "active", "canceled"]) {
        await tx`
          insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status, current_period_end)
          values ('Ann', 'Lee', 'Waiting@Example.org', 25, true, ${status}, '2026-12-01T12:00:00Z')`;
      }
      await actAsDonor(tx, email);
      return readDonations(tx);
    });
    expect(donorDonations.gifts).toEqual([]);
    // A pending bank debit is listed separately.
    expect(donorDonations.onTheirWay).toEqual([
      { id: expect.any(String), amount: 50, date: "2026-03-01" },
    ]);
    expect(
      donorDonations.monthlyGifts
        .map(({ status, nextChargeAt }) => [status, nextChargeAt])
        .toSorted(([left = ""], [right = ""]) => String(left).localeCompare(String(right))),
    ).toEqual([
      ["active", expect.stringMatching(/^2026-12-01T12:00:00/)],
      ["canceled", null],
    ]);
  });

  test("threat 19: a donor's list leaves out demo donations once there is real money", async () => {
    const donations = await withRollback(async (tx) => {
      const email = "both@example.org";
      await addDonation(tx, email, "2026-03-01T12:00:00Z");
      await actAsDonor(tx, email);
      const demoFlagsBefore = (await readDonations(tx)).gifts.map(({ isDemo }) => isDemo);
      await addDonation(tx, email, "2026-03-02T12:00:00Z", { is_demo: false });
      return [demoFlagsBefore, (await readDonations(tx)).gifts.map(({ isDemo }) => isDemo)];
    });
    expect(donations).toEqual([[true], [false]]);
  });
});
