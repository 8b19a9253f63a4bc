import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef } from "react";
import type { RecordedDonation } from "../data/donations/mutations.ts";
import { money } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useGivingTerms } from "../data/home/queries.ts";
import { packagesText } from "./packages-text.ts";
import type { PaymentFailure } from "./payment-failure.ts";

/** The form that had the focus is gone; reading goes on at the outcome. */
const useFocusedHeading = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
};

export interface PaymentSucceededProps {
  readonly donation: RecordedDonation;
  readonly onClose: () => void;
  readonly closeLabel: string;
}

export const PaymentSucceeded = ({ donation, onClose, closeLabel }: PaymentSucceededProps) => {
  const heading = useFocusedHeading();
  const terms = useGivingTerms();
  return (
    <div className="py-4 text-center">
      <CircleCheck
        aria-hidden="true"
        size={56}
        strokeWidth={1.5}
        className="text-success mx-auto"
      />
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-display mt-4 text-3xl font-semibold outline-none"
      >
        Thank You!
      </h3>
      <p className="mx-auto mt-2 max-w-sm">
        Your donation helps support our heroes. You will receive a confirmation email shortly.
      </p>
      <dl className="card-box bg-base-200 mx-auto mt-6 grid max-w-sm grid-cols-2 gap-y-2 px-5 py-4 text-left text-sm">
        <dt className="quiet">From</dt>
        <dd className="text-right font-semibold">{donation.firstName}</dd>
        <dt className="quiet">Gift</dt>
        <dd className="text-right font-semibold">
          {money(donation.amount)} {donation.isRecurring ? "a month" : "once"}
        </dd>
        <dt className="quiet">Provides</dt>
        <dd className="text-right font-semibold">
          {packagesText(donation.amount, terms)}
          {donation.isRecurring && " every month"}
        </dd>
      </dl>
      {donation.isDemo && (
        <p className="quiet mt-3 text-sm">This was a demo gift. No card was charged.</p>
      )}
      <Button look="primary" size="lg" className="mt-6" onClick={onClose}>
        {closeLabel}
      </Button>
    </div>
  );
};

export interface PaymentFailedProps {
  readonly failure: PaymentFailure;
  readonly onRetry: () => void;
}

export const PaymentFailed = ({ failure, onRetry }: PaymentFailedProps) => {
  const heading = useFocusedHeading();
  return (
    <div className="py-2">
      <h3 ref={heading} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
        Payment Issue
      </h3>
      <Notice tone="error" title={failure.title}>
        {failure.text}
      </Notice>
      <p className="quiet mt-3 text-sm">
        {failure.endsAttempt
          ? "You were not charged, and what you typed is still here."
          : "What you typed is still here. Trying again will not charge you twice."}
      </p>
      <Button look="primary" size="lg" wide className="mt-5" onClick={onRetry}>
        Try Another Card
      </Button>
    </div>
  );
};
