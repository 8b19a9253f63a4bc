import { z } from "zod";
import { DONATION_METHODS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  flag,
  id,
  idParams,
  line,
  message,
  positiveDollars,
  text,
  timestamp,
} from "./fields.ts";
import { lateReason } from "./late-reason.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { anyway, receivedDay } from "./usual-days.ts";
import { version } from "./versions.ts";

const deposit = z.object({
  id,
  depositedOn: date,
  /** The total on the deposit slip. */
  slipTotal: decimal,
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  isDemo: z.boolean(),
  closedAt: timestamp.nullable(),
  /** Why an owner last opened the deposit again. */
  reopenReason: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const listedDeposit = deposit.extend({
  donationCount: count,
  /** The total of the donations, without offsetting entries. */
  deposited: decimal,
});

/**
 * A donation in a deposit, or an offsetting entry that was added because a donation was voided or corrected after the
 * deposit was closed.
 */
const depositEntry = z.object({
  donationId: id,
  donorName: z.string(),
  method: z.enum(DONATION_METHODS),
  reference: z.string().nullable(),
  /** Negative for a void. */
  amount: decimal,
  date,
  isOffsettingEntry: z.boolean(),
  reason: z.string().nullable(),
});

const depositRecord = listedDeposit.extend({
  /** The total of all entries, including offsetting entries. */
  total: decimal,
  entries: z.array(depositEntry),
});

const writableFields = z.strictObject({
  ...anyway,
  depositedOn: receivedDay,
  slipTotal: positiveDollars,
  /** The number on the deposit slip. */
  reference: line(50, 0).nullable(),
  notes: text(1000, 0).nullable(),
  lateReason,
});

const writes = writeEndpoints("/api/deposits", deposit);

const listDeposits = listEndpoint({
  path: "/api/deposits",
  summary: "Bank deposits, latest first",
  sorts: ["-depositedOn", "depositedOn", "-slipTotal", "slipTotal"],
  searchedFields: "reference and notes",
  filters: { isDemo: flag },
  item: listedDeposit,
});

export const depositEndpoints = adminEndpoints("giving", {
  listDeposits,
  exportDeposits: exportEndpoint("/api/deposits/export", listDeposits),
  getDeposit: {
    method: "GET",
    path: "/api/deposits/:id",
    summary: "One deposit with its donations",
    params: idParams,
    output: depositRecord,
  },
  downloadDepositSlip: {
    method: "GET",
    path: "/api/deposits/:id/slip",
    summary: "A deposit's checks, cash and total, as a PDF to take to the bank",
    params: idParams,
    output: "file",
  },
  listUndepositedDonations: {
    method: "GET",
    path: "/api/undeposited-donations",
    summary: "The latest 200 checks and cash donations that aren't in a deposit",
    output: z.array(depositEntry.omit({ isOffsettingEntry: true, reason: true })),
  },
  createDeposit: writes.create(
    "Add a deposit",
    writableFields.partial().required({ depositedOn: true, slipTotal: true }),
  ),
  updateDeposit: writes.update("Change an open deposit", writableFields.partial().extend(version)),
  deleteDeposit: writes.remove("Delete an open deposit without donations"),
  closeDeposit: {
    method: "POST",
    path: "/api/deposits/:id/close",
    summary: "Close a deposit if its donations add up to the slip's total",
    params: idParams,
    output: depositRecord,
  },
  reopenDeposit: {
    method: "POST",
    path: "/api/deposits/:id/reopen",
    area: "owner",
    summary: "Open a closed deposit again, with a reason",
    params: idParams,
    body: z.strictObject({ reason: line(500) }),
    output: depositRecord,
  },
  moveToDeposit: {
    method: "PUT",
    path: "/api/donations/:id/deposit",
    summary: "Add a recorded donation to an open deposit, or remove it",
    params: idParams,
    body: z.strictObject({ depositId: id.nullable() }),
    output: message,
  },
});
