import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/messages/notice.tsx";
import { FormFooter } from "./form-footer.tsx";
import type { PaymentFailure } from "./payment-failure.ts";

/** Tells donors whether they were charged. */
export const getChargeNote = ({ isUncharged }: PaymentFailure): string =>
  isUncharged
    ? "You haven't been charged. Your details are still here."
    : "Your details are still here. If you try again, you won't be charged twice.";

/** Shows the documented message (DON-55..60) on its own line, followed by the explanation. */
export const FailureText = ({ failure }: { readonly failure: PaymentFailure }) => (
  <>
    <p>{failure.text}</p>
    {failure.explanation && <p className="mt-1">{failure.explanation}</p>}
  </>
);

export interface PaymentFailedProps {
  readonly failure: PaymentFailure;
  readonly onRepeat: () => void;
  readonly onReturn: () => void;
  readonly onCheckAgain: () => void;
}

/** Another card helps only if the card was the reason. */
const getNextStep = (props: PaymentFailedProps) => {
  const { isLate, canRepeat } = props.failure;
  if (isLate) return { label: "Check Again", start: props.onCheckAgain };
  if (canRepeat) return { label: "Try Again", start: props.onRepeat };
  return { label: "Try Another Card", start: props.onReturn };
};

export const PaymentFailed = (props: PaymentFailedProps) => {
  const { failure } = props;
  const nextStep = getNextStep(props);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The focused form is now hidden, so move the focus to the outcome.
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <div className="py-2">
      <h3 ref={headingRef} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
        Payment Issue
      </h3>
      <Notice tone="error" title={failure.title}>
        <FailureText failure={failure} />
      </Notice>
      <p className="quiet mt-3 text-sm">{getChargeNote(failure)}</p>
      <FormFooter>
        <Button variant="primary" size="lg" wide onClick={nextStep.start}>
          {nextStep.label}
        </Button>
        {nextStep.start === props.onRepeat && (
          <Button variant="ghost" wide className="mt-1" onClick={props.onReturn}>
            Back to the form
          </Button>
        )}
      </FormFooter>
    </div>
  );
};

/** Shown if Stripe's form doesn't load, for example because a content blocker blocks it. */
export const NoPaymentForm = ({ onBack }: { readonly onBack: () => void }) => (
  <div className="py-2">
    <Notice tone="error" title="We couldn't load the payment form">
      You haven't been charged. Please check your connection, turn off anything that blocks
      js.stripe.com, and try again.
    </Notice>
    <Button variant="primary" size="lg" wide className="mt-5" onClick={onBack}>
      Try Again
    </Button>
  </div>
);
