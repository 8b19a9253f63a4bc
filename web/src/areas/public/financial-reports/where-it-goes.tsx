import { useId } from "react";
import { sharesOf, sumOfAmounts, type Amount } from "#rules/amounts.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { money, moneyWithCents } from "../../../lib/format.ts";

interface AmountTableProps {
  readonly title: string;
  readonly parts: readonly Amount[];
  readonly format: (dollars: number) => string;
}

const AmountTable = ({ title, parts, format }: AmountTableProps) => {
  const id = useId();
  const shares = sharesOf(parts);
  return (
    <section aria-labelledby={id} className="card-box min-w-0 p-5 sm:p-6">
      <h2 id={id} className="font-display text-title font-semibold">
        {title}
      </h2>
      <table aria-labelledby={id} className="mt-3 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">What for</th>
            <th scope="col">Amount</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody className="divide-base-300 divide-y">
          {parts.map(({ label, amount }, index) => (
            <tr key={label}>
              <th scope="row" className="py-2 pr-3 text-left font-normal break-words">
                {label}
              </th>
              <td className="py-2 text-right tabular-nums">{format(amount)}</td>
              <td className="quiet w-14 py-2 text-right tabular-nums">{shares[index]}%</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-base-content/30 border-t font-semibold">
            <th scope="row" className="py-2 pr-3 text-left">
              Together
            </th>
            <td className="py-2 text-right tabular-nums">{format(sumOfAmounts(parts))}</td>
            <td className="w-14 py-2 text-right tabular-nums">100%</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

export interface WhereItGoesProps {
  readonly settings: HomeData["settings"] | undefined;
}

/** What becomes of the price of a package, and of a year's money, as far as the organisation tells. */
export const WhereItGoes = ({ settings }: WhereItGoesProps) => {
  if (!settings) return null;
  const { packageCosts, packagePrice, spending, spendingYear } = settings;
  if (packageCosts.length + spending.length === 0) return null;
  return (
    <div className="mt-8 grid items-start gap-4 lg:grid-cols-2">
      {packageCosts.length > 0 && (
        <AmountTable
          title={`Where the ${money(packagePrice)} for one package goes`}
          parts={packageCosts}
          format={moneyWithCents}
        />
      )}
      {spending.length > 0 && (
        <AmountTable title={`What we spent in ${spendingYear}`} parts={spending} format={money} />
      )}
    </div>
  );
};
