import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { DONATION_FREQUENCIES, type DonationFrequency } from "#contracts/limits.ts";
import { EMPTY_CARD_FORM } from "../../../checkout/card-form.ts";
import { DEFAULT_GIFT, parseAmount, type Gift } from "../../../checkout/gift.ts";
import { PaymentPanel } from "../../../checkout/payment-panel.tsx";
import { usePayment, type Donor } from "../../../checkout/use-payment.ts";
import { useHome } from "../../../data/home/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { useIsSettled } from "../../../lib/now.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { withFallbacks } from "../organization.ts";
import { PublicLayout } from "../public-layout.tsx";
import { ChooseDonation } from "./choose-donation.tsx";
import { GiveWithoutScript } from "./give-without-script.tsx";
import { YourImpact } from "./your-impact.tsx";

const isFrequency = (value: string | null): value is DonationFrequency =>
  (DONATION_FREQUENCIES as readonly (string | null)[]).includes(value);

/** Links may name an amount and a frequency: /donate?amount=100&frequency=monthly */
const giftFrom = (search: URLSearchParams): Gift => {
  const frequency = search.get("frequency");
  return {
    amount: parseAmount(search.get("amount") ?? "") || DEFAULT_GIFT.amount,
    frequency: isFrequency(frequency) ? frequency : DEFAULT_GIFT.frequency,
  };
};

/** The button that had the focus is gone; reading goes on where the card form begins. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus();

interface DonateFormProps {
  readonly initialGift: Gift;
  readonly isDemo: boolean;
}

const DonateForm = ({ initialGift, isDemo }: DonateFormProps) => {
  const [gift, setGift] = useState(initialGift);
  const [donor, setDonor] = useState<Donor>({ firstName: "", lastName: "", email: "" });
  const [form, setForm] = useState(EMPTY_CARD_FORM);
  // There is no payment session until a client secret arrives (P§4).
  const [hasSecret, setHasSecret] = useState(false);
  const payment = usePayment();
  const navigate = useNavigate();

  const continueToPayment = async () => {
    if (await payment.prepare(gift, donor)) setHasSecret(true);
  };

  const { state } = payment;
  return (
    <div className="mt-9 grid items-start gap-7 lg:grid-cols-[1.35fr_1fr]">
      <div className="grid gap-7">
        <ChooseDonation
          gift={gift}
          onGift={setGift}
          donor={donor}
          onDonor={setDonor}
          isFixed={hasSecret}
          isBusy={!hasSecret && state.status === "processing"}
          onContinue={() => void continueToPayment()}
          onChange={() => {
            payment.backToForm();
            setHasSecret(false);
          }}
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
      <YourImpact amount={gift.amount} />
    </div>
  );
};

const NOTHING_ASKED = new URLSearchParams();

const DonatePage = () => {
  const [params] = useSearchParams();
  const { data: home } = useHome();
  const contact = withFallbacks(home?.contactInfo);
  // The prerendered page does not know what the link asks for; once it is taken over, the form begins with that.
  const search = useIsSettled() ? params : NOTHING_ASKED;
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
        <DonateForm
          key={search.toString()}
          initialGift={giftFrom(search)}
          isDemo={home?.paymentProvider === "demo"}
        />
      </div>
    </PublicLayout>
  );
};

export default DonatePage;
