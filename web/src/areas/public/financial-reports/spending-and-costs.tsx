import { useId } from "react";
import { computeShares, addUpAmounts, type Amount } from "#rules/amounts.ts";
import type { HomeData } from "#data/home/queries.ts";
import { money } from "#lib/format.ts";
import { PackageCosts } from "../sections/package-costs.tsx";
import { getCategoryColor, SpendingRing } from "./spending-ring.tsx";

interface SpendingProps {
  readonly year: number | null;
  /** What was raised in that year. */
  readonly raised: number | null;
  readonly categories: readonly Amount[];
}

const Spending = ({ year, raised, categories }: SpendingProps) => {
  const id = useId();
  const shares = computeShares(categories);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-display text-heading font-semibold">
        What we spent in {year}
      </h2>
      {raised !== null && (
        <p className="text-lead mt-2">
          We raised {money(raised)} that year and spent {money(addUpAmounts(categories))}.
        </p>
      )}
      <div className="mt-6 grid items-center gap-6 sm:flex sm:gap-12">
        <SpendingRing categories={categories} shares={shares} />
        <table aria-labelledby={id} className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Amount</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody className="divide-base-300 divide-y">
            {categories.map(({ label, amount }, index) => (
              <tr key={label}>
                <th scope="row" className="py-3 pr-3 text-left font-normal break-words">
                  <span className="flex gap-2.5">
                    <svg aria-hidden="true" width="12" height="24" className="shrink-0">
                      <circle cx="6" cy="13" r="6" fill={getCategoryColor(index)} />
                    </svg>
                    {label}
                  </span>
                </th>
                <td className="py-3 text-right tabular-nums">{money(amount)}</td>
                <td className="w-16 py-3 text-right font-semibold tabular-nums">
                  {shares[index]}%
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-base-content/30 border-t font-semibold">
              <th scope="row" className="py-3 pr-3 text-left">
                Total
              </th>
              <td className="py-3 text-right tabular-nums">{money(addUpAmounts(categories))}</td>
              <td className="w-16 py-3 text-right tabular-nums">100%</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
};

export interface SpendingAndCostsProps {
  readonly settings: HomeData["settings"] | undefined;
}

/** Shows a year's spending, the costs of a package, or both, depending on what the organization has entered. */
export const SpendingAndCosts = ({ settings }: SpendingAndCostsProps) => {
  if (!settings) return null;
  const { packageCosts, packagePrice, spending, spendingYear, spendingYearRaised } = settings;
  return (
    <>
      {spending.length > 0 && (
        <div className="card-box mt-8 p-5 sm:p-8">
          <Spending year={spendingYear} raised={spendingYearRaised} categories={spending} />
        </div>
      )}
      {packageCosts.length > 0 && (
        <div className="card-box mt-4 p-5 sm:p-8">
          <PackageCosts packageCosts={packageCosts} packagePrice={packagePrice} />
        </div>
      )}
    </>
  );
};
