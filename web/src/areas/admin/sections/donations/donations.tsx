import { useDonationTotals } from "#data/donations/queries.ts";
import { useOverview } from "#data/overview/queries.ts";
import { money, moneyWithCents, monthName, number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { MonthChange } from "#admin/month-change.tsx";
import { figureText } from "#admin/query-states.tsx";
import { DonationHistory } from "./donation-history.tsx";
import { DonationTrends } from "./donation-trends.tsx";
import { PaymentsNotice } from "./payments-notice.tsx";
import { TopDonors } from "./top-donors.tsx";

export const Donations = () => {
  const totals = useDonationTotals();
  const overview = useOverview();
  const sinceNote = totals.data?.since ? `since ${monthName(totals.data.since)}` : undefined;
  return (
    <>
      <PaymentsNotice />
      <DonationHistory />
      <div className="mt-6 grid grid-cols-2 gap-3 max-xl:*:first:col-span-2 sm:gap-4 xl:grid-cols-3">
        <StatCard
          label="Total This Month"
          value={figureText(overview, ({ gifts: donations }) => money(donations.thisMonth))}
          note={overview.data && <MonthChange overview={overview.data} />}
        />
        <StatCard
          label="Total Donors"
          value={figureText(totals, ({ donorCount }) => number(donorCount))}
          note={sinceNote}
        />
        <StatCard
          label="Average per donor"
          value={figureText(totals, ({ averageDonation }) => moneyWithCents(averageDonation))}
          note={sinceNote}
        />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <DonationTrends />
        <TopDonors />
      </div>
    </>
  );
};
