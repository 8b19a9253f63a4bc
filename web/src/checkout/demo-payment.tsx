import { useRef, useState, type SubmitEvent } from "react";
import { useGivingTerms } from "../data/home/queries.ts";
import { focusFirstInvalid } from "../ui/fields/focus-first-invalid.ts";
import { Notice } from "../ui/messages/notice.tsx";
import { showToast } from "../ui/messages/toast.ts";
import { Assurance } from "./assurance.tsx";
import { CardFields } from "./card-fields.tsx";
import { checkCardForm, type CardFormErrors } from "./card-form.ts";
import {
  findOptionErrors,
  getChargedAmount,
  getDonorDetails,
  type CheckoutForm,
} from "./checkout-form.ts";
import { DonationOptions } from "./donation-options.tsx";
import { PayButton } from "./pay-button.tsx";
import type { ChosenDonation } from "./chosen-donation.ts";
import type { DonorErrors } from "./payment-failure.ts";
import type { Payment } from "./use-payment.ts";

export interface PaymentStepProps {
  readonly donation: ChosenDonation;
  readonly payment: Payment;
  readonly form: CheckoutForm;
  readonly onFormChange: (form: CheckoutForm) => void;
  /** True if the donor has already entered a name and email; otherwise the card form asks for them. */
  readonly isDonorKnown: boolean;
}

type PaymentErrors = CardFormErrors & Omit<DonorErrors, "firstName" | "lastName" | "email">;

/** The documented card form, used only by the demo provider. Card data is never sent. */
export const DemoPayment = ({
  donation,
  payment,
  form,
  onFormChange,
  isDonorKnown,
}: PaymentStepProps) => {
  const [errors, setErrors] = useState<PaymentErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const terms = useGivingTerms();
  const isProcessing = payment.state.status === "processing";

  const showErrors = (newErrors: PaymentErrors) => {
    setErrors(newErrors);
    focusFirstInvalid(formRef.current);
  };

  const changeForm = (newForm: typeof form) => {
    onFormChange(newForm);
    setErrors({});
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const check = checkCardForm(form);
    const formErrors = { ...check.errors, ...(!isDonorKnown && findOptionErrors(form)) };
    showErrors(formErrors);
    if (check.hasMissingFields) {
      showToast({
        title: "Missing Information",
        description: "Please fill in all payment fields including email for receipt.",
      });
    }
    if (Object.keys(formErrors).length > 0) return;
    const { firstName, lastName, ...fieldErrors } = await payment.payInDemo(
      donation,
      getDonorDetails(form, !isDonorKnown),
    );
    showErrors({ ...fieldErrors, nameOnCard: firstName ?? lastName });
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Card payment"
      className="[&_input]:scroll-mb-28"
    >
      <Notice tone="info" title="Demo: no card is charged">
        Please don't use a real card. Use a test number such as 4242 4242 4242 4242; it never leaves
        your browser. Only administrators get emails about demo gifts.
      </Notice>
      <div className="mt-5 grid gap-3">
        <CardFields
          form={form}
          errors={errors}
          hideEmail={isDonorKnown}
          disabled={isProcessing}
          onFormChange={(newFields) => changeForm({ ...form, ...newFields })}
        />
        {!isDonorKnown && (
          <DonationOptions
            donation={donation}
            form={form}
            errors={errors}
            disabled={isProcessing}
            onFormChange={changeForm}
          />
        )}
      </div>
      <PayButton
        charge={{ ...donation, amount: getChargedAmount(donation, form.coversFee, terms) }}
        isProcessing={isProcessing}
      />
      <Assurance donation={donation} isDemo />
    </form>
  );
};
