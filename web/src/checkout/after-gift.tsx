import Building2 from "lucide-react/icons/building-2";
import CalendarHeart from "lucide-react/icons/calendar-heart";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useGivingTerms, type GivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";
import { paths } from "../lib/paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { ShareButton } from "../ui/share-button.tsx";
import { replacesDialogEntry } from "../ui/use-back-closes.ts";
import { pageLevels } from "./gift-link.ts";
import { packagesText } from "./packages-text.ts";
import type { GivenGift } from "./use-payment.ts";

/** A month's gift is the smallest level, and never more than was given at once. */
const monthlyOffer = (amount: number, terms: GivingTerms): number => {
  const smallest = Math.min(...pageLevels(terms).map((level) => level.amount));
  return Math.max(terms.minDonation, Math.min(smallest, Math.floor(amount)));
};

const Offer = ({ icon, title, children }: Record<"icon" | "title" | "children", ReactNode>) => (
  <section className="card-box flex items-start gap-3.5 px-4 py-3.5">
    <span className="text-secondary mt-0.5 shrink-0" aria-hidden="true">
      {icon}
    </span>
    <div className="min-w-0">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  </section>
);

/** What happens with a gift, and what its donor may do for it yet. */
export const AfterGift = ({ donation }: { readonly donation: GivenGift }) => {
  const terms = useGivingTerms();
  const monthly = monthlyOffer(donation.amount, terms);
  const match = terms.employerMatchUrl;
  return (
    <div className="mt-6 grid gap-3 text-sm">
      <section>
        <h4 className="font-semibold">What happens next</h4>
        <p className="quiet mt-1">
          Volunteers pack the boxes by hand and ship them; every one carries a handwritten note.
          What was sent and what it cost stands in our{" "}
          <Link className="link" to={paths.financialReports()} replace={replacesDialogEntry()}>
            financial reports
          </Link>
          .{" "}
          {donation.isRecurring &&
            "The same amount is charged on this day of every month until you cancel. "}
          See receipts and change monthly gifts under{" "}
          <Link className="link" to={paths.manageGift()} replace={replacesDialogEntry()}>
            Manage your gift
          </Link>
          .
        </p>
      </section>
      {!donation.isRecurring && (
        <Offer icon={<CalendarHeart size={22} />} title="Send one every month?">
          <p className="quiet mt-0.5">
            {money(monthly)} a month provides {packagesText(monthly, terms)}, every month.
          </p>
          <LinkButton
            look="outline"
            className="mt-2.5"
            to={paths.donate({ amount: monthly, frequency: "monthly" })}
            replace={replacesDialogEntry()}
          >
            Give {money(monthly)} monthly
          </LinkButton>
        </Offer>
      )}
      {match && (
        <Offer icon={<Building2 size={22} />} title="Does your employer match gifts?">
          <p className="quiet mt-0.5">Many do, which can double what you gave.</p>
          <a
            className="link mt-1 inline-flex min-h-11 items-center font-semibold"
            href={match}
            target="_blank"
            rel="noreferrer"
          >
            Look up your employer
          </a>
        </Offer>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="quiet">Know somebody who would send a box, too?</p>
        <ShareButton title="Send a care package" path={paths.donate()} />
      </div>
    </div>
  );
};
