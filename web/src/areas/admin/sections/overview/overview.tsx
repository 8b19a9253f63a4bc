import { useQueryClient } from "@tanstack/react-query";
import { ShortDate } from "#lib/time/dates.tsx";
import { useRecentDonations } from "#data/donations/queries.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useOverview } from "#data/overview/queries.ts";
import { RefreshButton } from "#kit/lists/refresh-button.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { DraftPosts } from "#admin/draft-posts.tsx";
import { LatestCard } from "./latest-card.tsx";
import { PaymentsNotice } from "../donations/payments-notice.tsx";
import { CompletedEvents } from "./completed-events.tsx";
import { OverviewFigures, KeyFigures } from "./figures.tsx";
import { MonthGoal } from "./month-goal.tsx";
import { NeedsAttention } from "./needs-attention.tsx";

const DONATION_FETCH_LIMIT = 10;
const RECENT_DONATION_COUNT = 5;

const RecentDonations = () => (
  <LatestCard title="Recent Donations" to={paths.dashboard("donations")} linkLabel="All donations">
    <QueryStates
      query={useRecentDonations(DONATION_FETCH_LIMIT)}
      subject="recent donations"
      emptyTitle="No donations yet"
    >
      {(donations) => (
        <ul className="divide-base-300 divide-y">
          {donations.slice(0, RECENT_DONATION_COUNT).map((donation) => (
            <li key={donation.id} className="flex items-center gap-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">
                  {donation.firstName} {donation.lastName}
                </p>
                <p className="quiet truncate text-sm">{donation.email}</p>
              </div>
              <p className="text-right">
                <span className="block font-semibold tabular-nums">{money(donation.amount)}</span>
                <span className="quiet text-sm">
                  <ShortDate moment={donation.createdAt} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </QueryStates>
  </LatestCard>
);

/** Refetches everything on this page. */
const RefreshOverview = () => {
  const queryClient = useQueryClient();
  return (
    <div className="mb-4 flex justify-end">
      <RefreshButton
        loadedAt={useOverview().dataUpdatedAt}
        onRefresh={() => queryClient.invalidateQueries({ type: "active" })}
      />
    </div>
  );
};

export const OverviewSection = () => (
  <>
    <RefreshOverview />
    <DraftPosts />
    <PaymentsNotice />
    <NeedsAttention />
    <MonthGoal />
    <OverviewFigures />
    <KeyFigures />
    <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <RecentDonations />
      <CompletedEvents />
    </div>
  </>
);
