import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { ShortDay } from "#lib/time/dates.tsx";
import { useRecentDonations } from "#data/donations/resource.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useOverview, type Overview } from "#data/overview/queries.ts";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { LinkButton } from "#ui/button.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { RefreshButton } from "#kit/lists/refresh-button.tsx";
import { MonthSoFarChange } from "#admin/month-change.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { DraftPosts } from "#admin/draft-posts.tsx";
import { LatestCard } from "./latest-card.tsx";
import { PaymentsNotice } from "../donations/payments-notice.tsx";
import { CompletedEvents } from "./completed-events.tsx";
import { OverviewFigures, KeyFigures } from "./figures.tsx";
import { HealthNotice } from "./health-notice.tsx";
import { WaitingEmails } from "./waiting-emails.tsx";
import { MonthGoal } from "./month-goal.tsx";
import { NextEvent } from "./next-event.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { SetupSteps } from "./setup-steps.tsx";

const DONATION_FETCH_LIMIT = 10;
const RECENT_DONATION_COUNT = 5;
/** A percentage of fewer packages than this says little, because one more donation changes it a lot. */
const COMPARABLE_COUNT = 20;

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
                <Link to={donationPath(donation.id)} className="link link-hover font-semibold">
                  {donation.firstName} {donation.lastName}
                </Link>
                <p className="quiet truncate text-sm">{donation.email}</p>
              </div>
              <p className="text-right">
                <span className="block font-semibold tabular-nums">{money(donation.amount)}</span>
                <span className="quiet text-sm">
                  <ShortDay day={donation.givenOn} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </QueryStates>
  </LatestCard>
);

const MonthSoFar = ({ overview }: { readonly overview: Overview | undefined }) => (
  <div className="min-w-0">
    {overview && (
      <>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-4xl font-semibold tabular-nums">
            {money(overview.gifts.thisMonth)}
          </span>
          <span className="text-lead">{`given in ${overview.monthName}`}</span>
        </p>
        {overview.packages.lastMonthSoFar >= COMPARABLE_COUNT && (
          <p className="mt-1 text-sm font-medium">
            <MonthSoFarChange overview={overview} />
          </p>
        )}
      </>
    )}
  </div>
);

/** This month's donations, shortcuts, and a button that refetches everything on this page. */
const OverviewHeader = () => {
  const queryClient = useQueryClient();
  const overview = useOverview();
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {useHasArea("giving") && <MonthSoFar overview={overview.data} />}
      <div className="flex flex-wrap items-center gap-2">
        {useHasArea("volunteers") && (
          <LinkButton to={`${paths.dashboard("events")}?edit=${NEW_RECORD_ID}`} variant="outline">
            Add event
          </LinkButton>
        )}
        {useHasArea("content") && (
          <LinkButton to={paths.dashboard("blogs", NEW_RECORD_ID)} variant="outline">
            Write a post
          </LinkButton>
        )}
        <RefreshButton
          loadedAt={overview.dataUpdatedAt}
          onRefresh={() => queryClient.invalidateQueries({ type: "active" })}
        />
      </div>
    </div>
  );
};

export const OverviewSection = () => {
  const hasGivingArea = useHasArea("giving");
  const hasVolunteersArea = useHasArea("volunteers");
  const hasSettingsArea = useHasArea("settings");
  return (
    <>
      {hasVolunteersArea && <NextEvent />}
      <OverviewHeader />
      {hasSettingsArea && <SetupSteps />}
      {useHasArea("content") && <DraftPosts />}
      {hasSettingsArea && <HealthNotice />}
      <WaitingEmails />
      {hasGivingArea && <PaymentsNotice />}
      <NeedsAttention />
      {hasGivingArea && <MonthGoal />}
      <OverviewFigures />
      <KeyFigures />
      {(hasGivingArea || hasVolunteersArea) && (
        <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          {hasGivingArea && <RecentDonations />}
          {hasVolunteersArea && <CompletedEvents />}
        </div>
      )}
    </>
  );
};
