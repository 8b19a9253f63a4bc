import ShieldCheck from "lucide-react/icons/shield-check";
import { describeBoxes } from "#rules/describe-boxes.ts";
import { addFallbacks, useGivingTerms, useHome } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";
import { Accountability } from "./accountability.tsx";
import type { ChosenDonation } from "./chosen-donation.ts";

export interface AssuranceProps {
  readonly donation: ChosenDonation;
  readonly isDemo: boolean;
}

/**
 * Shown next to the pay button: what the gift provides, who receives it, and how the card is
 * handled, with the seals and the newest report.
 */
export const Assurance = ({ donation, isDemo }: AssuranceProps) => {
  const terms = useGivingTerms();
  const contact = useHome().data?.contactInfo;
  const { organizationName } = addFallbacks(contact);
  const isMonthly = donation.frequency === "monthly";
  return (
    <>
      <div className="quiet mt-4 flex items-start gap-2.5 text-[0.8125rem]">
        <ShieldCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        <p>
          Your {money(donation.amount)} fills {describeBoxes(donation.amount, terms.packagePrice)}
          {isMonthly && " every month"}. {organizationName} is a 501(c)(3) nonprofit
          {contact && `, EIN ${contact.taxId}`}; your gift is tax-deductible.{" "}
          {isMonthly && "You can cancel anytime. "}
          {isDemo
            ? "Your card details never leave your browser."
            : "Stripe processes your payment over an encrypted connection; we never see your card number."}
        </p>
      </div>
      <Accountability />
    </>
  );
};
