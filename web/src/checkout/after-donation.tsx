import Building2 from "lucide-react/icons/building-2";
import { useCachedHome, useGivingTerms } from "../data/home/queries.ts";
import { paths } from "../lib/paths.ts";
import { ShareButton } from "../ui/share-button.tsx";
import { MonthlyOffer } from "./monthly-offer.tsx";
import { Offer } from "./offer.tsx";
import type { ConfirmedOrChosenDonation } from "./payment-actions.ts";
import { NextStepLink } from "./what-happens-next.tsx";

export interface AfterDonationProps {
  readonly donation: ConfirmedOrChosenDonation;
  /** Closes the dialog that contains the links. */
  readonly onLeave: (() => void) | undefined;
}

export const AfterDonation = ({ donation, onLeave }: AfterDonationProps) => {
  const terms = useGivingTerms();
  const [story] = useCachedHome()?.blogPosts ?? [];
  const matchUrl = terms.employerMatchUrl;
  return (
    <>
      {donation.monthlyOfferToken !== null && donation.status === "completed" && (
        <MonthlyOffer donation={donation} token={donation.monthlyOfferToken} />
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
        <p className="quiet">Know someone who'd like to send a box, too?</p>
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
