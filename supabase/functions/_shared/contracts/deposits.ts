import { z } from "zod";
import { DONATION_METHODS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  id,
  idParams,
  line,
  message,
  positiveDollars,
  text,
  timestamp,
} from "./fields.ts";
import { listEndpoint } from "./list.ts";
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
  depositedOn: date,
  slipTotal: positiveDollars,
  /** The number on the deposit slip. */
  reference: line(50, 0).nullable(),
  notes: text(1000, 0).nullable(),
});

const writes = writeEndpoints("/api/deposits", deposit);

export const depositEndpoints = adminEndpoints("giving", {
  listDeposits: listEndpoint({
    path: "/api/deposits",
    summary: "Bank deposits, latest first",
    sorts: ["-depositedOn", "depositedOn", "-slipTotal", "slipTotal"],
    searchedFields: "reference and notes",
    item: listedDeposit,
  }),
  getDeposit: {
    method: "GET",
    path: "/api/deposits/:id",
    summary: "One deposit with its donations",
    params: idParams,
    output: depositRecord,
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
  moveToDeposit: {
    method: "PUT",
    path: "/api/donations/:id/deposit",
    summary: "Add a recorded donation to an open deposit, or remove it",
    params: idParams,
    body: z.strictObject({ depositId: id.nullable() }),
    output: message,
  },
});
