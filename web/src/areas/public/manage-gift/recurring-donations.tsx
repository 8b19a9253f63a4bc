import { useState } from "react";
import {
  useCancelRecurringDonation,
  useOpenBillingPortal,
} from "#data/recurring-donations/mutations.ts";
import type { MyRecurringDonation } from "#data/my-donations/queries.ts";
import { LongDate } from "#lib/time/dates.tsx";
import { moneyWithCents } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const createFailureHandler = (title: string) => (error: unknown) =>
  showFailure(title, error, { title, fallback: "Please try again in a moment." });

const RecurringDonationStatus = ({
  donation: recurringDonation,
}: {
  readonly donation: MyRecurringDonation;
}) => {
  switch (recurringDonation.status) {
    case "active":
      if (recurringDonation.endsAt !== null) {
        return (
          <>
            Ends on <LongDate moment={recurringDonation.endsAt} />, as you requested
          </>
        );
      }
      if (recurringDonation.nextChargeAt === null) return "Active";
      return (
        <>
          Next charge on <LongDate moment={recurringDonation.nextChargeAt} />
        </>
      );
    case "past_due":
      return "The last charge didn't go through. Please update your card, and we'll try again.";
    case "paused":
      return "Paused";
    case "canceled":
      if (recurringDonation.canceledAt === null) return "Canceled";
      return (
        <>
          Canceled on <LongDate moment={recurringDonation.canceledAt} />. Thank you for all you've
          given.
        </>
      );
  }
};

const Actions = ({ giftSession, donation: recurringDonation }: RecurringDonationProps) => {
  const [isConfirming, setConfirming] = useState(false);
  const portal = useOpenBillingPortal(giftSession);
  const cancel = useCancelRecurringDonation(giftSession);
  const cancelDonation = async () => {
    try {
      await cancel.mutateAsync(recurringDonation.id);
    } catch (error) {
      createFailureHandler("We couldn't cancel your monthly gift")(error);
      throw error;
    }
    setConfirming(false);
    showSuccess("Your monthly gift has been canceled");
  };
  return (
    <div className="flex shrink-0 flex-wrap gap-2">
      {recurringDonation.hasBillingPortal && (
        <Button
          variant="outline"
          size="sm"
          busy={portal.isPending}
          onClick={() =>
            portal.mutate(recurringDonation.id, {
              onError: createFailureHandler("We couldn't open the card page"),
            })
          }
        >
          Change card
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        Cancel gift
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Cancel your monthly gift?"
        body={`We'll stop charging ${moneyWithCents(recurringDonation.amount)} a month. The gifts you've already made won't change, and you'll keep their receipts.`}
        confirmLabel="Cancel monthly gift"
        cancelLabel="Keep giving"
        destructive
        onConfirm={cancelDonation}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
};

interface RecurringDonationProps {
  readonly giftSession: string;
  readonly donation: MyRecurringDonation;
}

export interface RecurringDonationsProps {
  readonly giftSession: string;
  readonly monthlyGifts: readonly MyRecurringDonation[];
}

export const RecurringDonations = ({ giftSession, monthlyGifts }: RecurringDonationsProps) => (
  <section aria-labelledby="monthly-gifts">
    <h2 id="monthly-gifts" className="font-display mb-4 text-2xl font-semibold">
      Monthly gifts
    </h2>
    <ul className="grid gap-3">
      {monthlyGifts.map((recurringDonation) => (
        <li
          key={recurringDonation.id}
          className="card-box flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:flex-nowrap sm:px-6"
        >
          <div className="min-w-0">
            <p className="text-lg font-semibold tabular-nums">
              {moneyWithCents(recurringDonation.amount)}{" "}
              <span className="font-normal">every month</span>
            </p>
            <p className="quiet text-sm">
              <RecurringDonationStatus donation={recurringDonation} />
              {recurringDonation.isDemo && <span className="block">Demo: no card is charged</span>}
            </p>
          </div>
          {recurringDonation.status !== "canceled" && (
            <Actions giftSession={giftSession} donation={recurringDonation} />
          )}
        </li>
      ))}
    </ul>
  </section>
);
