import { Suspense } from "react";
import type { CheckoutTerms } from "../data/payments/mutations.ts";
import { lazyComponent } from "../lib/code/lazy-component.ts";
import { SectionBoundary } from "../ui/messages/section-boundary.tsx";
import { Spinner } from "../ui/states.tsx";
import { DemoPayment, type PaymentStepProps } from "./demo-payment.tsx";
import { getDonorDetails } from "./checkout-form.ts";
import { NoPaymentForm, PaymentFailed } from "./payment-failed.tsx";
import { ThankYou } from "./thank-you.tsx";

/** Loads Stripe's code only when there is something to pay. */
const StripePayment = lazyComponent(async () => ({
  default: (await import("./stripe/stripe-payment.tsx")).StripePayment,
}));

export interface PaymentPanelProps extends PaymentStepProps {
  readonly checkout: CheckoutTerms | undefined;
  readonly onClose: () => void;
  readonly closeLabel: string;
  /** Closes the dialog around the panel when a link inside is followed. */
  readonly onLeave?: () => void;
}

const PaymentForm = (props: PaymentPanelProps) => {
  const { checkout, donation, payment, form, isDonorKnown } = props;
  const donor = getDonorDetails(form, !isDonorKnown);
  const intent = payment.getIntent(donation, donor);
  const publishableKey = checkout?.publishableKey;
  if (intent?.provider === "stripe") {
    if (!publishableKey) return <NoPaymentForm onBack={payment.returnToDonor} />;
    return (
      <SectionBoundary fallback={<NoPaymentForm onBack={payment.returnToDonor} />}>
        <Suspense fallback={<Spinner label="Loading the payment form" />}>
          <StripePayment
            publishableKey={publishableKey}
            intent={intent}
            donation={donation}
            donor={donor}
            payment={payment}
          />
        </Suspense>
      </SectionBoundary>
    );
  }
  return <DemoPayment {...props} />;
};

/**
 * Runs the payment from card form to outcome: idle, processing, success or error (DON-14). All
 * checkouts use it.
 */
export const PaymentPanel = (props: PaymentPanelProps) => {
  const { checkout, payment, form, onClose, onLeave, closeLabel } = props;
  const { state } = payment;
  if (state.status === "success") {
    return (
      <ThankYou
        donation={state.donation}
        form={form}
        sendsReceipts={checkout?.sendsReceipts ?? false}
        onClose={onClose}
        onLeave={onLeave}
        closeLabel={closeLabel}
      />
    );
  }
  const hasFailed = state.status === "error";
  return (
    <>
      {hasFailed && (
        <PaymentFailed
          failure={state.failure}
          onRepeat={payment.repeat}
          onReturn={payment.returnToForm}
          onCheckAgain={() => void payment.checkAgain()}
        />
      )}
      {/* Hidden rather than unmounted, to keep its input. */}
      <div hidden={hasFailed}>
        <PaymentForm {...props} />
      </div>
    </>
  );
};
