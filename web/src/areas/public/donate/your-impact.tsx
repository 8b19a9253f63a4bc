import Check from "lucide-react/icons/check";
import type { ChosenDonation } from "#checkout/chosen-donation.ts";
import { describeBoxes } from "#rules/describe-boxes.ts";
import { countPackages } from "#rules/care-packages.ts";
import { useGivingTerms } from "#data/home/queries.ts";
import { money, number } from "#lib/format.ts";
import { CarePackage } from "../art/care-package.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";

const PACKAGE_CONTENTS = [
  "Personal care items",
  "Comfort snacks and beverages",
  "Entertainment materials",
  "Handwritten thank you notes",
  "Essential military-specific items",
] as const;

/** Counts complete packages (DON-42). The summary also mentions the fraction of the next package. */
const describeImpact = (amount: number, packagePrice: number): string => {
  const packages = countPackages(amount, packagePrice);
  if (packages === 0) return describeBoxes(amount, packagePrice);
  return `${number(packages)} complete care package${packages === 1 ? "" : "s"}`;
};

export const YourImpact = ({ donation }: { readonly donation: ChosenDonation }) => {
  const { amount, frequency } = donation;
  const { packagePrice } = useGivingTerms();
  return (
    <section
      aria-labelledby="impact-title"
      className="bg-neutral text-neutral-content rounded-box relative isolate overflow-hidden p-6 sm:p-8 lg:sticky lg:top-24"
    >
      <QuiltPattern className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.12]" size={72} />
      <h2 id="impact-title" className="font-display text-2xl font-semibold">
        Your Impact
      </h2>
      <div aria-live="polite">
        <p className="font-display mt-4 text-5xl font-semibold tabular-nums">{money(amount)}</p>
        <p className="text-lead mt-2">
          {amount > 0
            ? `Provides ${describeImpact(amount, packagePrice)}`
            : "Choose an amount to see what it provides"}
          {amount > 0 && frequency === "monthly" && " every month"}
        </p>
      </div>
      <CarePackage className="mx-auto my-5 h-auto w-full max-w-72" />
      <h3 className="font-semibold">Every package includes</h3>
      <ul className="mt-2 grid gap-1.5">
        {PACKAGE_CONTENTS.map((item) => (
          <li key={item} className="flex items-start gap-2.5">
            <Check aria-hidden="true" size={18} className="mt-1 shrink-0 text-[#dcb25c]" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
};
