import type { ApiOutput } from "../lib/api/api-client.ts";
import type { AdminDonation, DonationRecord } from "../data/donations/resource.ts";
import type { DonorMergeSide } from "../data/donor-merges/mutations.ts";
import type { DonorTask } from "../data/donor-tasks/resource.ts";
import type { DonorChoice, DonorRecord } from "../data/donors/resource.ts";
import type { NoncashDonation } from "../data/noncash-donations/resource.ts";
import type { ListedRecurringDonation } from "../data/recurring-donations/resource.ts";
import type { Tribute } from "../data/tributes/resource.ts";

type Donor = ApiOutput<"GET /api/donors-consolidated", "admin">[number];

export const donor = (overrides: Partial<Donor> = {}): Donor => ({
  id: crypto.randomUUID(),
  firstName: "Ann",
  lastName: "Kim",
  email: "ann@example.org",
  totalAmount: "5000.00",
  donationCount: 3,
  isRecurring: false,
  lastDonationDate: "2026-11-01T12:00:00Z",
  ...overrides,
});

export const aDonorChoice = (overrides: Partial<DonorChoice> = {}): DonorChoice => ({
  id: crypto.randomUUID(),
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.org",
  zipCode: null,
  lastDonationAt: null,
  ...overrides,
});

export const aDonorRecord = (overrides: Partial<DonorRecord> = {}): DonorRecord => ({
  id: crypto.randomUUID(),
  firstName: "Priya",
  lastName: "Nair",
  addressee: null,
  salutation: null,
  email: "priya@example.org",
  phone: null,
  address: null,
  notes: null,
  tags: [],
  createdAt: "2025-03-01T15:00:00Z",
  updatedAt: "2026-11-01T15:00:00Z",
  totalAmount: 375,
  donationCount: 4,
  firstDonationAt: "2025-03-01T15:00:00Z",
  lastDonationAt: "2026-11-01T15:00:00Z",
  printedStatements: [],
  years: [
    { year: 2026, total: 75, giftCount: 1, hasStatement: true },
    { year: 2025, total: 300, giftCount: 3, hasStatement: true },
  ],
  softCredits: [],
  noncashDonations: [],
  recurringDonations: [],
  merges: [],
  formerDetails: [],
  otherAddresses: [],
  volunteer: null,
  ...overrides,
});

export const aDonorTask = (overrides: Partial<DonorTask> = {}): DonorTask => ({
  id: crypto.randomUUID(),
  donorId: crypto.randomUUID(),
  donorName: "Priya Nair",
  isCall: false,
  text: "Call in March",
  dueOn: "2026-11-01",
  isDue: true,
  isDone: false,
  doneAt: null,
  doneBy: null,
  createdBy: "admin",
  createdAt: "2026-10-01T15:00:00Z",
  updatedAt: "2026-10-01T15:00:00Z",
  ...overrides,
});

export const aRecurringDonation = (
  overrides: Partial<DonorRecord["recurringDonations"][number]> = {},
): DonorRecord["recurringDonations"][number] => ({
  id: crypto.randomUUID(),
  amount: 25,
  status: "active",
  startedAt: "2025-03-01T15:00:00Z",
  nextChargeAt: "2026-12-01T15:00:00Z",
  endsAt: null,
  canceledAt: null,
  isDemo: false,
  hasBillingPortal: false,
  cancelReason: null,
  canceledBy: null,
  isEndedUnpaid: false,
  failureCode: null,
  ...overrides,
});

/** A recurring donation, as the list of monthly gifts shows it. */
export const aListedRecurringDonation = (
  overrides: Partial<ListedRecurringDonation> = {},
): ListedRecurringDonation => ({
  ...aRecurringDonation(),
  donorId: crypto.randomUUID(),
  firstName: "Priya",
  lastName: "Nair",
  email: "priya@example.org",
  ...overrides,
});

/** A donation, as its dialog receives it. */
export const aDonationRecord = (
  donation: AdminDonation,
  overrides: Partial<DonationRecord> = {},
): DonationRecord => ({
  ...donation,
  receiptNumber: null,
  softCreditDonor: null,
  depositId: null,
  tribute: null,
  voidReason: null,
  isReceiptMailed: false,
  isReceiptOutdated: false,
  receiptPrintedAt: null,
  importedFrom: null,
  replaces: null,
  replacedBy: null,
  ...overrides,
});

/** A donor, as the preview of a merge shows it. */
export const aDonorMergeSide = (overrides: Partial<DonorMergeSide> = {}): DonorMergeSide => ({
  id: crypto.randomUUID(),
  updatedAt: "2026-11-01T15:00:00Z",
  createdAt: "2025-03-01T15:00:00Z",
  firstName: "Priya",
  lastName: "Nair",
  email: "priya@example.org",
  phone: null,
  address: null,
  notes: null,
  tags: [],
  donationCount: 1,
  totalAmount: 50,
  recurringDonationCount: 0,
  noncashDonationCount: 0,
  softCreditCount: 0,
  addresses: ["priya@example.org"],
  ...overrides,
});

/** A card that is waiting to be printed. */
export const aTribute = (overrides: Partial<Tribute> = {}): Tribute => ({
  id: crypto.randomUUID(),
  donationId: crypto.randomUUID(),
  donorId: crypto.randomUUID(),
  donorName: null,
  givenBy: "Ann Lee",
  honoree: "Sgt. Paul Yates",
  isMemorial: true,
  recipientName: "Ruth",
  recipientEmail: null,
  recipientAddress: "1 Main Street\nAustin, TX 78701",
  message: "We miss him.",
  sendOn: "2026-12-01",
  state: "waiting",
  stopReason: null,
  leftAt: null,
  updatedAt: "2026-11-01T15:00:00.000Z",
  ...overrides,
});

export const aNoncashDonation = (overrides: Partial<NoncashDonation> = {}): NoncashDonation => ({
  id: crypto.randomUUID(),
  donorId: crypto.randomUUID(),
  firstName: "Priya",
  lastName: "Nair",
  email: "priya@example.org",
  kind: "stock",
  description: "Apple Inc. (AAPL)",
  shares: 40,
  receivedOn: "2026-10-20",
  note: null,
  estimatedValue: null,
  updatedAt: "2026-11-01T15:00:00.000Z",
  isDemo: true,
  saleId: null,
  voidedAt: null,
  voidReason: null,
  isLetterMailed: true,
  replaces: null,
  replacedBy: null,
  createdAt: "2026-10-20T15:00:00Z",
  ...overrides,
});
