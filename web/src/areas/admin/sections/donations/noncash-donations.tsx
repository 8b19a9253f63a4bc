import { Link } from "react-router-dom";
import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type NoncashDonation,
  noncashDonations,
  useSaveNoncashLetter,
} from "#data/noncash-donations/resource.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents, shortDay } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { DonorLink } from "./donor-link.tsx";
import { noncashSummary, NoncashVoidDialog, StockSaleDialog } from "./noncash-dialogs.tsx";
import { NoncashCorrectionDialog } from "./noncash-correction-dialog.tsx";
import { NoncashDetailsDialog } from "./noncash-details-dialog.tsx";
import { NoncashEditor } from "./noncash-editor.tsx";
import { MONEY_FILTER } from "./donation-status.tsx";
import { NONCASH_KIND } from "./noncash-fields.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

const Status = ({ donation }: NoncashProps) => {
  const { kind, saleId, voidedAt, voidReason, replacedBy } = donation;
  if (voidedAt) {
    return (
      <>
        <Badge tone="attention">{replacedBy ? "Corrected" : "Voided"}</Badge>
        <span className="quiet block text-sm">{voidReason}</span>
        {replacedBy && <span className="quiet block text-sm">Corrected to: {replacedBy.gift}</span>}
      </>
    );
  }
  if (kind === "goods") return "–";
  return saleId ? (
    <Link className="link" to={donationPath(saleId)}>
      Sold
    </Link>
  ) : (
    "Not sold yet"
  );
};

interface NoncashProps {
  readonly donation: NoncashDonation;
}

const COLUMNS: readonly Column<NoncashDonation>[] = [
  {
    name: "donor",
    header: "Donor",
    cell: (donation) => <DonorLink id={donation.donorId}>{formatFullName(donation)}</DonorLink>,
  },
  {
    name: "gift",
    header: "Gift",
    cell: (donation) => (
      <>
        {noncashSummary(donation)}
        {donation.replaces && (
          <span className="quiet block text-sm">Corrects: {donation.replaces.gift}</span>
        )}
      </>
    ),
  },
  {
    name: "receivedOn",
    header: "Received",
    cell: ({ receivedOn }) => <span className="whitespace-nowrap">{shortDay(receivedOn)}</span>,
  },
  {
    name: "estimatedValue",
    header: "Our estimate",
    align: "right",
    cell: ({ estimatedValue }) => (estimatedValue === null ? "–" : moneyWithCents(estimatedValue)),
  },
  { name: "status", header: "Status", cell: (donation) => <Status donation={donation} /> },
];

const Actions = ({ donation }: NoncashProps) => {
  const { id, kind, saleId, voidedAt } = donation;
  const { open: openSale } = useOpenedRecord("sale");
  const { open: openCorrection } = useOpenedRecord("correct");
  const { open: openDetails } = useOpenedRecord("edit");
  const { open: openVoid } = useOpenedRecord("void");
  const saveLetter = useSaveNoncashLetter();
  if (voidedAt) return null;
  return (
    <RowMenu name={formatFullName(donation)}>
      <RowAction
        onClick={() =>
          saveLetter.mutate(id, { onError: (error) => showDownloadFailure("letter", error) })
        }
      >
        Download the letter
      </RowAction>
      {kind === "stock" && saleId === null && (
        <RowAction onClick={() => openSale(id)}>Enter the proceeds</RowAction>
      )}
      <RowAction onClick={() => openDetails(id)}>Edit</RowAction>
      <RowAction onClick={() => openCorrection(id)}>Correct</RowAction>
      {saleId === null && <RowAction onClick={() => openVoid(id)}>Void</RowAction>}
    </RowMenu>
  );
};

const Dialogs = ({ rows }: { readonly rows: readonly NoncashDonation[] | undefined }) => {
  const { id: saleId } = useOpenedRecord("sale");
  const { id: correctionId } = useOpenedRecord("correct");
  const { id: voidId } = useOpenedRecord("void");
  const { id: editedId } = useOpenedRecord("edit");
  const donation = useRecordOf(rows, saleId || correctionId || voidId || editedId);
  return (
    donation && (
      <>
        <StockSaleDialog donation={donation} />
        <NoncashCorrectionDialog donation={donation} />
        <NoncashVoidDialog donation={donation} />
        <NoncashDetailsDialog donation={donation} />
      </>
    )
  );
};

/** Donated shares and goods, which don't count as money. */
export const NoncashDonations = () => {
  const openedForm = useOpenedRecord("add");
  return (
    <>
      {openedForm.id === NEW_RECORD_ID && (
        <section className="card-box mb-6 max-w-3xl p-5 sm:p-6" aria-labelledby="add-title">
          <SectionHeading id="add-title" className="mb-3">
            Add stock or goods
          </SectionHeading>
          <NoncashEditor onDone={openedForm.close} />
        </section>
      )}
      <RecordList
        pluralNoun="gifts"
        list={noncashDonationEndpoints.listNoncashDonations.list}
        resource={noncashDonations}
        exportEndpoint="GET /api/noncash-donations/export"
        filters={[{ name: "kind", label: "Kind", options: NONCASH_KIND }, MONEY_FILTER]}
        columns={COLUMNS}
        renderActions={(donation) => <Actions donation={donation} />}
        renderListActions={() => (
          <AddButton label="Add stock or goods" onClick={() => openedForm.open(NEW_RECORD_ID)} />
        )}
        renderBelow={({ rows }) => <Dialogs rows={rows} />}
      />
    </>
  );
};
