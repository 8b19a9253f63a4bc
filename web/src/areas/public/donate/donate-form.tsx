import { Suspense, useEffect, useEffectEvent, useId, useState, type RefObject } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { Accountability } from "#checkout/accountability.tsx";
import { readUnresolvedAttempt } from "#checkout/attempt.ts";
import {
  CHECKOUT_DRAFT_KEY,
  EMPTY_CHECKOUT,
  getDonorDetails,
  type CheckoutForm,
} from "#checkout/checkout-form.ts";
import { saveDonationDraft, readDonationDraft } from "#checkout/donation-draft.ts";
import { rememberSource } from "#checkout/donation-link.ts";
import { createInitialDonationForm, getPageLevels } from "#checkout/initial-donation.ts";
import {
  chosenDonation,
  createDefaultDonationForm,
  findAmountProblem,
  type ChosenDonation,
  type DonationForm,
} from "#checkout/chosen-donation.ts";
import { DonationFields } from "#checkout/donation-fields.tsx";
import { DonationSummary } from "#checkout/donation-summary.tsx";
import { DonorStep } from "#checkout/donor-step.tsx";
import { TaxNote } from "#checkout/tax-note.tsx";
import { usePayment, type Payment } from "#checkout/use-payment.ts";
import { useCheckout } from "#data/payments/mutations.ts";
import { useGivingTerms, useHome } from "#data/home/queries.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { saveDraft } from "#lib/drafts/drafts.ts";
import { paths } from "#lib/paths.ts";
import { keepIfEqual, usePreservedForm } from "#lib/drafts/use-preserved-form.ts";
import { restoreDraft } from "#lib/drafts/use-visitor-draft.ts";
import { cx } from "#ui/class-names.ts";
import { Spinner } from "#ui/states.tsx";
import { useCloseOnBack } from "#ui/dialogs/use-close-on-back.ts";
import { YourImpact } from "./your-impact.tsx";

const loadPanel = () => import("#checkout/payment-panel.tsx");
const PaymentPanel = lazyComponent(async () => ({ default: (await loadPanel()).PaymentPanel }));

/** The focused button has unmounted, so move the focus to the start of the card form. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus();

/** Prefers input typed before hydration over the tab's draft. */
const createForm = (domValues: URLSearchParams) => {
  const nonEmptyFields = ["firstName", "lastName", "email", "website"].filter((name) =>
    domValues.get(name),
  );
  const checkedFields = ["coversFee", "isAnonymous", "isInHonor", "keepsCard"].filter((name) =>
    domValues.has(name),
  );
  return {
    ...restoreDraft(EMPTY_CHECKOUT, CHECKOUT_DRAFT_KEY.form),
    ...Object.fromEntries(nonEmptyFields.map((name) => [name, domValues.get(name) ?? ""])),
    ...Object.fromEntries(checkedFields.map((name) => [name, true])),
  };
};

interface ChooseDonationProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly donationForm: DonationForm;
  /** The donation that the form describes. */
  readonly donation: ChosenDonation;
  readonly onDonationFormChange: (donationForm: DonationForm) => void;
  readonly form: CheckoutForm;
  readonly onFormChange: (form: CheckoutForm) => void;
  readonly payment: Payment;
  readonly publishableKey: string | null | undefined;
  readonly canKeepCard: boolean;
  /** Once the payment has started, changing the gift or donor requires going back. */
  readonly hasPaymentStarted: boolean;
}

const ChooseDonation = (props: ChooseDonationProps) => {
  const { formRef, donation, form, payment, canKeepCard, hasPaymentStarted } = props;
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
              onChange={props.onDonationFormChange}
            />
          </DonorStep>
          <TaxNote taxId={home?.contactInfo?.taxId} />
          <Accountability />
        </>
      )}
    </section>
  );
};

export const DonateForm = () => {
  const id = useId();
  const [searchParams] = useSearchParams();
  const terms = useGivingTerms();
  const { data: home } = useHome();
  const [donationForm, setDonationForm] = useState(() =>
    createDefaultDonationForm(getPageLevels(terms)),
  );
  const [form, setForm] = useState(EMPTY_CHECKOUT);
  const [hasInteracted, setHasInteracted] = useState(false);
  const payment = usePayment();
  // With Stripe, the checkout terms are needed right away, to know whether wallets can be offered.
  const usesStripe = home?.paymentProvider === "stripe";
  const checkout = useCheckout(hasInteracted || usesStripe || payment.state.status !== "idle");
  const navigate = useNavigate();
  const donation = chosenDonation(donationForm);
  const { status } = payment.state;
  // There is no payment session until the client secret arrives (DON-44).
  const hasSecret = Boolean(
    payment.getIntent(donation, getDonorDetails(form, false))?.clientSecret,
  );
  const isDone = status === "success";

  const prepareCheckout = () => {
    setHasInteracted(true);
    // If this fails, the payment step says so.
    loadPanel().catch(() => undefined);
  };

  // The prerendered page doesn't know the URL's parameters, so apply them during hydration.
  const formRef = usePreservedForm((domValues, preservedForm) => {
    rememberSource(searchParams);
    setDonationForm((current) =>
      keepIfEqual(
        current,
        createInitialDonationForm(domValues, readDonationDraft(searchParams), terms),
      ),
    );
    setForm((current) => keepIfEqual(current, createForm(domValues)));
    // If a field got the focus before hydration, no focus event follows.
    if (preservedForm.contains(document.activeElement)) prepareCheckout();
  });

  const changeForm = (newForm: typeof form) => {
    setForm(newForm);
    saveDraft(CHECKOUT_DRAFT_KEY, newForm);
  };

  // Resumes a payment after a reload or a bank redirect.
  const resume = useEffectEvent(() => {
    const attempt = readUnresolvedAttempt();
    const returnedIntentId = searchParams.get("payment_intent");
    const paymentIntentId = returnedIntentId ?? attempt?.paymentIntentId;
    if (!paymentIntentId) return;
    // Removes the client secret from the URL.
    if (returnedIntentId) history.replaceState(history.state, "", paths.donate());
    const isStoredAttempt = attempt?.paymentIntentId === paymentIntentId;
    void payment.resume(paymentIntentId, isStoredAttempt ? attempt : null);
  });
  useEffect(() => resume(), []);
  const isProcessing = status === "processing";
  // A wallet's payment has no step of its own.
  useCloseOnBack((hasSecret && !isDone) || isProcessing, id, payment.returnToDonor, {
    mediaQuery: "all",
    isLocked: isProcessing,
  });
  useCloseOnBack(hasSecret && status === "error", `${id}-failure`, payment.returnToForm, {
    mediaQuery: "all",
  });

  return (
    <div
      className={cx(
        "mt-8 grid items-start gap-7",
        isDone ? "mx-auto max-w-2xl" : "lg:grid-cols-[1.35fr_1fr]",
      )}
      onFocus={prepareCheckout}
      onPointerDown={prepareCheckout}
    >
      <div className="grid gap-7">
        {payment.isResuming && (
          <section className="card-box p-5 sm:p-7">
            <Spinner label="Checking on your payment" />
          </section>
        )}
        {!isDone && !payment.isResuming && (
          <ChooseDonation
            formRef={formRef}
            donationForm={donationForm}
            donation={donation}
            onDonationFormChange={(newForm) => {
              setDonationForm(newForm);
              payment.dismissFailure();
              saveDonationDraft(newForm, searchParams);
            }}
            form={form}
            onFormChange={changeForm}
            payment={payment}
            publishableKey={checkout?.publishableKey}
            canKeepCard={(checkout?.provider ?? home?.paymentProvider) !== "demo"}
            hasPaymentStarted={hasSecret}
          />
        )}
        {(hasSecret || isDone) && (
          <section className="card-box p-5 sm:p-7" aria-labelledby="payment-title">
            <h2
              id="payment-title"
              ref={focusHeading}
              tabIndex={-1}
              className="font-display mb-5 text-2xl font-semibold outline-none"
            >
              {isDone ? "Your Donation" : "Complete Your Donation"}
            </h2>
            <Suspense fallback={<Spinner label="Loading the payment form" />}>
              <PaymentPanel
                donation={donation}
                checkout={checkout}
                isDonorKnown
                payment={payment}
                form={form}
                onFormChange={changeForm}
                onClose={() => void navigate(paths.home())}
                closeLabel="Back to Home"
              />
            </Suspense>
          </section>
        )}
      </div>
      {!isDone && <YourImpact donation={donation} />}
    </div>
  );
};
