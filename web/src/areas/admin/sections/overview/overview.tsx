import { ShortDate } from "../../../../lib/dates.tsx";
import HandCoins from "lucide-react/icons/hand-coins";
import Package from "lucide-react/icons/package";
import Users from "lucide-react/icons/users";
import { packagesFromDollars } from "#rules/care-packages.ts";
import { useDonationTotals, useRecentDonations } from "../../../../data/donations/queries.ts";
import { DOCUMENTED_TERMS, useHome } from "../../../../data/home/queries.ts";
import { useVolunteerCounts } from "../../../../data/volunteers/queries.ts";
import { money, number } from "../../../../lib/format.ts";
import { paths } from "../../../../lib/paths.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { StatCard } from "../../../../ui/stat-card.tsx";
import { useThisMonth } from "../../month-change.ts";
import { NeedsAttention } from "./needs-attention.tsx";
import { PaymentsNotice } from "../donations/payments-notice.tsx";
import { figure, QueryStates } from "../../query-states.tsx";

const FETCHED = 10;
const SHOWN = 5;

const Figures = () => {
  const totals = useDonationTotals();
  const volunteers = useVolunteerCounts();
  const month = useThisMonth();
  const { packagePrice } = useHome().data?.settings ?? DOCUMENTED_TERMS;
  const packages = (dollars: number) => number(packagesFromDollars(dollars, packagePrice));
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <StatCard
        label="Total Donations"
        value={figure(totals, ({ totalAmount }) => money(totalAmount))}
        note={month.data?.change}
        icon={<HandCoins size={22} />}
      />
      <StatCard
        label="Total Packages"
        value={figure(totals, ({ totalAmount }) => packages(totalAmount))}
        note={month.data && `${packages(month.data.total)} this month`}
        icon={<Package size={22} />}
      />
      <StatCard
        label="Active Volunteers"
        value={figure(volunteers, ({ active }) => number(active))}
        note={volunteers.data && `of ${number(volunteers.data.all)} in the directory`}
        icon={<Users size={22} />}
      />
    </div>
  );
};

export const Overview = () => {
  const recent = useRecentDonations(FETCHED);
  return (
    <>
      <PaymentsNotice />
      <Figures />
      <NeedsAttention />
      <section className="card-box mt-6 p-5 sm:p-6" aria-labelledby="recent-title">
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 id="recent-title" className="font-display text-title font-semibold">
            Recent Donations
          </h2>
          <LinkButton to={paths.dashboard("donations")} look="ghost" size="sm">
            All donations
          </LinkButton>
        </div>
        <QueryStates query={recent} what="recent donations" empty="No donations yet">
          {(donations) => (
            <ul className="divide-base-300 divide-y">
              {donations.slice(0, SHOWN).map((donation) => (
                <li key={donation.id} className="flex items-center gap-4 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">
                      {donation.firstName} {donation.lastName}
                    </p>
                    <p className="quiet truncate text-sm">{donation.email}</p>
                  </div>
                  <p className="text-right">
                    <span className="block font-semibold tabular-nums">
                      {money(donation.amount)}
                    </span>
                    <span className="quiet text-sm">
                      <ShortDate moment={donation.createdAt} />
                    </span>
                  </p>
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
      </section>
    </>
  );
};
