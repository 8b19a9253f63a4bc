import type { Sql as Connection } from "postgres";
import type { Sql } from "../../functions/_shared/clients/database.ts";
import {
  listDonations,
  listDonationTrends,
  listRecentDonors,
  readDonationTotals,
} from "../../functions/api/donations/queries/read-donations.ts";
import { findDonor } from "../../functions/api/donors/queries.ts";
import {
  findEvent,
  listEvents,
  listOwnEvents,
  listWaitingVolunteers,
} from "../../functions/api/events/queries/read-events.ts";
import { readOverview } from "../../functions/api/overview/queries.ts";
import { readOwnRegistrationTotals } from "../../functions/api/volunteer-event-registrations/queries.ts";
import { listOwnHighlights } from "../../functions/api/volunteer-highlights/queries.ts";
import { readVolunteerReport } from "../../functions/api/volunteer-reports/queries.ts";
import { findVolunteer } from "../../functions/api/volunteers/queries.ts";
import { readList } from "../read-list.ts";
import type { BenchCallers, ReadRole } from "./callers.ts";
import { ROSTER_EVENT_ID } from "./measured-lists.ts";

/** A read that isn't a list, or that is only a part of one. */
export interface MeasuredRead {
  readonly name: string;
  readonly role: ReadRole;
  /** The target, as a multiple of a primary-key lookup. */
  readonly target: number;
  readonly read: (sql: Sql) => Promise<unknown>;
}

const PUBLIC_TARGET = 3;
/** The target is higher, because one call returns all that a page shows. */
const PAGE_TARGET = 5;
export const LIST_TARGET = 20;

const reportPeriods: Readonly<Record<string, { from?: string; to?: string }>> = {
  "all years": {},
  "a year": { from: "2025-01-01", to: "2025-12-31" },
  "parts of months": { from: "2023-03-10", to: "2026-02-20" },
  "since a day": { from: "2022-05-17" },
};

const upcomingQuery = { when: "upcoming", sort: "date", limit: 10, offset: 0 } as const;
const rosterQuery = { eventId: ROSTER_EVENT_ID, sort: "lastName", limit: 100, offset: 0 };

const visitorReads: Readonly<Record<string, MeasuredRead["read"]>> = {
  totals: readDonationTotals,
  "12-month trends": listDonationTrends,
  "10 recent donations": (sql) => listRecentDonors(sql, 10),
  "10 upcoming events": (sql) => listEvents(sql, upcomingQuery),
};

/** What administrators read about many volunteers at once. */
const longReads: readonly MeasuredRead[] = [
  {
    name: "roster of 400 people",
    role: "admin's long lists",
    target: LIST_TARGET,
    read: (sql) =>
      Promise.all([
        findEvent(sql, ROSTER_EVENT_ID),
        listWaitingVolunteers(sql, ROSTER_EVENT_ID),
        readList("listAttendance", sql, rosterQuery),
      ]),
  },
  ...Object.entries(reportPeriods).map(([name, period]) => ({
    name: `report of volunteers: ${name}`,
    role: "admin's long lists" as const,
    target: LIST_TARGET,
    read: (sql: Sql) => readVolunteerReport(sql, period),
  })),
];

export async function createMeasuredReads(
  owner: Connection,
  { volunteer }: BenchCallers,
): Promise<readonly MeasuredRead[]> {
  const [donor] = await owner<[{ id: string }]>`
    select id from public.donor_totals where donation_count > 5 limit 1`;
  const [busiestVolunteer] = await owner<[{ id: string }]>`
    select id from public.volunteers where account_id is not null order by total_hours desc limit 1`;
  const donationQuery = { donorId: donor.id, sort: "-createdAt", limit: 20, offset: 0 } as const;
  return [
    ...Object.entries(visitorReads).map(([name, read]) => ({
      name,
      role: "visitor" as const,
      target: PUBLIC_TARGET,
      read,
    })),
    {
      name: "overview",
      role: "admin's long lists",
      target: PAGE_TARGET,
      read: (sql) => readOverview(sql),
    },
    {
      name: "donor's page",
      role: "admin",
      target: PAGE_TARGET,
      read: (sql) => findDonor(sql, donor.id),
    },
    {
      name: "volunteer's page",
      role: "admin",
      target: PAGE_TARGET,
      read: (sql) => findVolunteer(sql, busiestVolunteer.id),
    },
    {
      name: "donor's donations",
      role: "admin's long lists",
      target: PAGE_TARGET,
      read: (sql) => listDonations(sql, donationQuery),
    },
    {
      name: "volunteer dashboard",
      role: "volunteer",
      target: PAGE_TARGET,
      read: (sql) =>
        Promise.all([
          readOwnRegistrationTotals(sql),
          listOwnEvents(sql),
          listOwnHighlights(sql, volunteer.userId),
        ]),
    },
    ...longReads,
  ];
}
