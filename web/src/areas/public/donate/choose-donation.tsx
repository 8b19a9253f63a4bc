import type { ReactNode, RefObject, SubmitEvent } from "react";
import { GiftChoice } from "../../../checkout/gift-choice.tsx";
import {
  amountProblem,
  giftOf,
  giftText,
  pageLevels,
  type GiftForm,
} from "../../../checkout/gift.ts";
import { useGivingTerms } from "../../../data/home/queries.ts";
import type { DonorErrors } from "../../../checkout/payment-failure.ts";
import type { Donor } from "../../../checkout/use-payment.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";

export interface ChooseDonationProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly gift: GiftForm;
  readonly onGift: (gift: GiftForm) => void;
  readonly donor: Donor;
  readonly errors: DonorErrors;
  readonly onDonor: (change: Partial<Donor>) => void;
  /** The payment has begun: amount and donor can only be changed by going back. */
  readonly isFixed: boolean;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly onContinue: () => void;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

const DonorFields = ({ donor, errors, onDonor, isBusy }: ChooseDonationProps) => {
  const field = (name: keyof Donor) => ({
    name,
    value: donor[name],
    error: errors[name],
    required: true,
    disabled: isBusy,
    onValue: (value: string) => onDonor({ [name]: value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field("firstName")}
        label="First name"
        autoComplete="given-name"
        maxLength={100}
      />
      <TextField
        {...field("lastName")}
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
      />
      <TextField
        {...field("email")}
        className="sm:col-span-2"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
      />
    </div>
  );
};

export const ChooseDonation = (props: ChooseDonationProps) => {
  const { formRef, onGift, donor, isFixed, isBusy, isDone, onContinue, onChange, children } = props;
  const gift = giftOf(props.gift);
  const terms = useGivingTerms();
  // Enabled only with names, e-mail and an amount (P§5).
  const canContinue =
    donor.firstName.trim() !== "" &&
    donor.lastName.trim() !== "" &&
    donor.email.trim() !== "" &&
    gift.amount > 0 &&
    !amountProblem(gift.amount, terms);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (canContinue) onContinue();
  };

  return (
    <section className="card-box p-5 sm:p-7" aria-labelledby="choose-title">
      <h2 id="choose-title" className="font-display mb-5 text-2xl font-semibold">
        Choose Your Donation
      </h2>
      {isFixed ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p>
            <strong>{giftText(gift)}</strong> from {donor.firstName} {donor.lastName}
            <span className="quiet block text-sm break-all">{donor.email}</span>
          </p>
          {!isDone && (
            <Button look="outline" size="sm" onClick={onChange}>
              Change
            </Button>
          )}
        </div>
      ) : (
        <form ref={formRef} noValidate onSubmit={submit} className="grid gap-6">
          <GiftChoice levels={pageLevels(terms)} gift={props.gift} onGift={onGift} />
          <DonorFields {...props} />
          {children}
          <Button type="submit" look="action" size="lg" wide disabled={!canContinue} busy={isBusy}>
            Continue to Payment
          </Button>
        </form>
      )}
    </section>
  );
};
