import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useState } from "react";
import { describeCardDelivery, describePendingCard } from "#rules/card-delivery.ts";
import { describeBoxesAtLineStart } from "#rules/describe-boxes.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { useCachedHome, useGivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";
import { useTimeZone } from "../lib/time/dates.tsx";
import { dayAt } from "../lib/time/day-and-time.ts";
import { Button } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { AfterDonation } from "./after-donation.tsx";
import type { CheckoutForm } from "./checkout-form.ts";
import type { ConfirmedOrChosenDonation } from "./payment-actions.ts";
import { describeThanks } from "./thanks-text.ts";
import { WhatHappensNext } from "./what-happens-next.tsx";

const HOUR_MS = 3_600_000;

export interface ThankYouProps {
  readonly donation: ConfirmedOrChosenDonation;
  /** The form as sent or, after a bank redirect, as saved in the tab. */
  readonly form: CheckoutForm;
  readonly sendsReceipts: boolean;
  readonly onClose: () => void;
  /** Closes the dialog that contains the links; following a link doesn't close it automatically. */
  readonly onLeave: (() => void) | undefined;
  readonly closeLabel: string;
}

const DonationDetails = ({ donation, form }: Pick<ThankYouProps, "donation" | "form">) => {
  const terms = useGivingTerms();
  const inHonorOf = form.isInHonor && form.inHonorOf.trim();
  return (
    <dl className="card-box bg-base-200 mx-auto mt-6 grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-2 px-5 py-4 text-left text-sm">
      <dt className="quiet">From</dt>
      <dd className="text-right font-semibold">
        {donation.firstName}
        {form.isAnonymous && <span className="quiet block font-normal">given anonymously</span>}
      </dd>
      {inHonorOf && (
        <>
          <dt className="quiet">{getDedicationLabel(form.isMemorial)}</dt>
          <dd className="text-right font-semibold wrap-anywhere">{inHonorOf}</dd>
        </>
      )}
      <dt className="quiet">Gift</dt>
      <dd className="text-right font-semibold">
        {money(donation.amount)} {donation.isRecurring ? "a month" : "once"}
      </dd>
      <dt className="quiet">Fills</dt>
      <dd className="text-right font-semibold">
        {describeBoxesAtLineStart(donation.amount - donation.feeCovered, terms.packagePrice)}
        {donation.isRecurring && " every month"}
      </dd>
    </dl>
  );
};

/** The organization's thank-you picture, or a check mark. */
const ThankYouPicture = () => {
  const picture = useCachedHome()?.sections.thankYou;
  if (!picture?.imageUrl) {
    return (
      <CircleCheck
        aria-hidden="true"
        size={56}
        strokeWidth={1.5}
        className="text-success mx-auto"
      />
    );
  }
  return (
    <Picture
      loading="eager"
      src={picture.imageUrl}
      alt={picture.imageAlt}
      sizes="(min-width: 48rem) 39rem, 100vw"
      className="rounded-box aspect-[16/9] w-full object-cover"
    />
  );
};

/** Says when the gift's card goes out, at the earliest an hour after the gift. */
const useCardSentence = ({ donation, form }: Pick<ThankYouProps, "donation" | "form">) => {
  const timeZone = useTimeZone();
  const [now] = useState(Date.now);
  if (!form.isInHonor || !form.sendsTribute) return undefined;
  const { isPostal, sendOn } = form.tribute;
  const card = { recipientName: form.tribute.recipientName.trim(), isPostal };
  if (donation.status === "pending") return describePendingCard(card);
  const firstDay = dayAt(now + HOUR_MS, timeZone);
  const day = sendOn > firstDay ? sendOn : firstDay;
  return describeCardDelivery({ ...card, day, today: dayAt(now, timeZone) });
};

export const ThankYou = (props: ThankYouProps) => {
  const { donation, form, sendsReceipts, onClose, onLeave, closeLabel } = props;
  const panelRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The focused form is gone, so move the focus to the outcome and scroll it into view.
  useEffect(() => {
    panelRef.current?.scrollIntoView();
    headingRef.current?.focus({ preventScroll: true });
  }, []);
  const isPending = donation.status === "pending";
  const cardSentence = useCardSentence({ donation, form });
  return (
    <div ref={panelRef} className="scroll-mt-36 py-2">
      <div className="text-center">
        <ThankYouPicture />
        <h3
          ref={headingRef}
          tabIndex={-1}
          className="font-display mt-4 text-3xl font-semibold outline-none"
        >
          Thank You!
        </h3>
        <p className="mx-auto mt-2 max-w-sm">{describeThanks(donation.status, sendsReceipts)}</p>
        <p className="mx-auto mt-2 max-w-sm">
          Before long, someone will open a box and know that a stranger thought of them.
        </p>
      </div>
      <DonationDetails donation={donation} form={form} />
      {donation.isDemo && (
        <p className="quiet mt-3 text-center text-sm">This was a demo gift. No card was charged.</p>
      )}
      <div className="mt-6 grid gap-4 text-sm">
        <WhatHappensNext
          receiptEmail={sendsReceipts && !isPending ? form.email.trim() : undefined}
          donation={donation}
          cardSentence={cardSentence}
          onLeave={onLeave}
        />
        <AfterDonation donation={donation} onLeave={onLeave} />
      </div>
      <Button variant="primary" size="lg" wide className="mt-6" onClick={onClose}>
        {closeLabel}
      </Button>
    </div>
  );
};
