import { computeMonthChange } from "#rules/care-packages.ts";
import { useDonationTotals } from "#data/donations/queries.ts";
import { useOverview, type Overview } from "#data/overview/queries.ts";
import { useIsPhone } from "#kit/lists/use-is-phone.ts";
import { money, moneyWithCents, monthName, number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { MonthChange, signedPercent } from "#admin/month-change.tsx";
import { figureText } from "#admin/query-states.tsx";
import { DonationHistory } from "./donation-history.tsx";
import { DonationTrends } from "./donation-trends.tsx";
import { PaymentsNotice } from "./payments-notice.tsx";
import { TopDonors } from "./top-donors.tsx";

/**
 * Returns +100% if last month was zero and this month isn't, and 0% if both were zero
 * (ADON-03).
 */
const wholeMonthChange = ({ thisMonth, lastMonth }: Overview["gifts"]): string =>
  signedPercent(computeMonthChange(thisMonth, lastMonth));

export const Donations = () => {
  const totals = useDonationTotals();
  const overview = useOverview();
  const isPhone = useIsPhone();
  const trends = (
    <div className="mt-6 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <DonationTrends />
      <TopDonors />
    </div>
  );
  const sinceNote = totals.data?.since ? `since ${monthName(totals.data.since)}` : undefined;
  return (
    <>
      <PaymentsNotice />
      <div className="grid grid-cols-2 gap-3 max-xl:*:first:col-span-2 sm:gap-4 xl:grid-cols-3">
        <StatCard
          label="Total This Month"
          value={figureText(overview, ({ gifts: donations }) => money(donations.thisMonth))}
          note={
            overview.data && (
              <MonthChange
                overview={overview.data}
                figureName="gifts"
                wholeMonthPercent={wholeMonthChange(overview.data.gifts)}
              />
            )
          }
        />
        <StatCard
          label="Total Donors"
          value={figureText(totals, ({ donorCount }) => number(donorCount))}
          note={sinceNote}
        />
        <StatCard
          label="Average Donation"
          value={figureText(totals, ({ averageDonation }) => moneyWithCents(averageDonation))}
          note={["per donor", sinceNote].filter(Boolean).join(", ")}
        />
      </div>
      {!isPhone && trends}
      <DonationHistory />
      {isPhone && trends}
    </>
  );
};
