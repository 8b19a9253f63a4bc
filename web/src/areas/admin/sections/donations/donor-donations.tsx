import { donationEndpoints } from "#contracts/donations.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { type AdminDonation, donations } from "#data/donations/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { RecordLink } from "#kit/lists/record-link.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { money } from "#lib/format.ts";
import { ShortDay } from "#lib/time/dates.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DonationRecordDialog } from "./donation-record.tsx";
import { DonationStatus, getRefundedAmount, getRefundWord } from "./donation-status.tsx";

const COLUMNS: readonly Column<AdminDonation>[] = [
  {
    name: "createdAt",
    header: "Date",
    cell: ({ id, givenOn }) => (
      <RecordLink param="donation" id={id} className="whitespace-nowrap">
        <ShortDay day={givenOn} />
      </RecordLink>
    ),
  },
  {
    name: "amount",
    header: "Amount",
    align: "right",
    cell: (donation) => (
      <>
        {money(donation.amount)}
        {getRefundedAmount(donation) > 0 && (
          <span className="quiet block text-sm whitespace-nowrap">
            {money(getRefundedAmount(donation))} {getRefundWord(donation)}
          </span>
        )}
      </>
    ),
  },
  {
    name: "type",
    header: "Type",
    cell: ({ isRecurring, inHonorOf, isMemorial, isAnonymous }) => (
      <>
        {isRecurring ? "Monthly" : "One-time"}
        <span className="quiet text-sm">
          {isAnonymous && <span className="block">Anonymous on the website</span>}
          {inHonorOf && (
            <span className="block">
              {getDedicationLabel(isMemorial)} {inHonorOf}
            </span>
          )}
        </span>
      </>
    ),
  },
  { name: "status", header: "Status", cell: (donation) => <DonationStatus {...donation} /> },
];

export const DonorDonations = ({ donorId }: { readonly donorId: string }) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="donations-title">
    <SectionHeading id="donations-title" className="mb-4">
      Donations
    </SectionHeading>
    <RecordList
      pluralNoun="donations"
      list={donationEndpoints.listDonations.list}
      resource={donations}
      fixedFilters={{ donorId }}
      columns={COLUMNS}
      hasToolsBelow
    />
    <DonationRecordDialog />
  </section>
);
