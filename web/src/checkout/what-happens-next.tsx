import MailCheck from "lucide-react/icons/mail-check";
import MapPin from "lucide-react/icons/map-pin";
import PackageOpen from "lucide-react/icons/package-open";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { usePackingEvents } from "./packing-events.ts";
import { calendarDay } from "../lib/format.ts";
import { paths } from "../lib/paths.ts";
import { LongDate } from "../lib/time/dates.tsx";
import { replacesDialogEntry } from "../ui/dialogs/use-close-on-back.ts";
import type { ConfirmedOrChosenDonation } from "./payment-actions.ts";

export interface NextStepLinkProps {
  readonly to: string;
  /** Closes the dialog around the link. */
  readonly onLeave: (() => void) | undefined;
  readonly children: ReactNode;
}

export const NextStepLink = ({ to, onLeave, children }: NextStepLinkProps) => (
  <Link className="link" to={to} replace={replacesDialogEntry()} onClick={onLeave}>
    {children}
  </Link>
);

const Step = ({ icon, children }: Record<"icon" | "children", ReactNode>) => (
  <li className="flex items-start gap-3">
    <span className="text-secondary mt-0.5 shrink-0" aria-hidden="true">
      {icon}
    </span>
    <p className="quiet min-w-0">{children}</p>
  </li>
);

export interface WhatHappensNextProps {
  /**
   * The email address for the receipt; empty if it is no longer known, undefined if no receipt is
   * sent now.
   */
  readonly receiptEmail: string | undefined;
  readonly donation: Pick<ConfirmedOrChosenDonation, "isRecurring" | "nextChargeAt">;
  /** What happens to the gift's card, if it has one. */
  readonly cardSentence: string | undefined;
  readonly onLeave: (() => void) | undefined;
}

const NextCharge = ({ donation }: Pick<WhatHappensNextProps, "donation">) => {
  if (!donation.isRecurring) return null;
  if (donation.nextChargeAt === null)
    return " We'll charge the same amount on this day each month until you cancel.";
  return (
    <>
      {" "}
      We'll charge the same amount on <LongDate moment={donation.nextChargeAt} />, and then each
      month until you cancel.
    </>
  );
};

/** Explains the next steps, from the receipt to the delivery, and where to follow them. */
export const WhatHappensNext = (props: WhatHappensNextProps) => {
  const { receiptEmail, donation, cardSentence, onLeave } = props;
  const [packingEvent] = usePackingEvents();
  return (
    <section>
      <h4 className="font-semibold">What happens next</h4>
      <ol className="mt-2 grid gap-2.5">
        {receiptEmail !== undefined && (
          <Step icon={<MailCheck size={20} />}>
            Your receipt is on its way
            {receiptEmail && (
              <>
                {" "}
                to <strong className="text-base-content wrap-anywhere">{receiptEmail}</strong>
              </>
            )}
            . To see all your receipts or change a monthly gift, go to{" "}
            <NextStepLink to={paths.manageGift()} onLeave={onLeave}>
              Manage your gifts
            </NextStepLink>
            .
          </Step>
        )}
        {cardSentence !== undefined && (
          <Step icon={<MailCheck size={20} />}>
            <span className="wrap-anywhere">{cardSentence}</span>
          </Step>
        )}
        <Step icon={<PackageOpen size={20} />}>
          Volunteers pack the boxes by hand and ship each one with a handwritten note.
          {packingEvent && ` The next packing day is ${calendarDay(packingEvent.date)}.`}
          <NextCharge donation={donation} />
        </Step>
        <Step icon={<MapPin size={20} />}>
          See{" "}
          <NextStepLink to={paths.home("impact")} onLeave={onLeave}>
            where the boxes go
          </NextStepLink>
          , and see what we sent and what it cost in our{" "}
          <NextStepLink to={paths.financialReports()} onLeave={onLeave}>
            financial reports
          </NextStepLink>
          .
        </Step>
      </ol>
    </section>
  );
};
