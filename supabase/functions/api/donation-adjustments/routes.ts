import { donationAdjustmentEndpoints } from "../../_shared/contracts/donation-adjustments.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { describeAdjustmentReason } from "../../_shared/rules/adjustment-reasons.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import {
  type ListedAdjustment,
  listDonationAdjustments,
  listDonationMonths,
  openAdjustmentList,
} from "./queries.ts";

const adjustmentColumns: readonly CsvColumn<ListedAdjustment>[] = [
  { heading: "Date", cell: ({ countedOn }) => countedOn },
  { heading: "Month", cell: ({ countedOn }) => countedOn.slice(0, 7) },
  { heading: "Kind", cell: ({ kind }) => kind },
  // Two columns of positive amounts, because spreadsheets may take text that starts with a minus for a formula.
  {
    heading: "Lowered by",
    cell: ({ amount }) => (Number(amount) < 0 ? -Number(amount) : null),
    isSummed: true,
  },
  {
    heading: "Came back",
    cell: ({ amount }) => (Number(amount) > 0 ? Number(amount) : null),
    isSummed: true,
  },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "Receipt number", cell: ({ receiptNumber }) => receiptNumber },
  { heading: "Date of donation", cell: ({ givenOn }) => givenOn },
  { heading: "Reason", cell: ({ reason }) => reason && describeAdjustmentReason(reason) },
  { heading: "Donation", cell: ({ donationId }) => donationId },
  { heading: "ID", cell: ({ id }) => id },
];

export default implement(donationAdjustmentEndpoints, {
  listDonationAdjustments: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listDonationAdjustments(sql, query)),
  exportDonationAdjustments: (call) =>
    exportCsv(call, {
      name: "refunds",
      columns: adjustmentColumns,
      totals: [{ label: (count) => `Total of ${count}`, includes: () => true }],
      open: (sql) => openAdjustmentList(sql, call.query),
    }),
  listDonationMonths: ({ asAdminReader }) => asAdminReader(listDonationMonths),
});
