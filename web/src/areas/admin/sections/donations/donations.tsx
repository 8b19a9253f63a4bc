import { useDonationTotals } from "../../../../data/donations/queries.ts";
import { money, moneyWithCents, number } from "../../../../lib/format.ts";
import { StatCard } from "../../../../ui/stat-card.tsx";
import { useThisMonth } from "../../month-change.ts";
import { figure } from "../../query-states.tsx";
import { DonationHistory } from "./donation-history.tsx";
import { DonationTrends } from "./donation-trends.tsx";
import { PaymentsNotice } from "./payments-notice.tsx";
import { TopDonors } from "./top-donors.tsx";

export const Donations = () => {
  const totals = useDonationTotals();
  const month = useThisMonth();
  return (
    <>
      <PaymentsNotice />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <StatCard
          label="Total This Month"
          value={figure(month, ({ total }) => money(total))}
          note={month.data?.change}
        />
        <StatCard
          label="Total Donors"
          value={figure(totals, ({ donorCount }) => number(donorCount))}
        />
        <StatCard
          label="Average Donation"
          value={figure(totals, ({ averageDonation }) => moneyWithCents(averageDonation))}
          note="per donor"
        />
      </div>
      <DonationHistory />
      <div className="mt-6 grid grid-cols-1 gap-6 xl:grid-cols-2">
        <DonationTrends />
        <TopDonors />
      </div>
    </>
  );
};
