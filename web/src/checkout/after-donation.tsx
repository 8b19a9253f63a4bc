import Building2 from "lucide-react/icons/building-2";
import CalendarHeart from "lucide-react/icons/calendar-heart";
import type { ReactNode } from "react";
import { boxesPhrase } from "#rules/boxes-text.ts";
import { useGivingTerms, useCachedHome, type GivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";
import { paths } from "../lib/paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { ShareButton } from "../ui/share-button.tsx";
import { replacesDialogEntry } from "../ui/dialogs/use-back-closes.ts";
import { pageLevels } from "./initial-donation.ts";
import type { RecordedOrChosenDonation } from "./payment-actions.ts";
import { NextStepLink } from "./what-happens-next.tsx";

/** Suggests the smallest level, but never more than the one-time gift. */
const suggestMonthlyAmount = (amount: number, terms: GivingTerms): number => {
  const smallestAmount = Math.min(...pageLevels(terms).map((level) => level.amount));
  return Math.max(terms.minDonation, Math.min(smallestAmount, Math.floor(amount)));
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

export interface AfterDonationProps {
  readonly donation: RecordedOrChosenDonation;
  /** Closes the dialog around the links. */
  readonly onLeave: (() => void) | undefined;
}

export const AfterDonation = ({ donation, onLeave }: AfterDonationProps) => {
  const terms = useGivingTerms();
  const [story] = useCachedHome()?.blogPosts ?? [];
  const monthlyAmount = suggestMonthlyAmount(donation.amount, terms);
  const matchUrl = terms.employerMatchUrl;
  return (
    <>
      {!donation.isRecurring && (
        <Offer icon={<CalendarHeart size={22} />} title="Send one every month?">
          <p className="quiet mt-0.5">
            A monthly gift of {money(monthlyAmount)} fills{" "}
            {boxesPhrase(monthlyAmount, terms.packagePrice)} every month.
          </p>
          <LinkButton
            variant="outline"
            className="mt-2.5"
            to={paths.donate({ amount: monthlyAmount, frequency: "monthly" })}
            replace={replacesDialogEntry()}
          >
            Give {money(monthlyAmount)} monthly
          </LinkButton>
        </Offer>
      )}
      {matchUrl && (
        <Offer icon={<Building2 size={22} />} title="Does your employer match gifts?">
          <p className="quiet mt-0.5">Many do, and that can double your gift.</p>
          <a
            className="link mt-1 inline-flex min-h-11 items-center font-semibold"
            href={matchUrl}
            target="_blank"
            rel="noreferrer"
          >
            Look up your employer
          </a>
        </Offer>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="quiet">Know someone who’d like to send a box, too?</p>
        <ShareButton title="Send a care package" path={paths.donate()} />
      </div>
      <p className="quiet">
        Want to pack a box yourself?{" "}
        <NextStepLink to={paths.home("volunteer")} onLeave={onLeave}>
          Come to a packing event
        </NextStepLink>
        .
        {story && (
          <>
            {" "}
            Or read{" "}
            <NextStepLink to={paths.blogPost(story)} onLeave={onLeave}>
              {story.title}
            </NextStepLink>
            , our latest story.
          </>
        )}
      </p>
    </>
  );
};
