import { noncashDonationEndpoints } from "../../_shared/contracts/noncash-donations.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { createPdfResponse, nameFile } from "../../_shared/http/pdf-response.ts";
import { createNoncashText } from "../../_shared/rules/noncash-documents.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import type { CsvColumn, CsvTotal } from "../../_shared/rules/csv.ts";
import {
  correctNoncashDonation,
  type ExportedNoncashDonation,
  findNoncashDocument,
  findNoncashDonation,
  listNoncashDonations,
  openNoncashList,
  recordNoncashDonation,
  recordStockSale,
  updateNoncashDonation,
  voidNoncashDonation,
} from "./queries.ts";

const noncashColumns: readonly CsvColumn<ExportedNoncashDonation>[] = [
  { heading: "Date", cell: ({ receivedOn }) => receivedOn },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Kind", cell: ({ kind }) => kind },
  { heading: "Description", cell: ({ description }) => description },
  { heading: "Shares", cell: ({ shares }) => shares },
  {
    heading: "Our estimate",
    cell: ({ estimatedValue }) => estimatedValue,
    isSummed: true,
  },
  { heading: "Sold", cell: ({ saleId }) => saleId !== null },
  { heading: "Voided", cell: ({ voidedAt }) => voidedAt !== null },
  { heading: "Note", cell: ({ note }) => note },
  { heading: "Demo", cell: ({ isDemo }) => isDemo },
  { heading: "ID", cell: ({ id }) => id },
];

/** As Schedule M of Form 990 wants them: how many gifts of each kind, and what they are worth by our estimate. */
const noncashTotals: readonly CsvTotal<ExportedNoncashDonation>[] = [
  {
    label: (count) => `Total of ${count} goods`,
    includes: ({ kind, voidedAt }) => kind === "goods" && voidedAt === null,
  },
  {
    label: (count) => `Total of ${count} stock`,
    includes: ({ kind, voidedAt }) => kind === "stock" && voidedAt === null,
  },
  { label: (count) => `Voided: ${count}`, includes: ({ voidedAt }) => voidedAt !== null },
];

export default implement(noncashDonationEndpoints, {
  listNoncashDonations: ({ asCaller, query }) =>
    asCaller((sql) => listNoncashDonations(sql, query)),
  exportNoncashDonations: (call) =>
    exportCsv(call, {
      name: "noncash-donations",
      columns: noncashColumns,
      totals: noncashTotals,
      open: (sql) => openNoncashList(sql, call.query),
    }),
  recordNoncashDonation: ({ asCaller, body, once, services }) =>
    asCaller((sql) =>
      once(sql, async () => {
        const isDemo = shouldRecordDemoMoney(services);
        const id = await recordNoncashDonation(sql, body, isDemo);
        return requireFound(await findNoncashDonation(sql, id));
      }),
    ),
  recordStockSale: ({ asCaller, params: { id }, body, once }) =>
    asCaller((sql) =>
      once(sql, async () => {
        await recordStockSale(sql, id, body);
        return requireFound(await findNoncashDonation(sql, id));
      }),
    ),
  correctNoncashDonation: ({ asCaller, params: { id }, body, once }) =>
    asCaller((sql) =>
      once(sql, async () =>
        requireFound(await findNoncashDonation(sql, await correctNoncashDonation(sql, id, body))),
      ),
    ),
  updateNoncashDonation: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateNoncashDonation(sql, id, body)), "gift"),
  voidNoncashDonation: ({ asCaller, params: { id }, body: { reason } }) =>
    asCaller(async (sql) => {
      await voidNoncashDonation(sql, id, reason);
      return requireFound(await findNoncashDonation(sql, id));
    }),
  downloadNoncashLetter: async (call) => {
    const found = await call.asAdminReader((sql) => findNoncashDocument(sql, call.params.id));
    const letter = requireFound(found);
    return createPdfResponse(
      call,
      (thanks) => createNoncashText(letter, thanks),
      nameFile(`letter-${letter.date}`, letter),
    );
  },
});
