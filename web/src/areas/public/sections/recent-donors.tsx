import { ShortDate } from "../../../lib/dates.tsx";
import Heart from "lucide-react/icons/heart";
import { publicName } from "#rules/names.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { money } from "../../../lib/format.ts";
import { EmptyState } from "../../../ui/states.tsx";

const SHOWN = 3;

export const RecentDonors = ({
  donations,
}: {
  readonly donations: HomeData["recentDonations"];
}) => (
  <div>
    <h3 className="font-display mb-5 text-2xl font-semibold">Recent donors</h3>
    {donations.length === 0 ? (
      <EmptyState icon={<Heart aria-hidden="true" size={28} />} title="No gifts yet">
        Yours could be the first.
      </EmptyState>
    ) : (
      <ul aria-label="Recent donors" className="card-box divide-base-300 divide-y px-5">
        {donations.slice(0, SHOWN).map((donation) => (
          <li key={donation.id} className="flex items-center gap-4 py-4">
            <span
              aria-hidden="true"
              className="bg-base-200 text-secondary grid size-11 shrink-0 place-items-center rounded-full"
            >
              <Heart size={20} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{publicName(donation)}</span>
              <span className="quiet block text-sm">
                <ShortDate moment={donation.createdAt} />
              </span>
            </span>
            <span className="font-display text-xl font-semibold tabular-nums">
              {money(donation.amount)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </div>
);
