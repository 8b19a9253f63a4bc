import type { AdminApplication } from "../data/volunteer-applications/resource.ts";
import type { Qualification } from "../data/volunteer-qualifications/resource.ts";
import type { DirectoryEntry, VolunteerRecord } from "../data/volunteers/resource.ts";
import type { VolunteerMergeSide } from "../data/volunteer-merges/mutations.ts";
import { anId, homeData } from "./builders.ts";
import { pagesOf, type fakeApi, type FakeCall, type FakeResponse } from "./fake-api.ts";

export const anApplication = (overrides: Partial<AdminApplication> = {}): AdminApplication => ({
  id: anId(),
  firstName: "Dana",
  lastName: "Newcomer",
  email: "dana@example.org",
  phone: "(817) 555-0100",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  availability: "weekday-evenings",
  interests: "Driving the van",
  createdAt: "2026-11-19T18:00:00Z",
  status: "pending",
  reviewNotes: null,
  isEntered: false,
  reviewedBy: null,
  reviewedAt: null,
  volunteerId: null,
  awaitsActivation: false,
  isClosed: false,
  isEmptied: false,
  match: null,
  wantedEvent: null,
  sameAddress: [],
  ...overrides,
});

export const aVolunteer = (overrides: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: anId(),
  name: "Grace Turner",
  email: "grace@example.org",
  contactEmail: null,
  phone: "(817) 555-0101",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  availability: "weekday-evenings",
  openingHours: 0,
  totalHours: 42.5,
  packagesHelped: 1200,
  isActive: true,
  since: "2026-03-02",
  createdAt: "2026-03-02T18:00:00Z",
  accountId: anId(),
  awaitsActivation: false,
  ...overrides,
});

/** Responds to administrators with these applications, and to everyone else with their counts. */
export const applicationsOf =
  (applications: readonly AdminApplication[], total = applications.length) =>
  ({ headers }: FakeCall): FakeResponse =>
    headers.has("authorization")
      ? { body: applications, total }
      : { body: applicationCounts(total) };

/** The counts of applications, which everyone gets except administrators who request the rows. */
export const applicationCounts = (pending = 0, approved = 0, rejected = 0) => [
  { status: "pending", applicationCount: pending },
  { status: "approved", applicationCount: approved },
  { status: "rejected", applicationCount: rejected },
];

/** Responds to administrators with an empty directory, and to everyone else with the counts. */
export const volunteerCounts =
  (volunteerCount: number, activeCount: number) =>
  ({ headers }: FakeCall): FakeResponse => ({
    body: headers.has("authorization") ? [] : [{ volunteerCount, activeCount }],
  });

export const aVolunteerRecord = (overrides: Partial<VolunteerRecord> = {}): VolunteerRecord => ({
  id: anId(),
  accountId: anId(),
  name: "Grace Turner",
  firstName: "Grace",
  lastName: "Turner",
  email: "grace@example.org",
  contactEmail: null,
  formerEmails: [],
  phone: "(817) 555-0101",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  availability: "weekends",
  interests: "Packing and letters",
  emergencyContactName: "Ben Turner",
  emergencyContactPhone: "(817) 555-0143",
  notes: "Asks for mornings.",
  tags: ["CPR", "drives a van"],
  wantsNews: true,
  openingHours: 0,
  totalHours: 5.5,
  packagesHelped: 40,
  isActive: true,
  isImported: false,
  since: "2026-03-02",
  createdAt: "2026-03-02T18:00:00Z",
  updatedAt: "2026-11-01T15:00:00Z",
  login: {
    state: "open",
    lastLoginAt: "2026-11-18T15:00:00Z",
    waitingApplicationId: null,
    outdatedEmail: null,
  },
  months: [
    { month: "2026-10", hours: 3, shifts: 1 },
    { month: "2026-09", hours: 2.5, shifts: 1 },
  ],
  waitlistEntries: [],
  donor: null,
  ...overrides,
});

export const aQualification = (overrides: Partial<Qualification> = {}): Qualification => ({
  id: anId(),
  volunteerId: anId(),
  kind: "waiver",
  label: null,
  completedOn: "2025-12-20",
  expiresOn: null,
  createdAt: "2025-12-20T15:00:00Z",
  updatedAt: "2025-12-20T15:00:00Z",
  isLapsing: false,
  hasLapsed: false,
  ...overrides,
});

/** Responses for a volunteer's page, to pass to `fakeApi`. Every list is empty. */
export const volunteerPageReads = (volunteer: VolunteerRecord) =>
  ({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteers/:id": { body: volunteer },
    "GET /api/attendance": pagesOf([]),
    "GET /api/volunteer-qualifications": pagesOf([]),
    "GET /api/hour-entries": pagesOf([]),
    "GET /api/volunteer-applications": pagesOf([]),
    "GET /api/volunteer-merges": { body: [] },
    "GET /api/admin/volunteer-highlights/all": pagesOf([]),
    "GET /api/email-outbox": pagesOf([]),
  }) satisfies Parameters<typeof fakeApi>[0];

export const aVolunteerMergeSide = (
  overrides: Partial<VolunteerMergeSide> = {},
): VolunteerMergeSide => ({
  id: crypto.randomUUID(),
  updatedAt: "2026-11-01T15:00:00Z",
  createdAt: "2025-03-01T15:00:00Z",
  name: "Grace Turner",
  email: "grace@example.org",
  contactEmail: null,
  phone: null,
  zipCode: null,
  city: null,
  state: null,
  availability: null,
  interests: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  notes: null,
  tags: [],
  isActive: true,
  login: { email: "grace@example.org", isSetUp: true, lastLoginAt: null },
  totalHours: 4,
  openingHours: 0,
  packagesHelped: 40,
  registrationCount: 2,
  waitingCount: 0,
  highlightCount: 0,
  qualificationCount: 0,
  addresses: ["grace@example.org"],
  ...overrides,
});
