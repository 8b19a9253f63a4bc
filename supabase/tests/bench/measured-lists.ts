import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import {
  DONATION_STATUSES,
  DONOR_SEGMENTS,
  HOUR_ENTRY_STATUSES,
} from "../../functions/_shared/contracts/choices.ts";

/** An event of `big-data.sql` with 400 participants. */
export const ROSTER_EVENT_ID = "5b1f0c6e-3000-4000-8000-000000003000";

export interface MeasuredList {
  readonly name: string;
  readonly size: number;
  readonly operation: OperationName;
  /** Filters that every measured query has. */
  readonly query?: object;
  readonly filters: Readonly<Record<string, object>>;
  readonly searches: Readonly<Record<string, string>>;
  /** The target for the first page, if it differs from that of the other lists. */
  readonly firstPageTarget?: number;
  /** Why the list calls functions for each row of a page, if it does (`supabase/tests/plans`). */
  readonly callsPerRow?: string;
}

const personSearches = {
  "no match": "zzyzx",
  "one address": "olga.lindwood3654@mail0.example.org",
  "first and last name": "olga lindwood",
  "last and first name": "Lindwóod, Olga",
  "a letter and a name": "o lindwood",
  "a last name": "lindwood",
  "a first name": "olga",
  "two letters": "an",
  "two letters, no match": "qx",
};

const textSearches = {
  "no match": "zzyzx",
  "one entry": "olga 4711",
  "a word": "chaplain",
  "a word in every entry": "package",
  "two letters": "ch",
  "two letters, no match": "qx",
};

const createStatusFilters = (...names: string[]) =>
  Object.fromEntries(names.map((status) => [status, { status }]));
const monthFilter = { from: "2026-03-01", to: "2026-03-31" };

export const measuredLists: readonly MeasuredList[] = [
  {
    name: "donations",
    size: 1_000_000,
    operation: "listDonations",
    filters: {
      ...createStatusFilters(...DONATION_STATUSES, "all"),
      "recurring donations": { isRecurring: true },
      "one-time donations": { isRecurring: false },
      "one month": monthFilter,
      "one year": { from: "2025-01-01", to: "2025-12-31" },
      "one month's refunds": { ...monthFilter, status: "refunded" },
      "recurring donations, failed": { status: "failed", isRecurring: true },
    },
    searches: personSearches,
  },
  {
    name: "refunds",
    size: 40_000,
    operation: "listDonationAdjustments",
    filters: { refund: { kind: "refund" }, "one month": monthFilter },
    searches: personSearches,
  },
  {
    name: "donors",
    size: 250_000,
    operation: "listConsolidatedDonors",
    filters: {
      ...Object.fromEntries(DONOR_SEGMENTS.map((segment) => [segment, { segment }])),
      "at least $1,000": { minTotal: 1000 },
      "no statement to email": { noStatement: "2025_by_email" },
      "few statements left to email": { noStatement: "2024_by_email" },
      "no statement to print": { noStatement: "2025_to_print" },
    },
    searches: personSearches,
  },
  {
    name: "donors without donations",
    size: 100_000,
    operation: "listConsolidatedDonors",
    query: { segment: "no_donations" },
    filters: {},
    searches: personSearches,
  },
  {
    name: "donors to choose from",
    size: 350_000,
    operation: "listDonors",
    filters: {},
    searches: personSearches,
  },
  {
    name: "applications",
    size: 100_000,
    operation: "listVolunteerApplications",
    filters: createStatusFilters("pending", "approved", "rejected"),
    searches: personSearches,
    firstPageTarget: 5,
    callsPerRow: "Each pending application of a known address is compared with the volunteers.",
  },
  {
    name: "emails",
    size: 200_000,
    operation: "listEmailOutbox",
    filters: {
      ...createStatusFilters("queued", "failed", "sent"),
      "one type": { templateName: "Event Reminder" },
      "one type, failed": { templateName: "Event Reminder", status: "failed" },
      "a donor without emails": { donorId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
    },
    searches: personSearches,
    callsPerRow: "Each email about a donation is compared with the donor's name.",
  },
  {
    name: "audit log",
    size: 200_000,
    operation: "listAuditLog",
    filters: {
      "one table": { tableName: "volunteers" },
      "someone with no entries": { actorId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
      "a rarely changed table": { tableName: "settings" },
      deletions: { action: "delete" },
      "by people": { by: "people" },
      "by the site": { by: "site" },
      "one month": monthFilter,
    },
    searches: {
      "no match": "zzyzx",
      "a table": "settings",
      "a person": "admin",
      "two letters": "ev",
    },
  },
  {
    name: "volunteers",
    size: 10_000,
    operation: "listVolunteers",
    filters: { active: { isActive: true }, disabled: { isActive: false } },
    searches: personSearches,
  },
  {
    name: "volunteer accounts",
    size: 10_000,
    operation: "listVolunteerAccounts",
    filters: { active: { isActive: true }, disabled: { isActive: false } },
    searches: personSearches,
  },
  {
    name: "stories",
    size: 50_000,
    operation: "listAllTestimonials",
    filters: { published: { isActive: true }, waiting: { isActive: false } },
    searches: textSearches,
  },
  {
    name: "highlights",
    size: 50_000,
    operation: "listAllHighlights",
    filters: { published: { isPublished: true }, waiting: { isPublished: false } },
    searches: {
      ...textSearches,
      "of one volunteer": "olga lindwood",
      "of everybody so called": "olga",
    },
  },
  {
    name: "attendance of a week",
    size: 400,
    operation: "listAttendance",
    filters: {},
    searches: personSearches,
  },
  {
    name: "a roster",
    size: 400,
    operation: "listAttendance",
    query: { eventId: ROSTER_EVENT_ID },
    filters: { present: { attendance: "confirmed" } },
    searches: personSearches,
  },
  {
    name: "hours outside shifts",
    size: 50_000,
    operation: "listHourEntries",
    filters: createStatusFilters(...HOUR_ENTRY_STATUSES),
    searches: { ...personSearches, "an activity": "warehouse" },
  },
  {
    name: "events with counts",
    size: 5000,
    operation: "listEventsWithCounts",
    filters: {
      upcoming: { when: "upcoming" },
      "under way, not canceled": { when: "ongoing", isActive: true },
      past: { when: "past" },
      "of a type": { eventType: "Fundraiser" },
      "of a type, upcoming": { eventType: "Fundraiser", when: "upcoming" },
    },
    searches: {
      "no match": "zzyzx",
      "one address": "4711 ",
      "a type": "food drive",
      street: "stre",
    },
    firstPageTarget: 8,
  },
];
