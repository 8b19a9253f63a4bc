import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { useState } from "react";
import { useGivingTerms } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { cx } from "#ui/class-names.ts";
import {
  fillWalletDetails,
  getChargedAmount,
  getDonorDetails,
  type CheckoutForm,
} from "../checkout-form.ts";
import type { ChosenDonation } from "../chosen-donation.ts";
import type { Payment } from "../use-payment.ts";
import { useStripeAppearance } from "./stripe-appearance.ts";
import { toConfirmationResult } from "./stripe-confirmation.ts";
import { isTestKey, useStripeScript } from "./use-stripe-script.ts";

export interface WalletCheckoutProps {
  readonly publishableKey: string;
  readonly donation: ChosenDonation;
  readonly form: CheckoutForm;
  readonly onFormChange: (form: CheckoutForm) => void;
  readonly payment: Payment;
  /** Returns whether the gift can be paid and, if it can't, shows the donor why. */
  readonly checkDonation: () => boolean;
  /** Returns whether the donor is known and, if not, asks for what is missing. */
  readonly checkDonor: (form: CheckoutForm) => boolean;
}

const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonType: { applePay: "donate", googlePay: "donate", paypal: "pay" },
  buttonHeight: 48,
  layout: { maxColumns: 2, overflow: "never" },
  emailRequired: true,
};

/** Makes Apple Pay show the monthly terms and a link to cancel. */
const createMonthlyApplePay = (cents: number) => ({
  recurringPaymentRequest: {
    paymentDescription: "Monthly gift",
    managementURL: `${location.origin}${paths.manageGift()}`,
    regularBilling: {
      label: "Monthly gift",
      amount: cents,
      recurringPaymentIntervalUnit: "month" as const,
    },
  },
});

const WalletButtons = (props: WalletCheckoutProps & { readonly cents: number }) => {
  const { publishableKey, donation, form, onFormChange, payment, cents } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [hasWallets, setHasWallets] = useState(false);

  const openWallet = (event: StripeExpressCheckoutElementClickEvent) => {
    if (payment.state.status === "processing" || !props.checkDonation()) {
      event.reject();
      return;
    }
    event.resolve(
      donation.frequency === "monthly" ? { applePay: createMonthlyApplePay(cents) } : {},
    );
  };

  const pay = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    const submission = await elements?.submit().catch(() => null);
    if (!stripe || !elements || !submission || submission.error) {
      event.paymentFailed();
      payment.rejectWallet(submission?.error?.message);
      return;
    }
    // After a decline, the donor can continue with a card right away.
    const filledForm = fillWalletDetails(form, event.billingDetails);
    onFormChange(filledForm);
    if (!props.checkDonor(filledForm)) {
      event.paymentFailed();
      return;
    }
    const donor = getDonorDetails(filledForm, false);
    let hasIntent = false;
    await payment.payWithWallet(donation, donor, isTestKey(publishableKey), async (intent) => {
      hasIntent = true;
      return toConfirmationResult(
        await stripe.confirmPayment({
          elements,
          clientSecret: intent.clientSecret,
          confirmParams: { return_url: `${location.origin}${paths.donate()}` },
          redirect: "if_required",
        }),
      );
    });
    if (!hasIntent) event.paymentFailed();
  };

  return (
    // Stripe can detect the device's wallets only while the element is on the page.
    <div className={cx("overflow-hidden", !hasWallets && "invisible h-0")}>
      <ExpressCheckoutElement
        options={OPTIONS}
        onReady={({ availablePaymentMethods }) =>
          setHasWallets(Object.values(availablePaymentMethods ?? {}).some(Boolean))
        }
        onClick={openWallet}
        onConfirm={(event) => void pay(event)}
      />
      <p className="quiet mt-4 text-center text-sm">Or pay another way</p>
    </div>
  );
};

/**
 * Apple Pay, Google Pay and other wallets, if this device has them; otherwise nothing is shown. The wallet provides the
 * donor's name, so the intent is created once the donor has confirmed the payment in the wallet.
 */
export const WalletCheckout = (props: WalletCheckoutProps) => {
  const { publishableKey, donation, form } = props;
  const terms = useGivingTerms();
  const stripe = useStripeScript(publishableKey);
  const appearance = useStripeAppearance();
  if (!stripe || stripe === "failed") return null;
  const isMonthly = donation.frequency === "monthly";
  // An invalid custom amount counts as 0, which Stripe rejects.
  const amount = Math.max(donation.amount, terms.minDonation);
  const cents = Math.round(getChargedAmount({ ...donation, amount }, form.coversFee, terms) * 100);
  const options: StripeElementsOptionsMode = {
    mode: isMonthly ? "subscription" : "payment",
    amount: cents,
    currency: "usd",
    setupFutureUsage: form.keepsCard && !isMonthly ? "off_session" : null,
    appearance,
  };
  return (
    <Elements stripe={stripe} options={options}>
      <WalletButtons {...props} cents={cents} />
    </Elements>
  );
};
