import { formatFullName } from "#rules/names.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useTopDonors } from "#data/donations/resource.ts";
import { money } from "#lib/format.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DonorLink } from "./donor-link.tsx";

const DONOR_LIMIT = 5;

export const TopDonors = () => {
  const donors = useTopDonors(DONOR_LIMIT);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="top-donors-title">
      <SectionHeading id="top-donors-title" className="mb-2">
        Top Donors
      </SectionHeading>
      <QueryStates
        query={donors}
        subject="the top donors"
        emptyTitle="No donors yet"
        loadingRowCount={9}
      >
        {(rows) => (
          <ol className="divide-base-300 divide-y">
            {rows.slice(0, DONOR_LIMIT).map((donor, index) => (
              <li key={donor.id} className="flex items-center gap-3 py-2">
                <span aria-hidden="true" className="font-display quiet w-5 text-xl font-semibold">
                  {index + 1}
                </span>
                <div className="min-w-0 flex-1">
                  <DonorLink id={donor.id}>{formatFullName(donor)}</DonorLink>
                  <p className="quiet text-sm">
                    {donor.donationCount} donation{donor.donationCount === 1 ? "" : "s"}
                    {donor.isRecurring && ", monthly"}
                    {donor.lastDonationDate !== null && (
                      <>
                        , last on <ShortDate moment={donor.lastDonationDate} />
                      </>
                    )}
                  </p>
                </div>
                <p className="font-semibold tabular-nums">{money(Number(donor.totalAmount))}</p>
              </li>
            ))}
          </ol>
        )}
      </QueryStates>
    </section>
  );
};
