import ArrowLeft from "lucide-react/icons/arrow-left";
import { useId, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { EMPTY_CARD_FORM } from "../../../checkout/card-form.ts";
import { DEFAULT_GIFT, firstGift, giftOf, pageLevels } from "../../../checkout/gift.ts";
import type { DonorErrors } from "../../../checkout/payment-failure.ts";
import { PaymentPanel } from "../../../checkout/payment-panel.tsx";
import { usePayment, type Donor } from "../../../checkout/use-payment.ts";
import { useGivingTerms, useHome } from "../../../data/home/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { useHeldForm } from "../../../lib/use-held-form.ts";
import { focusFirstInvalid } from "../../../ui/focus-first-invalid.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useBackCloses } from "../../../ui/use-back-closes.ts";
import { PageHead } from "../discovery/page-head.tsx";
import { withFallbacks } from "../organization.ts";
import { PublicLayout } from "../public-layout.tsx";
import { ChooseDonation } from "./choose-donation.tsx";
import { GiveWithoutScript } from "./give-without-script.tsx";
import { YourImpact } from "./your-impact.tsx";

const NOBODY: Donor = { firstName: "", lastName: "", email: "" };

const donorIn = (held: URLSearchParams): Donor => ({
  firstName: held.get("firstName") ?? "",
  lastName: held.get("lastName") ?? "",
  email: held.get("email") ?? "",
});

/** The button that had the focus is gone; reading goes on where the card form begins. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus();

const DonateForm = ({ isDemo }: { readonly isDemo: boolean }) => {
  const id = useId();
  const [search] = useSearchParams();
  const [giftForm, setGiftForm] = useState(DEFAULT_GIFT);
  const [donor, setDonor] = useState(NOBODY);
  const [errors, setErrors] = useState<DonorErrors>({});
  const [form, setForm] = useState(EMPTY_CARD_FORM);
  // There is no payment session until a client secret arrives (P§4).
  const [hasSecret, setHasSecret] = useState(false);
  const payment = usePayment();
  const navigate = useNavigate();
  const gift = giftOf(giftForm);
  const terms = useGivingTerms();

  // The prerendered page knows no link: what it asks for is applied to the form that is there.
  const formRef = useHeldForm((held) => {
    setGiftForm(firstGift(held, search, pageLevels(terms)));
    setDonor(donorIn(held));
  });

  const showErrors = (next: DonorErrors) => {
    setErrors(next);
    focusFirstInvalid(formRef.current);
  };

  const continueToPayment = async () => {
    const isEmail = EMAIL_PATTERN.test(donor.email.trim());
    showErrors(isEmail ? {} : { email: "Enter a valid email address." });
    if (!isEmail) return;
    const answer = await payment.prepare(gift, donor);
    showErrors(answer.errors);
    setHasSecret(answer.hasSecret);
  };

  const backToForm = () => {
    payment.backToForm();
    setHasSecret(false);
  };
  useBackCloses(hasSecret, id, backToForm, "all");

  const { state } = payment;
  return (
    <div className="mt-9 grid items-start gap-7 lg:grid-cols-[1.35fr_1fr]">
      <div className="grid gap-7">
        <ChooseDonation
          formRef={formRef}
          gift={giftForm}
          onGift={setGiftForm}
          donor={donor}
          errors={errors}
          onDonor={(change) => {
            setDonor((current) => ({ ...current, ...change }));
            setErrors({});
          }}
          isFixed={hasSecret}
          isBusy={!hasSecret && state.status === "processing"}
          onContinue={() => void continueToPayment()}
          onChange={backToForm}
          isDone={state.status === "success"}
        >
          {!hasSecret && state.status === "error" && (
            <Notice tone="error" title={state.failure.title}>
              {state.failure.text}
            </Notice>
          )}
        </ChooseDonation>
        {hasSecret && (
          <section className="card-box p-5 sm:p-7" aria-labelledby="payment-title">
            <h2
              id="payment-title"
              ref={focusHeading}
              tabIndex={-1}
              className="font-display mb-5 text-2xl font-semibold outline-none"
            >
              Complete Your Donation
            </h2>
            <PaymentPanel
              gift={gift}
              isDemo={isDemo}
              donor={{ ...donor, email: donor.email.trim() }}
              payment={payment}
              form={form}
              onForm={setForm}
              onClose={() => void navigate(paths.home())}
              closeLabel="Back to Home"
            />
          </section>
        )}
      </div>
      <YourImpact gift={gift} />
    </div>
  );
};

const DonatePage = () => {
  const { data: home } = useHome();
  const contact = withFallbacks(home?.contactInfo);
  return (
    <PublicLayout>
      <PageHead
        title="Make a Difference Today"
        description="Fifty dollars packs and ships a care package for a service member, a veteran or a military family. Give once or monthly."
        path={paths.donate()}
      />
      <div className="shell py-8 sm:py-12">
        <Link
          to={paths.home()}
          className="quiet mb-6 inline-flex items-center gap-1.5 py-1 font-medium hover:underline"
        >
          <ArrowLeft aria-hidden="true" size={18} /> Back to Home
        </Link>
        <h1 className="font-display text-heading font-semibold">Make a Difference Today</h1>
        <p className="text-lead quiet mt-3 max-w-2xl">
          Your gift packs and ships boxes for service members, veterans and military families.
        </p>
        <noscript>
          <GiveWithoutScript contact={contact} />
        </noscript>
        <DonateForm isDemo={home?.paymentProvider === "demo"} />
      </div>
    </PublicLayout>
  );
};

export default DonatePage;
