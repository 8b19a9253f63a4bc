import type { AdminApplication } from "../data/volunteer-applications/resource.ts";
import type { DirectoryEntry } from "../data/volunteers/resource.ts";
import { anId } from "./builders.ts";
import type { FakeCall, FakeResponse } from "./fake-api.ts";

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
  awaitsActivation: false,
  isClosed: false,
  isEmptied: false,
  sameAddress: [],
  ...overrides,
});

export const aVolunteer = (overrides: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: anId(),
  name: "Grace Turner",
  email: "grace@example.org",
  phone: "(817) 555-0101",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  availability: "weekday-evenings",
  openingHours: 0,
  totalHours: 42.5,
  packagesHelped: 1200,
  isActive: true,
  createdAt: "2026-03-02T18:00:00Z",
  accountId: anId(),
  awaitsActivation: false,
  ...overrides,
});

/** Responds with these applications to administrators and with the counts to everyone else. */
export const applicationsOf =
  (applications: readonly AdminApplication[], total = applications.length) =>
  ({ headers }: FakeCall): FakeResponse =>
    headers.has("authorization")
      ? { body: applications, total }
      : { body: applicationCounts(total) };

/** The application counts: the response for everyone but an administrator who requests the rows. */
export const applicationCounts = (pending = 0, approved = 0, rejected = 0) => [
  { status: "pending", applicationCount: pending },
  { status: "approved", applicationCount: approved },
  { status: "rejected", applicationCount: rejected },
];
