import { useEffect, useEffectEvent, useId, useState } from "react";
import { useCheckout } from "../data/payments/mutations.ts";
import type { HomeData } from "../data/home/queries.ts";
import { saveDraft } from "../lib/drafts/drafts.ts";
import { restoreDraft } from "../lib/drafts/use-visitor-draft.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Spinner } from "../ui/states.tsx";
import { useCloseOnBack } from "../ui/dialogs/use-close-on-back.ts";
import { Accountability } from "./accountability.tsx";
import { readUnresolvedAttempt, type DonorContact } from "./attempt.ts";
import { CHECKOUT_DRAFT_KEY, EMPTY_CHECKOUT, getDonorDetails } from "./checkout-form.ts";
import { DonorStep } from "./donor-step.tsx";
import { formatDonation, type ChosenDonation } from "./chosen-donation.ts";
import { DonationSummary } from "./donation-summary.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { usePayment } from "./use-payment.ts";

export interface DonationDialogProps {
  readonly open: boolean;
  readonly donation: ChosenDonation;
  /** The provider from the page's data; checkout fetches it again. */
  readonly provider: HomeData["paymentProvider"] | undefined;
  /** The logged-in user, who may still give under another name. */
  readonly donor?: DonorContact;
  readonly onClose: () => void;
}

const RESET_DELAY_MS = 300;

/** Checkout in a dialog. It resets 300 ms after closing if the gift succeeded (DON-15). */
export const DonationDialog = (props: DonationDialogProps) => {
  const [attemptNumber, setAttemptNumber] = useState(0);
  return (
    <DonationAttempt
      key={attemptNumber}
      {...props}
      onReset={() => setTimeout(() => setAttemptNumber((current) => current + 1), RESET_DELAY_MS)}
    />
  );
};

/** Prefers the known donor's name over a name that someone else left in this tab's draft. */
const createInitialForm = (donor: DonorContact | undefined) => ({
  ...restoreDraft(EMPTY_CHECKOUT, CHECKOUT_DRAFT_KEY.form),
  ...(donor && { ...donor, nameOnCard: `${donor.firstName} ${donor.lastName}` }),
});

const DonationAttempt = ({
  onReset,
  open,
  donation,
  donor,
  ...props
}: DonationDialogProps & { readonly onReset: () => void }) => {
  const id = useId();
  const checkout = useCheckout(open);
  const payment = usePayment();
  // Kept in state and in the tab's draft, so that closing, reloading or going back doesn't lose any input.
  const [form, setForm] = useState(() => createInitialForm(donor));
  const changeForm = (newForm: typeof form) => {
    setForm(newForm);
    saveDraft(CHECKOUT_DRAFT_KEY, newForm);
  };
  const { status } = payment.state;
  const isDemo = (checkout?.provider ?? props.provider) === "demo";
  const isDonorStep =
    !isDemo && status !== "success" && !payment.getIntent(donation, getDonorDetails(form, false));
  const isPaying = open && !isDemo && !isDonorStep && status !== "success";
  const isLocked = status === "processing";
  useCloseOnBack(isPaying, `${id}-payment`, payment.returnToDonor, { isLocked });
  useCloseOnBack(isPaying && status === "error", `${id}-failure`, payment.returnToForm);

  // Resumes a payment whose outcome was unknown when the page was reloaded.
  const resume = useEffectEvent(() => {
    const attempt = readUnresolvedAttempt();
    if (attempt && status === "idle") void payment.resume(attempt.paymentIntentId, attempt);
  });
  useEffect(() => {
    if (open) resume();
  }, [open]);

  const close = () => {
    props.onClose();
    if (status === "success") onReset();
    if (status === "error") payment.returnToForm();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={isLocked}
      title={status === "success" ? "Your gift" : `Your gift: ${formatDonation(donation)}`}
      description={
        status === "success"
          ? undefined
          : donation.frequency === "monthly"
            ? "A monthly gift. You can cancel anytime."
            : "A one-time gift."
      }
    >
      {payment.isResuming && <Spinner label="Checking on your payment" />}
      {!payment.isResuming && isDonorStep && (
        <>
          <DonorStep
            donation={donation}
            isDonationValid
            form={form}
            payment={payment}
            onFormChange={changeForm}
            publishableKey={checkout?.publishableKey}
            canKeepCard
          />
          <Accountability />
        </>
      )}
      {!isDonorStep && (
        <>
          {isPaying && (
            <div className="mb-4">
              <DonationSummary donation={donation} form={form} payment={payment} />
            </div>
          )}
          <PaymentPanel
            donation={donation}
            checkout={checkout}
            payment={payment}
            form={form}
            onFormChange={changeForm}
            isDonorKnown={!isDemo}
            onClose={close}
            onLeave={close}
            closeLabel="Close"
          />
        </>
      )}
    </Dialog>
  );
};
