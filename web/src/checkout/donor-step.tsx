import { useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from "react";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { Button } from "../ui/button.tsx";
import { focusFirstInvalid } from "../ui/focus-first-invalid.ts";
import { Notice } from "../ui/notice.tsx";
import { giverOf, withCardName, type CheckoutForm } from "./checkout-form.ts";
import { DonorFields } from "./donor-fields.tsx";
import { GiftOptions } from "./gift-options.tsx";
import type { Gift } from "./gift.ts";
import { chargeNote, FailureText } from "./payment-failed.tsx";
import type { DonorErrors } from "./payment-failure.ts";
import type { Payment } from "./use-payment.ts";

export interface DonorStepProps {
  readonly gift: Gift;
  /** Whether this amount can be given. */
  readonly isGiftValid: boolean;
  readonly form: CheckoutForm;
  readonly payment: Payment;
  readonly onForm: (form: CheckoutForm) => void;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  /** The choice of the gift, where it is made in the same form. */
  readonly children?: ReactNode;
}

/** Who gives. Continuing makes the intent, and with its client secret the payment begins (P§4). */
export const DonorStep = (props: DonorStepProps) => {
  const { gift, isGiftValid, form, payment, onForm, children } = props;
  const ownRef = useRef<HTMLFormElement>(null);
  const formRef = props.formRef ?? ownRef;
  const [errors, setErrors] = useState<DonorErrors>({});
  const { state } = payment;
  const isBusy = state.status === "processing";
  // Enabled only with names, email and an amount (P§5).
  const isFilled = [form.firstName, form.lastName, form.email].every((text) => text.trim() !== "");
  const canContinue = isFilled && isGiftValid;

  const showErrors = (next: DonorErrors) => {
    setErrors(next);
    focusFirstInvalid(formRef.current);
  };

  const change = (next: CheckoutForm) => {
    onForm(next);
    setErrors({});
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!canContinue || isBusy) return;
    const isEmail = EMAIL_PATTERN.test(form.email.trim());
    showErrors(isEmail ? {} : { email: "Enter a valid email address." });
    if (!isEmail) return;
    onForm(withCardName(form));
    showErrors(await payment.prepare(gift, giverOf(form, false)));
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Your donation"
      className="grid gap-5"
    >
      {children}
      <DonorFields form={form} errors={errors} disabled={isBusy} onForm={change} />
      <GiftOptions gift={gift} form={form} disabled={isBusy} onForm={change} />
      {state.status === "error" && (
        <Notice tone="error" title={state.failure.title}>
          <FailureText failure={state.failure} />
          <p className="mt-1">{chargeNote(state.failure)}</p>
          {state.failure.isLate && (
            <Button
              look="outline"
              size="sm"
              className="mt-2"
              onClick={() => void payment.checkAgain()}
            >
              Check Again
            </Button>
          )}
        </Notice>
      )}
      <Button type="submit" look="action" size="lg" wide disabled={!canContinue} busy={isBusy}>
        Continue to Payment
      </Button>
    </form>
  );
};
