import { useDonationSources } from "#data/donations/resource.ts";
import { money, number } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { LinkBuilder } from "./link-builder.tsx";

const DonationSources = () => {
  const sources = useDonationSources();
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="sources-title">
      <SectionHeading id="sources-title" className="mb-2">
        Donations by link source
      </SectionHeading>
      <QueryStates
        query={sources}
        subject="the sources"
        emptyTitle="No donations from your links yet"
      >
        {(rows) => (
          <ul aria-label="Sources" className="divide-base-300 divide-y">
            {rows.map((row) => (
              <li key={row.source} className="flex items-baseline gap-4 py-3">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold wrap-anywhere">{row.source}</p>
                  <p className="quiet text-sm">
                    {number(row.donationCount)} donation{row.donationCount === 1 ? "" : "s"}, last
                    on <ShortDate moment={row.lastDonationAt} />
                  </p>
                </div>
                <p className="font-semibold tabular-nums">{money(row.totalAmount)}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </section>
  );
};

/** Creates links to the donation page, and lists, by source, the donations that came through them. */
export const DonationLinks = () => (
  <div className="grid max-w-3xl grid-cols-1 gap-6">
    <LinkBuilder />
    <DonationSources />
  </div>
);
