import type { Sql } from "../../functions/_shared/clients/database.ts";
import type { Page } from "../../functions/_shared/queries/page.ts";
import { listAuditLog } from "../../functions/api/audit-log/queries.ts";
import { listDonations, listDonors } from "../../functions/api/donations/queries.ts";
import { listEmailOutbox } from "../../functions/api/email-outbox/queries.ts";
import { listEventsWithCounts } from "../../functions/api/events/queries/read-events.ts";
import { listAttendance } from "../../functions/api/volunteer-event-registrations/queries.ts";
import { listVolunteerAccounts } from "../../functions/api/volunteer-accounts/queries.ts";
import { listAllTestimonials } from "../../functions/api/testimonials/queries.ts";
import { listAllHighlights } from "../../functions/api/volunteer-highlights/queries.ts";
import { listVolunteerApplications } from "../../functions/api/volunteer-applications/queries.ts";
import { listVolunteers } from "../../functions/api/volunteers/queries.ts";

/** The query fields that every list accepts. */
export interface ListQuestion {
  readonly limit: number;
  readonly offset: number;
  readonly sort: never;
  readonly cursor?: string;
  readonly search?: string;
}

export interface MeasuredList {
  readonly name: string;
  readonly size: number;
  readonly list: (sql: Sql, query: ListQuestion) => Promise<Page<{ id: string }>>;
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, object>>;
  readonly searches: Readonly<Record<string, string>>;
  /** The bar of the first page in its default order. */
  readonly firstPageBar?: number;
}

const people = {
  "no match": "zzyzx",
  "one address": "olga.lindwood3654@mail0.example.org",
  "first and last name": "olga lindwood",
  "a last name": "lindwood",
  "a first name": "olga",
  "two letters": "an",
  "two letters, no match": "qx",
};

const words = {
  "no match": "zzyzx",
  "one entry": "olga 4711",
  "a word": "chaplain",
  "a word in every entry": "package",
  "two letters": "ch",
  "two letters, no match": "qx",
};

const bothWays = (...sorts: string[]) => sorts.flatMap((sort) => [sort, `-${sort}`]);
const statuses = (...names: string[]) =>
  Object.fromEntries(names.map((status) => [status, { status }]));
const month = { from: "2026-03-01", to: "2026-03-31" };

export const measuredLists: readonly MeasuredList[] = [
  {
    name: "donations",
    size: 1_000_000,
    list: listDonations,
    sorts: bothWays("createdAt", "amount", "lastName"),
    filters: {
      ...statuses("pending", "completed", "failed", "refunded", "partially_refunded", "disputed"),
      "recurring donations": { isRecurring: true },
      "one-time donations": { isRecurring: false },
      "one month": month,
      "one year": { from: "2025-01-01", to: "2025-12-31" },
      "one month's refunds": { ...month, status: "refunded" },
      "recurring donations, failed": { status: "failed", isRecurring: true },
    },
    searches: people,
  },
  {
    name: "donors",
    size: 250_000,
    list: listDonors,
    sorts: bothWays("totalAmount", "lastDonationDate", "lastName"),
    filters: {},
    searches: people,
  },
  {
    name: "applications",
    size: 100_000,
    list: listVolunteerApplications,
    sorts: bothWays("createdAt", "lastName"),
    filters: statuses("pending", "approved", "rejected"),
    searches: people,
    firstPageBar: 5,
  },
  {
    name: "emails",
    size: 200_000,
    list: listEmailOutbox,
    sorts: bothWays("createdAt"),
    filters: {
      ...statuses("queued", "failed", "sent"),
      "one type": { templateName: "Event Reminder" },
      "one type, failed": { templateName: "Event Reminder", status: "failed" },
    },
    searches: people,
  },
  {
    name: "audit log",
    size: 200_000,
    list: listAuditLog,
    sorts: bothWays("occurredAt"),
    filters: {
      "one table": { tableName: "volunteers" },
      "someone with no entries": { actorId: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
      "a rarely changed table": { tableName: "settings" },
      deletions: { action: "delete" },
      "one month": month,
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
    list: listVolunteers,
    sorts: bothWays("name", "createdAt", "totalHours", "packagesHelped"),
    filters: { active: { isActive: true }, disabled: { isActive: false } },
    searches: people,
  },
  {
    name: "volunteer accounts",
    size: 10_000,
    list: listVolunteerAccounts,
    sorts: bothWays("lastName", "createdAt", "lastLoginAt"),
    filters: { active: { isActive: true }, disabled: { isActive: false } },
    searches: people,
  },
  {
    name: "stories",
    size: 50_000,
    list: listAllTestimonials,
    sorts: bothWays("createdAt"),
    filters: { published: { isActive: true }, waiting: { isActive: false } },
    searches: words,
  },
  {
    name: "highlights",
    size: 50_000,
    list: listAllHighlights,
    sorts: bothWays("createdAt"),
    filters: { published: { isPublished: true }, waiting: { isPublished: false } },
    searches: { ...words, "of one volunteer": "olga lindwood", "of everybody so called": "olga" },
  },
  {
    name: "attendance of a week",
    size: 400,
    list: listAttendance,
    sorts: bothWays("lastName", "registeredAt"),
    filters: {},
    searches: people,
  },
  {
    name: "events with counts",
    size: 5000,
    list: listEventsWithCounts,
    sorts: bothWays("date", "eventType"),
    filters: {
      upcoming: { when: "upcoming" },
      "under way, not cancelled": { when: "ongoing", isActive: true },
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
    firstPageBar: 8,
  },
];
