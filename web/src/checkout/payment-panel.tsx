import Lock from "lucide-react/icons/lock";
import { useRef, useState, type SubmitEvent } from "react";
import { donorName } from "#rules/names.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { focusFirstInvalid } from "../ui/focus-first-invalid.ts";
import { showToast } from "../ui/toast.ts";
import { CardFields } from "./card-fields.tsx";
import { checkCardForm, type CardForm, type CardFormErrors } from "./card-form.ts";
import { giftText, type Gift } from "./gift.ts";
import { PaymentFailed, PaymentSucceeded } from "./payment-outcome.tsx";
import type { Donor, Payment } from "./use-payment.ts";

export interface PaymentPanelProps {
  readonly gift: Gift;
  readonly payment: Payment;
  /** Known already on the donation page; otherwise the card form asks. */
  readonly donor?: Donor;
  readonly onClose: () => void;
  readonly closeLabel: string;
  /** Whether the deployment simulates payments, which the donor is told. */
  readonly isDemo: boolean;
  readonly form: CardForm;
  readonly onForm: (form: CardForm) => void;
}

const Processing = () => (
  <output className="quiet mt-3 block text-center text-sm">
    Processing your gift. Please keep this page open.
  </output>
);

/** From the card to the outcome: idle, processing, success or error (P§4). The only checkout there is. */
export const PaymentPanel = (props: PaymentPanelProps) => {
  const { gift, payment, donor, onClose, closeLabel, onForm } = props;
  const form = donor ? { ...props.form, email: donor.email } : props.form;
  const [errors, setErrors] = useState<CardFormErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const { state } = payment;

  if (state.status === "success") {
    return <PaymentSucceeded donation={state.donation} onClose={onClose} closeLabel={closeLabel} />;
  }
  if (state.status === "error") {
    return <PaymentFailed failure={state.failure} onRetry={payment.backToForm} />;
  }

  const showErrors = (next: CardFormErrors) => {
    setErrors(next);
    focusFirstInvalid(formRef.current);
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const check = checkCardForm(form);
    showErrors(check.errors);
    if (check.isMissing) {
      showToast({
        title: "Missing Information",
        description: "Please fill in all payment fields including email for receipt.",
      });
    }
    if (Object.keys(check.errors).length > 0) return;
    const { firstName, lastName, email } = await payment.pay(
      gift,
      donor ?? { ...donorName(form.nameOnCard), email: form.email.trim() },
    );
    showErrors({ nameOnCard: firstName ?? lastName, email });
  };

  const isProcessing = state.status === "processing";
  return (
    <form ref={formRef} noValidate onSubmit={submit} aria-label="Card payment">
      {props.isDemo && (
        <Notice tone="info" title="Demo: no card is charged">
          Use any numbers, such as 4242 4242 4242 4242. They never leave your browser.
        </Notice>
      )}
      <div className="mt-5">
        <CardFields
          form={form}
          errors={errors}
          hideEmail={donor !== undefined}
          disabled={isProcessing}
          onForm={(next) => {
            onForm(next);
            setErrors({});
          }}
        />
      </div>
      <Button type="submit" look="action" size="lg" wide busy={isProcessing} className="mt-6">
        {!isProcessing && <Lock aria-hidden="true" size={18} />}
        {isProcessing ? "Processing…" : `Give ${giftText(gift)}`}
      </Button>
      {isProcessing && <Processing />}
    </form>
  );
};
