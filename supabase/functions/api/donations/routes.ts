import { donationEndpoints } from "../../_shared/contracts/donations.ts";
import { AppError } from "../../_shared/errors.ts";
import { findAdminDonation } from "../../_shared/donations/queries/admin-donation.ts";
import {
  correctDonation,
  recordDonation,
  voidDonation,
} from "../../_shared/donations/queries/recorded-donations.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { createReceiptResponse } from "../../_shared/http/pdf-response.ts";
import { type CsvColumn, type CsvTotal, createTimestampColumns } from "../../_shared/rules/csv.ts";
import { centsToDollars } from "../../_shared/rules/money.ts";
import {
  type ExportedDonor,
  listConsolidatedDonors,
  openDonorList,
} from "./queries/list-donors.ts";
import {
  donationWrites,
  type ExportedDonation,
  findDonation,
  findReceipt,
  listDonations,
  listDonationSources,
  listDonationTrends,
  listRecentDonations,
  listRecentDonors,
  openDonationList,
  readDonationSums,
  readDonationTotals,
  reissueReceipt,
} from "./queries/read-donations.ts";

const donationColumns: readonly CsvColumn<ExportedDonation>[] = [
  { heading: "Date", cell: ({ givenOn }) => givenOn },
  {
    heading: "Time",
    cell: ({ completedAt, processingAt, createdAt }, clock) =>
      clock.time(completedAt ?? processingAt ?? createdAt),
  },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Amount", cell: ({ amount }) => amount, isSummed: true },
  { heading: "Fee covered", cell: ({ feeCovered }) => feeCovered, isSummed: true },
  {
    heading: "Refunded or taken back",
    cell: ({ adjustedAmount }) => adjustedAmount,
    isSummed: true,
  },
  {
    heading: "After refunds",
    cell: ({ amount, adjustedAmount }) =>
      centsToDollars(Math.round((amount - adjustedAmount) * 100)),
    isSummed: true,
  },
  { heading: "Method", cell: ({ method }) => method },
  { heading: "Reference", cell: ({ reference }) => reference },
  { heading: "Monthly", cell: ({ isRecurring }) => isRecurring },
  { heading: "Status", cell: ({ status }) => status },
  {
    heading: "Charge date",
    cell: ({ method, completedAt }, clock) =>
      method === "online" ? clock.date(completedAt) : null,
  },
  { heading: "Deposit", cell: ({ depositedOn }) => depositedOn },
  { heading: "Credited person", cell: ({ creditedPerson }) => creditedPerson },
  { heading: "Credited person's ID", cell: ({ softCreditDonorId }) => softCreditDonorId },
  { heading: "Note", cell: ({ note }) => note },
  { heading: "In honor of", cell: ({ inHonorOf, isMemorial }) => (isMemorial ? null : inHonorOf) },
  { heading: "In memory of", cell: ({ inHonorOf, isMemorial }) => (isMemorial ? inHonorOf : null) },
  { heading: "Source", cell: ({ source }) => source },
  { heading: "Anonymous", cell: ({ isAnonymous }) => isAnonymous },
  { heading: "Fraud warning", cell: ({ isFraudWarned }) => isFraudWarned },
  { heading: "Demo", cell: ({ isDemo }) => isDemo },
  { heading: "Receipt number", cell: ({ receiptNumber }) => receiptNumber },
  { heading: "Charge", cell: ({ stripeChargeId }) => stripeChargeId },
  { heading: "Payment", cell: ({ stripePaymentIntentId }) => stripePaymentIntentId },
  { heading: "Donor ID", cell: ({ donorId }) => donorId },
  { heading: "ID", cell: ({ id }) => id },
];

const donorColumns: readonly CsvColumn<ExportedDonor>[] = [
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Phone", cell: ({ phone }) => phone },
  { heading: "Address", cell: ({ address }) => address },
  { heading: "Addressee", cell: ({ addressee }) => addressee },
  { heading: "Salutation", cell: ({ salutation }) => salutation },
  { heading: "Tags", cell: ({ tags }) => (tags as readonly string[]).join(", ") },
  { heading: "Notes", cell: ({ notes }) => notes },
  { heading: "Total", cell: ({ totalAmount }) => Number(totalAmount), isSummed: true },
  { heading: "Donations", cell: ({ donationCount }) => donationCount, isSummed: "count" },
  { heading: "Monthly", cell: ({ isRecurring }) => isRecurring },
  ...createTimestampColumns<ExportedDonor>(
    ["Last donation", "Time"],
    ({ lastDonationDate }) => lastDonationDate,
  ),
  { heading: "ID", cell: ({ id }) => id },
];

/** Pending, failed and voided donations are counted on their own lines, because no money came in for them. */
const donationTotals: readonly CsvTotal<ExportedDonation>[] = [
  {
    label: (count) => `Total of ${count} completed`,
    includes: ({ status }) => !["pending", "failed", "voided"].includes(status),
  },
  { label: (count) => `Pending: ${count}`, includes: ({ status }) => status === "pending" },
  { label: (count) => `Failed: ${count}`, includes: ({ status }) => status === "failed" },
  { label: (count) => `Voided: ${count}`, includes: ({ status }) => status === "voided" },
];

/** The database doesn't know that the body has the card's day in an object of its own. */
function nameCardDay(error: unknown): never {
  if (!(error instanceof Error && "constraint_name" in error && "hint" in error)) throw error;
  if (error.constraint_name !== "tributes_send_on_check") throw error;
  const issues = [{ path: "tribute.sendOn", message: String(error.hint) }];
  throw new AppError("validation_failed", { issues, cause: error });
}

export default implement(donationEndpoints, {
  listDonations: ({ asAdminReader, query }) => asAdminReader((sql) => listDonations(sql, query)),
  exportDonations: (call) =>
    exportCsv(call, {
      name: "donations",
      columns: donationColumns,
      totals: donationTotals,
      open: (sql) => openDonationList(sql, call.query),
    }),
  readDonationSums: ({ asAdminReader, query }) =>
    asAdminReader((sql) => readDonationSums(sql, query)),
  getDonation: async ({ asAdminReader, params: { id } }) =>
    requireFound(await asAdminReader((sql) => findDonation(sql, id))),
  recordDonation: ({ asCaller, body, once, services }) =>
    asCaller((sql) =>
      once(sql, async () => {
        const isDemo = shouldRecordDemoMoney(services);
        return requireFound(
          await findAdminDonation(sql, await recordDonation(sql, body, isDemo).catch(nameCardDay)),
        );
      }),
    ),
  correctDonation: ({ asCaller, params: { id }, body, once }) =>
    asCaller((sql) =>
      once(sql, async () =>
        requireFound(
          await findAdminDonation(sql, await correctDonation(sql, id, body).catch(nameCardDay)),
        ),
      ),
    ),
  updateDonation: writeHandlers(donationWrites, "donation").update,
  voidDonation: async ({ asCaller, params: { id }, body: { reason } }) =>
    asCaller(async (sql) => {
      await voidDonation(sql, id, reason);
      return requireFound(await findAdminDonation(sql, id));
    }),
  reissueReceipt: async ({ asCaller, params: { id } }) => {
    await asCaller((sql) => reissueReceipt(sql, id));
    return { message: "The corrected receipt is on its way" };
  },
  downloadDonationReceipt: async (call) => {
    const receipt = await call.asAdminReader((sql) => findReceipt(sql, call.params.id));
    return createReceiptResponse(call, requireFound(receipt));
  },
  listRecentDonations: ({ asCaller, caller, query: { limit } }) =>
    asCaller((sql) =>
      caller.kind === "admin" ? listRecentDonations(sql, limit) : listRecentDonors(sql, limit),
    ),
  listConsolidatedDonors: async ({ asAdminReader, asCaller, caller, query }) => {
    if (caller.kind === "admin") {
      return asAdminReader((sql) => listConsolidatedDonors(sql, query));
    }
    const totals = await asCaller(readDonationTotals);
    return [{ ...totals, totalAmount: totals.totalAmount.toFixed(2) }];
  },
  exportConsolidatedDonors: (call) =>
    exportCsv(call, {
      name: "donors",
      columns: donorColumns,
      totals: [{ label: (count) => `Total of ${count} donors`, includes: () => true }],
      open: (sql) => openDonorList(sql, call.query),
    }),
  listDonationSources: ({ asCaller }) => asCaller(listDonationSources),
  listDonationTrends: ({ asCaller }) => asCaller(listDonationTrends),
});
