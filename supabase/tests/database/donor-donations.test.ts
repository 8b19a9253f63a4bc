import { describe, expect, test } from "vitest";
import { rolledBack, type Transaction } from "./connection.ts";
import { playEvents } from "./donation-events.ts";

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
async function become(tx: Transaction, email: string): Promise<void> {
  await tx`
    with link as materialized (select private.create_donor_link(${email}) as id)
    select set_config('request.jwt.claims', jsonb_build_object('role', 'anon', 'donor_link', link.id)::text, true)
    from link`;
  await tx`
    update public.donor_links set used_at = now()
    where id = (current_setting('request.jwt.claims')::jsonb ->> 'donor_link')::uuid`;
}

const addDonations = async (tx: Transaction) => {
  const [row] = await tx`select private.my_donations() as answer`;
  return row?.["answer"] as {
    gifts: { id: string; net: number; refunded: number; date: string; isDemo: boolean }[];
    onTheirWay: unknown[];
    years: { year: number; total: number; giftCount: number }[];
    monthlyGifts: { status: string; nextChargeAt: string | null }[];
  };
};

const statement = async (tx: Transaction, year: number) => {
  const [row] = await tx`select private.my_annual_statement(${year}) as paper`;
  return row?.["paper"] as DonationDocument | null;
};

const receipt = async (tx: Transaction, donationId: string) => {
  const [row] = await tx`select private.my_donation_receipt(${donationId}) as paper`;
  return row?.["paper"] as DonationDocument | null;
};

const cents = (dollars: number) => Math.round(dollars * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

async function give(tx: Transaction, email: string, chargedAt: string, more: object = {}) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.donations ${tx({
      first_name: "Łukasz",
      last_name: "Nuñez",
      email,
      amount: 50,
      is_demo: true,
      status: "completed",
      completed_at: chargedAt,
      ...more,
    })} returning id`;
  return row.id;
}

describe("annual statements and the ledger", () => {
  test("the statements of all donors and years add up to the totals after 1,000 random events, to the cent", async () => {
    await rolledBack(async (tx) => {
      await playEvents(tx, 20_261_121, 1000);
      const [site] = await tx<[{ total: string; refunded: number }]>`
        select total_amount as total,
          (select count(*)::integer from public.donations where adjusted_amount > 0) as refunded
        from public.donation_site_totals where is_demo`;
      const donors = await tx<{ email: string }[]>`
        select distinct email_key as email from public.donations`;
      let [inStatements, inYears, inGifts, papers] = [0, 0, 0, 0];
      for (const { email } of donors) {
        await become(tx, email);
        const { gifts: donations, years } = await addDonations(tx);
        inGifts += sum(donations.map(({ net }) => cents(net)));
        for (const { year, total, giftCount } of years) {
          const paper = await statement(tx, year);
          expect(paper?.gifts.length).toBe(giftCount);
          expect(sum(paper?.gifts.map(({ net }) => cents(net)) ?? [])).toBe(cents(total));
          inStatements += cents(paper?.total ?? 0);
          inYears += cents(total);
          papers += 1;
        }
      }
      console.log(
        `${papers} statements of ${donors.length} donors, ${site.refunded} gifts refunded or lost: ` +
          `$${(inStatements / 100).toFixed(2)}, the ledger $${site.total}`,
      );
      expect(site.refunded).toBeGreaterThan(50);
      expect([inStatements, inYears, inGifts]).toEqual(Array(3).fill(cents(Number(site.total))));
    });
  });

  test("dates a charge by the year in the organization's time zone", async () => {
    const years = await rolledBack(async (tx) => {
      await give(tx, "eve@example.org", "2026-01-01T05:59:59Z");
      await give(tx, "eve@example.org", "2026-01-01T06:00:00Z");
      await become(tx, "eve@example.org");
      return (await addDonations(tx)).years;
    });
    expect(years).toEqual([
      { year: 2026, total: 50, giftCount: 1 },
      { year: 2025, total: 50, giftCount: 1 },
    ]);
  });

  test("lists and deducts a refund, and has no receipt for a fully refunded donation", async () => {
    await rolledBack(async (tx) => {
      const email = "refunded@example.org";
      const [part, full] = [
        await give(tx, email, "2026-03-01T12:00:00Z"),
        await give(tx, email, "2026-03-02T12:00:00Z"),
      ];
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${part}, 'refund', 10.01, 'succeeded'), (${full}, 'refund', 50, 'succeeded')`;
      await become(tx, email);
      const { gifts: donations, years } = await addDonations(tx);
      expect(donations.map(({ refunded, net }) => [refunded, net])).toEqual([
        [50, 0],
        [10.01, 39.99],
      ]);
      expect(years).toEqual([{ year: 2026, total: 39.99, giftCount: 1 }]);
      expect(await receipt(tx, part)).toMatchObject({ total: 39.99 });
      expect(await receipt(tx, full)).toBeNull();
    });
  });
});

describe("access to donations", () => {
  test("refuses a receipt for another donor's donation, and any receipt to a visitor", async () => {
    const papers = await rolledBack(async (tx) => {
      const donationId = await give(tx, "owner@example.org", "2026-03-01T12:00:00Z");
      const visitorReceipts = [
        await receipt(tx, donationId),
        await statement(tx, 2026),
        await addDonations(tx),
      ];
      await give(tx, "other@example.org", "2026-03-01T12:00:00Z");
      await become(tx, "other@example.org");
      const otherDonorReceipt = await receipt(tx, donationId);
      await become(tx, "Owner@Example.org");
      return {
        asVisitor: visitorReceipts,
        asOther: otherDonorReceipt,
        asOwner: await receipt(tx, donationId),
      };
    });
    expect(papers.asVisitor).toEqual([null, null, null]);
    expect(papers.asOther).toBeNull();
    expect(papers.asOwner?.donor).toEqual({ name: "Łukasz Nuñez", email: "owner@example.org" });
    expect(papers.asOwner?.organization.taxId).toMatch(/^\d\d-\d{7}$/);
  });

  test("leaves out pending and failed donations and recurring donations that were never paid", async () => {
    const donorDonations = await rolledBack(async (tx) => {
      const email = "waiting@example.org";
      await give(tx, email, "2026-03-01T12:00:00Z", { status: "pending", completed_at: null });
      await give(tx, email, "2026-03-01T12:00:00Z", { status: "failed", completed_at: null });
      await give(tx, email, "2026-03-01T12:00:00Z", {
        status: "pending",
        completed_at: null,
        processing_at: "2026-03-02T02:00:00Z",
      });
      for (const status of ["incomplete", "active", "cancelled"]) {
        await tx`
          insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status, current_period_end)
          values ('Ann', 'Lee', 'Waiting@Example.org', 25, true, ${status}, '2026-12-01T12:00:00Z')`;
      }
      await become(tx, email);
      return addDonations(tx);
    });
    expect(donorDonations.gifts).toEqual([]);
    // A pending bank debit is listed separately.
    expect(donorDonations.onTheirWay).toEqual([
      { id: expect.any(String), amount: 50, date: "2026-03-01" },
    ]);
    expect(
      donorDonations.monthlyGifts
        .map(({ status, nextChargeAt }) => [status, nextChargeAt])
        .toSorted(([one = ""], [other = ""]) => String(one).localeCompare(String(other))),
    ).toEqual([
      ["active", expect.stringMatching(/^2026-12-01T12:00:00/)],
      ["cancelled", null],
    ]);
  });

  test("threat 19: leaves out demo donations once there is real money", async () => {
    const donations = await rolledBack(async (tx) => {
      const email = "both@example.org";
      await give(tx, email, "2026-03-01T12:00:00Z");
      await become(tx, email);
      const demoFlagsBefore = (await addDonations(tx)).gifts.map(({ isDemo }) => isDemo);
      await give(tx, email, "2026-03-02T12:00:00Z", { is_demo: false });
      return [demoFlagsBefore, (await addDonations(tx)).gifts.map(({ isDemo }) => isDemo)];
    });
    expect(donations).toEqual([[true], [false]]);
  });
});
