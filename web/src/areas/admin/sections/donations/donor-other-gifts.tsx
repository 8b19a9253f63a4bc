import { Link } from "react-router-dom";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import type { DonorRecord } from "#data/donors/resource.ts";
import { money, shortDay } from "#lib/format.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { noncashSummary } from "./noncash-dialogs.tsx";

interface DonorProps {
  readonly donor: DonorRecord;
}

/**
 * Lists the grants that this donor recommended and the matches of this donor's gifts. The money is credited to the fund
 * or employer.
 */
export const DonorSoftCredits = ({ donor: { softCredits } }: DonorProps) => {
  const cents = softCredits.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="soft-credits-title">
      <SectionHeading id="soft-credits-title" className="mb-1">
        Gifts through funds and employers
      </SectionHeading>
      <p className="quiet mb-2 text-sm">
        {money(cents / 100)} in all. This isn't counted in the total above.
      </p>
      <ul className="divide-base-300 divide-y">
        {softCredits.map(({ id, giverName, method, amount, date }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              <Link className="link link-hover font-semibold" to={donationPath(id)}>
                {giverName}
              </Link>
              <span className="quiet block text-sm">
                {DONATION_METHOD[method]}, {shortDay(date)}
              </span>
            </span>
            <span className="tabular-nums">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Lists donated shares and goods, which don't count as money. */
export const DonorNoncashDonations = ({ donor: { noncashDonations } }: DonorProps) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="noncash-title">
    <SectionHeading id="noncash-title" className="mb-2">
      Stock and goods
    </SectionHeading>
    <ul className="divide-base-300 divide-y">
      {noncashDonations.map(({ receivedOn, isSold, id, ...donation }) => (
        <li key={id} className="py-2">
          {noncashSummary(donation)}
          <span className="quiet block text-sm">
            {shortDay(receivedOn)}
            {donation.shares !== null && (isSold ? ", sold" : ", not sold yet")}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
