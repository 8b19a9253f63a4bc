import { formatFullName } from "#rules/names.ts";
import type { HomeData } from "#data/home/queries.ts";
import { ShortDay } from "#lib/time/dates.tsx";
import { money } from "#lib/format.ts";
import { EmptyState } from "#ui/states.tsx";
import { GiveBoxButton, type GiveBoxButtonProps } from "../give-box-button.tsx";
import { SubsectionHeading } from "./section-heading.tsx";

const VISIBLE_DONATION_COUNT = 3;

export interface RecentDonorsProps extends Pick<GiveBoxButtonProps, "onGive"> {
  readonly donations: HomeData["recentDonations"];
}

export const RecentDonors = ({ donations, onGive }: RecentDonorsProps) => (
  <li>
    <SubsectionHeading title="Recent donors" />
    {donations.length === 0 ? (
      <EmptyState title="No gifts yet">Yours could be the first.</EmptyState>
    ) : (
      <ul aria-label="Recent donors" className="divide-base-300 border-base-300 divide-y border-t">
        {donations.slice(0, VISIBLE_DONATION_COUNT).map((donation) => (
          <li key={donation.id} className="flex items-center gap-4 py-2.5 md:py-3.5">
            <span className="min-w-0 flex-1 leading-snug">
              <span className="block font-semibold">{formatFullName(donation)}</span>
              <span className="quiet block text-sm">
                <ShortDay day={donation.givenOn} />
              </span>
            </span>
            <span className="font-display text-xl font-semibold tabular-nums">
              {money(donation.amount)}
            </span>
          </li>
        ))}
      </ul>
    )}
    <GiveBoxButton isInPlace onGive={onGive} variant="outline" size="sm" className="mt-3">
      Send a box, too
    </GiveBoxButton>
  </li>
);
