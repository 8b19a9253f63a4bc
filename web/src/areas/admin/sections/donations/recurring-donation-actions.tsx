import { recurringDonationEndpoints } from "#contracts/recurring-donations.ts";
import type { DonorRecord } from "#data/donors/resource.ts";
import {
  useCancelDonorsRecurringDonation,
  useSendCardLink,
} from "#data/recurring-donations/mutations.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ReasonForm } from "./reason-form.tsx";

type RecurringDonation = DonorRecord["recurringDonations"][number];

interface RecurringDonationProps {
  readonly recurringDonation: RecurringDonation;
}

const CancelForm = ({
  recurringDonation: { id },
  onDone,
}: RecurringDonationProps & { readonly onDone: () => void }) => {
  const cancel = useCancelDonorsRecurringDonation();
  return (
    <ReasonForm
      label="Cancel monthly gift"
      cancelLabel="Keep it"
      schema={recurringDonationEndpoints.cancelRecurringDonation.body}
      draftName={`cancel monthly gift ${id}`}
      placeholder="She asked us on the phone"
      description="Only administrators see it."
      failure={{
        title: "Not Canceled",
        fallback: "We couldn't confirm that the monthly gift was canceled. Please try again.",
      }}
      success="The monthly gift was canceled"
      onSubmitReason={(body) => cancel.mutateAsync({ id, body })}
      onDone={onDone}
    />
  );
};

const CancelButton = ({ recurringDonation }: RecurringDonationProps) => {
  const { id, open, close } = useOpenedRecord("cancel");
  const amount = moneyWithCents(recurringDonation.amount);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Cancel ${amount} a month`}
        onClick={() => open(recurringDonation.id)}
      >
        Cancel
      </Button>
      <Dialog
        open={id === recurringDonation.id}
        onClose={close}
        isInUrl
        size="sm"
        title={`Cancel this monthly gift of ${amount}?`}
        description="It ends right away, and the donor gets an email about it. This can't be undone."
      >
        <CancelForm recurringDonation={recurringDonation} onDone={close} />
      </Dialog>
    </>
  );
};

const CardLinkButton = ({ recurringDonation }: RecurringDonationProps) => {
  const sendLink = useSendCardLink();
  return (
    <Button
      variant="outline"
      size="sm"
      busy={sendLink.isPending}
      onClick={() =>
        sendLink.mutate(recurringDonation.id, {
          onSuccess: ({ message }) => showSuccess(message),
          onError: (error) =>
            showFailure("The link to change the card could not be sent", error, {
              title: "Not Sent",
              fallback: "We couldn't send the link. Please try again.",
            }),
        })
      }
    >
      Email a link to change the card
    </Button>
  );
};

/** Offers the actions for a monthly gift that hasn't ended. */
export const RecurringDonationActions = ({ recurringDonation }: RecurringDonationProps) => (
  <div className="mt-2 flex flex-wrap gap-2">
    {recurringDonation.hasBillingPortal && <CardLinkButton recurringDonation={recurringDonation} />}
    <CancelButton recurringDonation={recurringDonation} />
  </div>
);
