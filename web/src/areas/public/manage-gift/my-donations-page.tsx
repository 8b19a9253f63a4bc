import { type MyDonations, useMyDonations } from "#data/my-donations/queries.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { closeDonorSession } from "#lib/session/donor-session.ts";
import { moneyWithCents, shortDay } from "#lib/format.ts";
import { EmailAddress } from "#ui/email-address.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { GiveBand } from "../give-band.tsx";
import { DonationList } from "./donation-list.tsx";
import { MyTributes } from "./my-tributes.tsx";
import { RecurringDonations } from "./recurring-donations.tsx";
import { Statements } from "./statements.tsx";

interface SessionProps {
  readonly giftSession: string;
}

const PendingDonations = ({ donations }: { readonly donations: MyDonations["onTheirWay"] }) => (
  <Notice tone="info" title="On its way from your bank">
    <ul>
      {donations.map(({ id, amount, date }) => (
        <li key={id}>
          {moneyWithCents(amount)}, given {shortDay(date)}
        </li>
      ))}
    </ul>
    <p>A bank transfer takes a few days. Once it arrives, you'll find it below with a receipt.</p>
  </Notice>
);

const MyDonationsContent = ({
  giftSession,
  donations,
}: SessionProps & { readonly donations: MyDonations }) => (
  <div className="grid gap-10">
    {donations.onTheirWay.length > 0 && <PendingDonations donations={donations.onTheirWay} />}
    {donations.monthlyGifts.length > 0 && (
      <RecurringDonations giftSession={giftSession} monthlyGifts={donations.monthlyGifts} />
    )}
    {donations.years.length > 0 && <Statements giftSession={giftSession} years={donations.years} />}
    <MyTributes giftSession={giftSession} />
    <DonationList giftSession={giftSession} donations={donations.gifts} />
    <GiveBand />
  </div>
);

const MyDonationsPage = ({ giftSession }: SessionProps) => {
  const query = useMyDonations(giftSession);
  return (
    <PublicLayout>
      <PageHead title="Your gifts" />
      <div className="shell max-w-4xl py-10 sm:py-14">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="font-display text-heading font-semibold">Your gifts</h1>
            {query.data && (
              <p className="quiet mt-2">
                Gifts made with <EmailAddress email={query.data.email} />. Thank you!
              </p>
            )}
          </div>
          <Button variant="outline" onClick={() => closeDonorSession("absent")}>
            Log out
          </Button>
        </div>
        {query.isPending && (
          <Loading label="Loading your gifts" className="grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </Loading>
        )}
        {query.isError && !query.data && (
          <ErrorState
            title="We couldn't load your gifts"
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          >
            {getServerMessage(query.error)}
          </ErrorState>
        )}
        {query.data && <MyDonationsContent giftSession={giftSession} donations={query.data} />}
      </div>
    </PublicLayout>
  );
};

export default MyDonationsPage;
