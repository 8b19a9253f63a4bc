import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import {
  MARK,
  NEW_IMPORT,
  addImport,
  addCorrectedDonor,
  addDeposit,
  addAuditedDonor,
  addDonorToCall,
  addNoncashDonation,
  addRecordedDonation,
  addRecurringDonation,
  addTribute,
  uniqueName,
} from "./audited-rows.ts";
import { sql } from "./stack.ts";

/** A write and its audit entries. */
export interface Write {
  /** Creates the row that the path names and returns its id. */
  readonly createRow?: () => Promise<string>;
  readonly key?: string;
  readonly body?: (token: string, id: string) => object | Promise<object>;
  /** The audit entries that the write adds. */
  readonly auditEntries: readonly string[];
}

/** Writes to donors and their donations. */
export const auditedDonationWrites: Partial<Record<OperationName, Write>> = {
  createDonor: {
    body: () => ({ firstName: "Ada", email: `${uniqueName()}@${MARK}.example.org`, notes: MARK }),
    auditEntries: ["insert donors"],
  },
  updateDonor: {
    createRow: addAuditedDonor,
    body: () => ({ firstName: "Ada", email: `${uniqueName()}@example.org` }),
    auditEntries: ["update donors"],
  },
  eraseFormerDetails: {
    createRow: addCorrectedDonor,
    auditEntries: ["delete former_donor_details"],
  },
  recordDonation: {
    body: async () => ({
      donorId: await addAuditedDonor(),
      amount: 5,
      method: "check",
      receivedOn: "2026-01-05",
    }),
    auditEntries: ["insert donations"],
  },
  markTributePrinted: {
    createRow: addTribute,
    body: async (_token, id) => {
      const [{ updatedAt }] = await sql<[{ updatedAt: Date }]>`
        select updated_at as "updatedAt" from public.tributes where id = ${id}`;
      return { updatedAt };
    },
    auditEntries: ["update tributes"],
  },
  stopTribute: { createRow: addTribute, auditEntries: ["update tributes"] },
  startImport: { body: () => NEW_IMPORT, auditEntries: ["insert imports"] },
  discardImport: { createRow: addImport, auditEntries: ["update imports"] },
  createArchive: { body: () => ({ area: "owner" }), auditEntries: ["insert archives"] },
  updateDonation: {
    createRow: addRecordedDonation,
    body: () => ({ note: "For the winter drive" }),
    auditEntries: ["update donations"],
  },
  updateNoncashDonation: {
    createRow: () => addNoncashDonation("goods", null),
    body: () => ({ estimatedValue: "120.50" }),
    auditEntries: ["update noncash_donations"],
  },
  reopenDeposit: {
    createRow: async () => {
      const id = await addDeposit();
      await sql`update public.deposits set closed_at = now() where id = ${id}`;
      return id;
    },
    body: () => ({ reason: "The slip was misread" }),
    auditEntries: ["update deposits"],
  },
  voidDonation: {
    createRow: addRecordedDonation,
    body: () => ({ reason: "Entered twice" }),
    auditEntries: ["update donations"],
  },
  correctDonation: {
    createRow: addRecordedDonation,
    body: async () => ({
      donorId: await addAuditedDonor(),
      amount: 6,
      method: "check",
      receivedOn: "2026-01-05",
      reason: "The amount was misread",
    }),
    auditEntries: ["insert donations", "update donations"],
  },
  moveToDeposit: {
    createRow: addRecordedDonation,
    body: async () => ({ depositId: await addDeposit() }),
    auditEntries: ["update donations"],
  },
  closeDeposit: {
    createRow: async () => {
      const id = await addDeposit();
      const donationId = await addRecordedDonation();
      await sql`update public.donations set deposit_id = ${id} where id = ${donationId}`;
      return id;
    },
    auditEntries: ["update deposits"],
  },
  recordNoncashDonation: {
    body: async () => ({
      donorId: await addAuditedDonor(),
      kind: "goods",
      description: MARK,
      receivedOn: "2026-01-05",
    }),
    auditEntries: ["insert noncash_donations"],
  },
  closeBooks: {
    // Nothing was given then, so closing it keeps no other test from writing.
    body: () => ({ closedThrough: "1950-01-31" }),
    auditEntries: ["insert book_closings"],
  },
  recordThankYouCall: {
    body: async () => ({ donorId: await addDonorToCall() }),
    auditEntries: ["insert donor_tasks"],
  },
  cancelRecurringDonation: {
    createRow: addRecurringDonation,
    body: () => ({ reason: "She asked us to" }),
    auditEntries: ["update subscriptions"],
  },
  recordStockSale: {
    createRow: () => addNoncashDonation("stock", 40),
    body: () => ({ proceeds: 100, soldOn: "2026-01-06" }),
    auditEntries: ["insert donations", "update noncash_donations"],
  },
  correctNoncashDonation: {
    createRow: () => addNoncashDonation("goods", null),
    body: async () => ({
      donorId: await addAuditedDonor(),
      kind: "goods",
      description: MARK,
      receivedOn: "2026-01-05",
      reason: "The date was misread",
    }),
    auditEntries: ["insert noncash_donations", "update noncash_donations"],
  },
  voidNoncashDonation: {
    createRow: () => addNoncashDonation("goods", null),
    body: () => ({ reason: "Entered twice" }),
    auditEntries: ["update noncash_donations"],
  },
};
