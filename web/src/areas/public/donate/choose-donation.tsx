import type { RefObject } from "react";
import type { CheckoutForm } from "#checkout/checkout-form.ts";
import { DonorStep } from "#checkout/donor-step.tsx";
import { DonationFields } from "#checkout/donation-fields.tsx";
import { findAmountProblem, chosenDonation, type DonationForm } from "#checkout/chosen-donation.ts";
import { DonationSummary } from "#checkout/donation-summary.tsx";
import { getPageLevels } from "#checkout/initial-donation.ts";
import { Accountability } from "#checkout/accountability.tsx";
import { TaxNote } from "#checkout/tax-note.tsx";
import type { Payment } from "#checkout/use-payment.ts";
import { useGivingTerms, useHome } from "#data/home/queries.ts";

export interface ChooseDonationProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly donationForm: DonationForm;
  readonly onDonationFormChange: (donationForm: DonationForm) => void;
  readonly form: CheckoutForm;
  readonly onFormChange: (form: CheckoutForm) => void;
  readonly payment: Payment;
  readonly publishableKey: string | null | undefined;
  readonly canKeepCard: boolean;
  /** Once the payment has started, changing the gift or donor requires going back. */
  readonly hasPaymentStarted: boolean;
}

export const ChooseDonation = (props: ChooseDonationProps) => {
  const { formRef, onDonationFormChange, form, payment, canKeepCard, hasPaymentStarted } = props;
  const donation = chosenDonation(props.donationForm);
  const terms = useGivingTerms();
  const { data: home } = useHome();
  const isDonationValid = !findAmountProblem(props.donationForm, terms);
  return (
    <section className="card-box p-5 sm:p-7" aria-labelledby="choose-title">
      <h2 id="choose-title" className="font-display mb-3 sm:mb-5 text-2xl font-semibold">
        Choose Your Donation
      </h2>
      {hasPaymentStarted ? (
        <DonationSummary donation={donation} form={form} payment={payment} />
      ) : (
        <>
          <DonorStep
            formRef={formRef}
            donation={donation}
            isDonationValid={isDonationValid}
            form={form}
            payment={payment}
            onFormChange={props.onFormChange}
            publishableKey={props.publishableKey}
            canKeepCard={canKeepCard}
          >
            <DonationFields
              levels={getPageLevels(terms)}
              form={props.donationForm}
              onChange={onDonationFormChange}
            />
          </DonorStep>
          <TaxNote taxId={home?.contactInfo?.taxId} />
          <Accountability />
        </>
      )}
    </section>
  );
};
