import {
  Suspense,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from "react";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { lazyComponent } from "../lib/code/lazy-component.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/fields/check-field.tsx";
import { focusFirstInvalid } from "../ui/fields/focus-first-invalid.ts";
import { Notice } from "../ui/messages/notice.tsx";
import { SectionBoundary } from "../ui/messages/section-boundary.tsx";
import {
  findOptionErrors,
  getDonorDetails,
  fillCardName,
  type CheckoutForm,
} from "./checkout-form.ts";
import { FormFooter } from "./form-footer.tsx";
import { DonorFields } from "./donor-fields.tsx";
import { DonationOptions } from "./donation-options.tsx";
import type { ChosenDonation } from "./chosen-donation.ts";
import { getChargeNote, FailureText } from "./payment-failed.tsx";
import type { DonorErrors } from "./payment-failure.ts";
import type { Payment } from "./use-payment.ts";

/** Loads Stripe's code only if donors pay through Stripe. */
const WalletCheckout = lazyComponent(async () => ({
  default: (await import("./stripe/wallet-checkout.tsx")).WalletCheckout,
}));

export interface DonorStepProps {
  readonly donation: ChosenDonation;
  readonly isDonationValid: boolean;
  readonly form: CheckoutForm;
  readonly payment: Payment;
  readonly onFormChange: (form: CheckoutForm) => void;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  /** Stripe's key, once it's known; without it, no wallets are offered. */
  readonly publishableKey: string | null | undefined;
  /** False in demo mode, which has no card to keep. */
  readonly canKeepCard: boolean;
  /** The choice of gift, if it is part of the same form. */
  readonly children?: ReactNode;
}

const REQUIRED_FIELDS = ["firstName", "lastName", "email"] as const;
const MISSING_FIELD_ERRORS: DonorErrors = {
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  email: "Enter your email address.",
};

const findMissingFields = (form: CheckoutForm) =>
  REQUIRED_FIELDS.filter((name) => form[name].trim() === "");

const findContactErrors = (form: CheckoutForm): DonorErrors => ({
  ...(!EMAIL_PATTERN.test(form.email.trim()) && { email: "Enter a valid email address." }),
  ...Object.fromEntries(findMissingFields(form).map((name) => [name, MISSING_FIELD_ERRORS[name]])),
});

const FIELD_NAMES = { firstName: "first name", lastName: "last name", email: "email" } as const;

/** Says what is missing once the donor has begun to type. */
const getMissingText = (form: CheckoutForm): string | null => {
  const missingFields = findMissingFields(form);
  if (missingFields.length === 0 || missingFields.length === REQUIRED_FIELDS.length) return null;
  return `To continue, enter your ${missingFields.map((name) => FIELD_NAMES[name]).join(" and ")}.`;
};

/** Asks for the donor's details, then creates the payment intent whose client secret starts the payment (DON-44). */
export const DonorStep = (props: DonorStepProps) => {
  const { donation, isDonationValid, form, payment, onFormChange, canKeepCard, children } = props;
  const { publishableKey } = props;
  const localRef = useRef<HTMLFormElement>(null);
  const formRef = props.formRef ?? localRef;
  const [errors, setErrors] = useState<DonorErrors>({});
  const { state } = payment;
  const isBusy = state.status === "processing";
  const formErrors = { ...findContactErrors(form), ...findOptionErrors(form) };
  // The button looks disabled until names, email and amount are filled in, but a click still shows
  // what is missing.
  const canContinue = isDonationValid && findMissingFields(form).length === 0;

  const showErrors = (newErrors: DonorErrors) => {
    setErrors(newErrors);
    focusFirstInvalid(formRef.current);
  };

  const changeForm = (newForm: CheckoutForm) => {
    onFormChange(newForm);
    setErrors({});
    payment.dismissFailure();
  };

  /** The wallet provides the donor's details, so only the gift can be invalid. */
  const checkDonation = () => {
    const errors = findOptionErrors(form);
    showErrors(errors);
    return isDonationValid && Object.keys(errors).length === 0;
  };

  const checkDonor = (filledForm: CheckoutForm) => {
    const contactErrors = findContactErrors(filledForm);
    const isComplete = Object.keys(contactErrors).length === 0;
    if (!isComplete) showErrors(contactErrors);
    return isComplete;
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    showErrors(formErrors);
    if (!isDonationValid || Object.keys(formErrors).length > 0) return;
    onFormChange(fillCardName(form));
    showErrors(await payment.prepare(donation, getDonorDetails(form, false)));
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Your donation"
      className="grid gap-5 [&_input]:scroll-mb-28"
    >
      {children}
      {publishableKey && (
        <SectionBoundary fallback={null}>
          <Suspense fallback={null}>
            <WalletCheckout
              publishableKey={publishableKey}
              donation={donation}
              form={form}
              onFormChange={onFormChange}
              payment={payment}
              checkDonation={checkDonation}
              checkDonor={checkDonor}
            />
          </Suspense>
        </SectionBoundary>
      )}
      <DonorFields form={form} errors={errors} disabled={isBusy} onFormChange={changeForm} />
      <DonationOptions
        donation={donation}
        form={form}
        errors={errors}
        disabled={isBusy}
        onFormChange={changeForm}
      />
      {canKeepCard && donation.frequency === "one-time" && (
        <CheckField
          className="text-sm"
          name="keepsCard"
          label="Let Stripe save my card so I can start a monthly gift in one click"
          disabled={isBusy}
          checked={form.keepsCard}
          onValue={(keepsCard) => changeForm({ ...form, keepsCard })}
        />
      )}
      {state.status === "error" && (
        <Notice tone="error" title={state.failure.title}>
          <FailureText failure={state.failure} />
          <p className="mt-1">{getChargeNote(state.failure)}</p>
          {state.failure.isLate && (
            <Button
              variant="outline"
              size="sm"
              className="mt-2"
              onClick={() => void payment.checkAgain()}
            >
              Check Again
            </Button>
          )}
        </Notice>
      )}
      <FormFooter>
        <output className="quiet block text-center text-sm">{getMissingText(form)}</output>
        <Button
          type="submit"
          variant="action"
          size="lg"
          wide
          aria-disabled={!canContinue || undefined}
          busy={isBusy}
        >
          Continue to Payment
        </Button>
      </FormFooter>
    </form>
  );
};
