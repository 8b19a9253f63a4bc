import CalendarHeart from "lucide-react/icons/calendar-heart";
import { useEffect, useId, useRef } from "react";
import { describeBoxes } from "#rules/describe-boxes.ts";
import { useAcceptMonthlyOffer } from "../data/payments/mutations.ts";
import { type GivingTerms, useGivingTerms } from "../data/home/queries.ts";
import { getServerMessage } from "../lib/api/refusals.ts";
import { money } from "../lib/format.ts";
import { LongDate } from "../lib/time/dates.tsx";
import { Button } from "../ui/button.tsx";
import { useCloseOnBack } from "../ui/dialogs/use-close-on-back.ts";
import { Notice } from "../ui/messages/notice.tsx";
import { showSuccess } from "../ui/messages/show-success.ts";
import { showToast } from "../ui/messages/toast.ts";
import { useIsGone } from "../ui/messages/use-is-gone.ts";
import { getPageLevels } from "./initial-donation.ts";
import { Offer } from "./offer.tsx";
import type { ConfirmedOrChosenDonation } from "./payment-actions.ts";

/** Suggests the smallest level that fills a whole box, but never more than the one-time gift. */
const suggestMonthlyAmount = (amount: number, terms: GivingTerms): number => {
  const levels = getPageLevels(terms).map((level) => level.amount);
  const smallestAmount = Math.min(...levels.filter((level) => level >= terms.packagePrice));
  return Math.max(terms.minDonation, Math.min(smallestAmount, Math.floor(amount)));
};

const STARTED_TITLE = "Your monthly gift is set up";
const FAILURE_TITLE = "Your monthly gift hasn't started";
const FAILURE_MESSAGE =
  "We couldn't reach the server. Please check your connection and try again. You won't be charged twice.";

const getFailureText = (error: unknown) => getServerMessage(error) ?? FAILURE_MESSAGE;

export interface MonthlyOfferProps {
  readonly donation: Pick<ConfirmedOrChosenDonation, "amount" | "feeCovered">;
  readonly token: string;
}

/** Offers a monthly gift with the card that the donor let Stripe keep. */
export const MonthlyOffer = ({ donation, token }: MonthlyOfferProps) => {
  const terms = useGivingTerms();
  const acceptMonthlyOffer = useAcceptMonthlyOffer();
  const amount = suggestMonthlyAmount(donation.amount - donation.feeCovered, terms);
  const { data: started, isPending } = acceptMonthlyOffer;
  const isGone = useIsGone();
  useCloseOnBack(isPending, useId(), () => undefined, { isLocked: isPending });
  const outcomeRef = useRef<HTMLParagraphElement>(null);
  // The focused button is gone, so move the focus to the outcome.
  useEffect(() => {
    if (started) outcomeRef.current?.focus();
  }, [started]);
  if (started) {
    return (
      <Offer icon={<CalendarHeart size={22} />} title={STARTED_TITLE}>
        <p ref={outcomeRef} tabIndex={-1} className="quiet mt-0.5 outline-none">
          Thank you. We'll charge {money(started.amount)} on{" "}
          <LongDate moment={started.nextChargeAt} />, and then each month until you cancel.
        </p>
      </Offer>
    );
  }
  const accept = () =>
    acceptMonthlyOffer.mutate(
      { monthlyOfferToken: token, amount },
      {
        onSuccess: () => isGone() && showSuccess(STARTED_TITLE),
        onError: (error) =>
          isGone() && showToast({ title: FAILURE_TITLE, description: getFailureText(error) }),
      },
    );
  return (
    <Offer
      icon={<CalendarHeart size={22} />}
      title={amount < terms.packagePrice ? "Give every month?" : "Send one every month?"}
    >
      <p className="quiet mt-0.5">
        A monthly gift of {money(amount)} fills {describeBoxes(amount, terms.packagePrice)} every
        month. We'll use the card you just used, starting one month from today. You can cancel
        anytime.
      </p>
      {acceptMonthlyOffer.error && (
        <div className="mt-2.5">
          <Notice tone="error" title={FAILURE_TITLE}>
            {getFailureText(acceptMonthlyOffer.error)}
          </Notice>
        </div>
      )}
      <Button variant="outline" className="mt-2.5" busy={isPending} onClick={accept}>
        Give {money(amount)} monthly
      </Button>
    </Offer>
  );
};
