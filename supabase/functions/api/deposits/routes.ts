import { depositEndpoints } from "../../_shared/contracts/deposits.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement, requireNoun } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { createPdfResponse } from "../../_shared/http/pdf-response.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import { createDepositSlip } from "../../_shared/rules/deposit-slip.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import {
  closeDeposit,
  depositWrites,
  findDeposit,
  listDeposits,
  type ListedDeposit,
  listUndeposited,
  moveToDeposit,
  openDepositList,
  readLetterhead,
  reopenDeposit,
} from "./queries.ts";

const requireDeposit = requireNoun("deposit");

const { update, remove } = writeHandlers(depositWrites, "open deposit", "Deposit deleted");

const depositColumns: readonly CsvColumn<ListedDeposit>[] = [
  { heading: "Date", cell: ({ depositedOn }) => depositedOn },
  { heading: "Slip number", cell: ({ reference }) => reference },
  { heading: "Slip total", cell: ({ slipTotal }) => slipTotal, isSummed: true },
  { heading: "Donations", cell: ({ donationCount }) => donationCount, isSummed: "count" },
  { heading: "Donated", cell: ({ deposited }) => deposited, isSummed: true },
  { heading: "Closed", cell: ({ closedAt }, clock) => clock.date(closedAt) },
  { heading: "Notes", cell: ({ notes }) => notes },
  { heading: "Demo", cell: ({ isDemo }) => isDemo },
  { heading: "ID", cell: ({ id }) => id },
];

export default implement(depositEndpoints, {
  listDeposits: ({ asCaller, query }) => asCaller((sql) => listDeposits(sql, query)),
  getDeposit: async ({ asCaller, params: { id } }) =>
    requireDeposit(await asCaller((sql) => findDeposit(sql, id))),
  exportDeposits: (call) =>
    exportCsv(call, {
      name: "deposits",
      columns: depositColumns,
      totals: [{ label: (count) => `Total of ${count} deposits`, includes: () => true }],
      open: (sql) => openDepositList(sql, call.query),
    }),
  downloadDepositSlip: async (call) => {
    const deposit = requireDeposit(await call.asCaller((sql) => findDeposit(sql, call.params.id)));
    const organization = await call.asAdminReader(readLetterhead);
    const slip = createDepositSlip(deposit, organization);
    return createPdfResponse(call, () => slip, `deposit-${deposit.depositedOn}.pdf`);
  },
  listUndepositedDonations: ({ asAdminReader }) => asAdminReader(listUndeposited),
  createDeposit: ({ asCaller, body, once, services }) =>
    asCaller((sql) =>
      once(sql, () => {
        const isDemo = shouldRecordDemoMoney(services);
        return depositWrites.insert(sql, { ...body, isDemo });
      }),
    ),
  updateDeposit: update,
  deleteDeposit: remove,
  closeDeposit: async ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await closeDeposit(sql, id);
      return requireDeposit(await findDeposit(sql, id));
    }),
  reopenDeposit: async ({ asCaller, params: { id }, body: { reason } }) =>
    asCaller(async (sql) => {
      await reopenDeposit(sql, id, reason);
      return requireDeposit(await findDeposit(sql, id));
    }),
  moveToDeposit: ({ asCaller, params: { id }, body: { depositId } }) =>
    asCaller(async (sql) => {
      await moveToDeposit(sql, id, depositId);
      return { message: depositId === null ? "Donation removed" : "Donation added" };
    }),
});
