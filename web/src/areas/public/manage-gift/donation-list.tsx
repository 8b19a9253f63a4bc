import { useState } from "react";
import { describeBoxesAtLineStart } from "#rules/describe-boxes.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { useGivingTerms } from "#data/home/queries.ts";
import type { MyDonation } from "#data/my-donations/queries.ts";
import { moneyWithCents, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { PdfButton } from "./pdf-button.tsx";

const PAGE_SIZE = 12;

const getRemarks = (
  {
    isRecurring,
    inHonorOf,
    isMemorial,
    feeCovered,
    refunded,
    net,
    status,
    isDemo,
    receiptNumber,
  }: MyDonation,
  packagePrice: number,
) => [
  isRecurring ? "Monthly gift" : "One-time gift",
  ...(net > 0 ? [describeBoxesAtLineStart(net - feeCovered, packagePrice)] : []),
  ...(inHonorOf ? [`${getDedicationLabel(isMemorial)} ${inHonorOf}`] : []),
  ...(refunded > 0 && net > 0 ? [`${moneyWithCents(refunded)} refunded`] : []),
  ...(status === "refunded" ? ["Refunded in full"] : []),
  ...(status === "voided" ? ["Canceled"] : []),
  ...(status === "disputed" ? ["Disputed with your bank"] : []),
  ...(status === "returned" ? ["Returned by your bank"] : []),
  ...(receiptNumber === null ? ["Receipt issued by our former system"] : []),
  ...(isDemo ? ["Demo: no card was charged"] : []),
];

const DonationRow = ({
  giftSession,
  donation,
}: {
  readonly giftSession: string;
  readonly donation: MyDonation;
}) => {
  const { packagePrice } = useGivingTerms();
  const day = shortDay(donation.date);
  return (
    <div className="card-box flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:flex-nowrap sm:px-6">
      <div className="min-w-0">
        <p className="text-lg font-semibold tabular-nums">
          {donation.refunded > 0 && (
            <s className="quiet mr-2 font-normal">{moneyWithCents(donation.amount)}</s>
          )}
          {moneyWithCents(donation.net)}
        </p>
        <p className="quiet text-sm">{[day, ...getRemarks(donation, packagePrice)].join(" · ")}</p>
      </div>
      {donation.net > 0 && donation.receiptNumber !== null && (
        <div className="flex shrink-0 flex-wrap gap-2">
          <LinkButton
            variant="outline"
            size="sm"
            to={paths.donationReceipt(donation.id)}
            aria-label={`Receipt for ${moneyWithCents(donation.net)} on ${day}`}
          >
            Receipt
          </LinkButton>
          <PdfButton
            giftSession={giftSession}
            reference={{ donationId: donation.id }}
            label={`Receipt for ${moneyWithCents(donation.net)} on ${day} as a PDF`}
          />
        </div>
      )}
    </div>
  );
};

export interface DonationListProps {
  readonly giftSession: string;
  readonly donations: readonly MyDonation[];
}

export const DonationList = ({ giftSession, donations }: DonationListProps) => {
  const [page, setPage] = useState(1);
  const end = page * PAGE_SIZE;
  const listPage = {
    rows: donations.slice(end - PAGE_SIZE, end),
    hasMore: donations.length > end,
    total: donations.length,
  };
  return (
    <section aria-labelledby="all-gifts">
      <h2 id="all-gifts" className="font-display mb-4 text-2xl font-semibold">
        All gifts
      </h2>
      <PagedList
        subject="all gifts"
        query={{ data: listPage, isPending: false, isFetching: false, refetch: () => undefined }}
        emptyTitle="No gifts to show yet. Each gift appears here as soon as the payment goes through."
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        renderRow={(donation) => <DonationRow giftSession={giftSession} donation={donation} />}
        className="grid gap-3"
      />
    </section>
  );
};
