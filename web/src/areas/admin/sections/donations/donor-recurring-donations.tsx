import type { ReactNode } from "react";
import type { DonorRecord } from "#data/donors/resource.ts";
import { moneyWithCents } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { RecurringDonationActions } from "./recurring-donation-actions.tsx";

type RecurringDonation = DonorRecord["recurringDonations"][number];

const describeState = (recurringDonation: RecurringDonation): ReactNode => {
  const { status, endsAt, nextChargeAt, canceledAt, canceledBy, isEndedUnpaid } = recurringDonation;
  switch (status) {
    case "active":
      if (endsAt !== null) {
        return (
          <>
            Ends on <ShortDate moment={endsAt} />
          </>
        );
      }
      if (nextChargeAt === null) return "Active";
      return (
        <>
          Next charge on <ShortDate moment={nextChargeAt} />
        </>
      );
    case "past_due":
      return "The last charge didn't go through";
    case "paused":
      return "Paused";
    case "canceled":
      if (canceledAt === null) return "Canceled";
      return (
        <>
          Canceled on <ShortDate moment={canceledAt} />
          {canceledBy !== null && <> by {canceledBy}</>}
          {isEndedUnpaid && <> because its charges kept failing</>}
        </>
      );
  }
};

export const DonorRecurringDonations = ({
  donor: { recurringDonations },
}: {
  readonly donor: DonorRecord;
}) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="recurring-title">
    <SectionHeading id="recurring-title" className="mb-2">
      Monthly gifts
    </SectionHeading>
    <ul className="divide-base-300 divide-y">
      {recurringDonations.map((recurringDonation) => (
        <li key={recurringDonation.id} className="py-3">
          <p className="font-semibold">{moneyWithCents(recurringDonation.amount)} a month</p>
          <p className="quiet text-sm">
            Since <ShortDate moment={recurringDonation.startedAt} />.{" "}
            {describeState(recurringDonation)}.
          </p>
          {recurringDonation.cancelReason !== null && (
            <p className="quiet text-sm wrap-anywhere">Reason: {recurringDonation.cancelReason}</p>
          )}
          {recurringDonation.status !== "canceled" && (
            <RecurringDonationActions recurringDonation={recurringDonation} />
          )}
        </li>
      ))}
    </ul>
  </section>
);
