import { describe, expect, test } from "vitest";
import { endpointsByNoun } from "#contracts/nouns.ts";
import type { EndpointDefinition } from "#contracts/endpoint.ts";
import type { WriteEffect, WriteKey } from "./mutation.ts";
import type { ReadKey } from "./read-query.ts";
import { toEffect, type WritableResource } from "./resource.ts";
import type { SingleRecord } from "./single-record.ts";

type Noun = keyof typeof endpointsByNoun;

/** Reads that no write makes outdated. */
const NEVER_OUTDATED: Readonly<Partial<Record<ReadKey, string>>> = {
  "GET /api/checkout":
    "The payment provider's terms and a form token, which donations don't change.",
  "GET /api/payment-status": "Polled every minute.",
  "GET /api/email-outbox/pause": "Polled every minute.",
  "GET /api/events":
    "The volunteer's dashboard falls back to it, and caches it as the volunteer's own shifts.",
  "GET /api/blog-posts/addresses": "Read only by the code on the CDN.",
  "GET /api/blog-posts/:id/versions/:versionId": "An earlier version never changes.",
  "GET /api/email-templates/:id/versions/:versionId": "An earlier version never changes.",
  "GET /api/legal-content/:key/versions/:versionId": "An earlier version never changes.",
  "GET /api/donor-merges/preview":
    "Not cached. Its dialog closes when the donors have been merged.",
  "GET /api/volunteer-merges/preview":
    "Not cached. Its dialog closes when the volunteers have been merged.",
};

const SESSION = "It starts or ends a session, which empties the cache.";
const READ = "It reads, although it is sent as POST.";
const FILE = "The file appears only once the record that refers to it is saved.";
/** Writes that aren't declared as mutations. */
const UNDECLARED: Readonly<Partial<Record<WriteKey, string>>> = {
  "POST /api/admin/login": SESSION,
  "POST /api/admin/logout": SESSION,
  "POST /api/volunteer/login": SESSION,
  "POST /api/volunteer/logout": SESSION,
  "PUT /api/password-recovery": SESSION,
  "POST /api/admin-invitations/check": READ,
  "POST /api/email-templates/preview": READ,
  "POST /api/erasures/preview": READ,
  "POST /api/preview-links/read": READ,
  "POST /api/archives": "It starts a download.",
  "POST /api/events/create":
    "The documented alias of POST /api/events, which the site doesn't call.",
  "PUT /api/blog-post-drafts/:id":
    "The editor saves drafts while it is open, and invalidates their list when it closes.",
  "POST /api/financial-reports/upload": FILE,
  "POST /api/testimonials/upload": FILE,
  "PUT /api/testimonials/image": FILE,
  "POST /api/objects/upload": FILE,
  "POST /api/normalize-object-path": FILE,
  "PUT /api/objects/image": FILE,
  "POST /api/settings/signature": FILE,
};

const DONATION_WRITES = [
  "donations",
  "donorMerges",
  "POST /api/donations/:id/refunds",
  "POST /api/noncash-donations/:id/sale",
] as const;
const VISITORS_DONATION = "POST /api/create-donation";
const DONOR_DETAILS = ["PUT /api/donors/:id", "donorMerges"] as const;
const VOLUNTEER_DETAILS = ["PUT /api/volunteers/:id", "volunteerMerges"] as const;
const SHIFT_WRITES = [
  "volunteerEventRegistrations",
  "volunteerMerges",
  "POST /api/volunteers/:id/shifts",
  "DELETE /api/waitlist-entries/:id",
] as const;
const EVENT_WRITES = [
  "POST /api/events",
  "PUT /api/events/:id",
  "DELETE /api/events/:id",
  "POST /api/events/:id/cancel",
  "POST /api/events/:id/reinstate",
] as const;
const LOGIN_WRITES = [
  "PUT /api/volunteer-accounts/:id/toggle-status",
  "POST /api/volunteer-applications/:id/approve",
  "POST /api/volunteers/:id/invite",
] as const;

/**
 * What each read shows of other nouns: all writes of these nouns, or only these writes, change it. Reads that are
 * refetched whenever they are opened, such as the audit log, aren't listed.
 */
const SHOWN: Readonly<Partial<Record<ReadKey, readonly (Noun | WriteKey)[]>>> = {
  "GET /api/home": [
    "aboutItems",
    "blogPosts",
    "carePackageGoals",
    "childrenLetters",
    "contactInfo",
    "heroSection",
    "impactStats",
    "locations",
    "packageDeliveries",
    "sectionContent",
    "settings",
    "volunteerHighlights",
    "PUT /api/testimonials/:id/status",
    "DELETE /api/testimonials/:id",
    "PUT /api/volunteers/:id",
    VISITORS_DONATION,
    ...DONATION_WRITES,
    ...EVENT_WRITES,
  ],
  "GET /api/accountability": ["financialReports", "settings"],
  "GET /api/impact-stats": ["packageDeliveries"],
  "GET /api/package-deliveries": ["locations"],
  "GET /api/blog-post-drafts": ["blogPosts"],
  "GET /api/donations": [...DONATION_WRITES, ...DONOR_DETAILS],
  "GET /api/donations/:id": [
    ...DONATION_WRITES,
    ...DONOR_DETAILS,
    "PUT /api/donations/:id/deposit",
    "POST /api/deposits/:id/close",
  ],
  "GET /api/donations/sums": DONATION_WRITES,
  "GET /api/donation-adjustments": DONATION_WRITES,
  "GET /api/donation-months": [...DONATION_WRITES, "bookClosings"],
  "GET /api/late-entries": [...DONATION_WRITES, "noncashDonations", "deposits"],
  "GET /api/donation-sources": DONATION_WRITES,
  "GET /api/donation-trends": [...DONATION_WRITES, VISITORS_DONATION],
  "GET /api/recent-donations": [...DONATION_WRITES, ...DONOR_DETAILS, VISITORS_DONATION],
  "GET /api/donors-consolidated": [...DONATION_WRITES, ...DONOR_DETAILS, VISITORS_DONATION],
  "GET /api/donors": ["POST /api/donations", "POST /api/noncash-donations", "donorMerges"],
  "GET /api/donors/:id": [
    ...DONATION_WRITES,
    "noncashDonations",
    "POST /api/recurring-donations/:id/cancel",
  ],
  "GET /api/admin/recurring-donations": [...DONATION_WRITES, ...DONOR_DETAILS],
  "GET /api/donor-tasks": [...DONOR_DETAILS, "thankYouCalls"],
  "GET /api/thank-you-calls": [...DONATION_WRITES, ...DONOR_DETAILS, "donorTasks"],
  "GET /api/deposits": DONATION_WRITES,
  "GET /api/deposits/:id": [...DONATION_WRITES, ...DONOR_DETAILS],
  "GET /api/undeposited-donations": [...DONATION_WRITES, ...DONOR_DETAILS],
  "GET /api/noncash-donations": [...DONOR_DETAILS, "POST /api/donations/:id/void"],
  "GET /api/possible-duplicates": [...DONOR_DETAILS, "POST /api/donations"],
  "GET /api/tributes": [...DONATION_WRITES, ...DONOR_DETAILS],
  "GET /api/my-gifts": ["POST /api/my-gifts/subscriptions/:id/cancel"],
  "GET /api/administrators": ["DELETE /api/admin/second-factors/:id"],
  "GET /api/volunteer/:volunteerId/details": ["emailChanges"],
  "GET /api/volunteer-event-registrations": [
    "POST /api/volunteer/:volunteerId/events/:eventId/join",
    "DELETE /api/volunteer/:volunteerId/events/:eventId/leave",
  ],
  "GET /api/events/with-counts": SHIFT_WRITES,
  "GET /api/events/stats": SHIFT_WRITES,
  "GET /api/events/:id/roster": [...SHIFT_WRITES, ...VOLUNTEER_DETAILS],
  "GET /api/attendance": [...SHIFT_WRITES, ...VOLUNTEER_DETAILS, ...EVENT_WRITES],
  "GET /api/volunteers": [
    ...SHIFT_WRITES,
    ...LOGIN_WRITES,
    "volunteerQualifications",
    "hourEntries",
  ],
  "GET /api/volunteers/:id": [...SHIFT_WRITES, ...LOGIN_WRITES, "hourEntries"],
  "GET /api/volunteer-accounts": [...VOLUNTEER_DETAILS, ...LOGIN_WRITES],
  "GET /api/volunteer-applications": [...LOGIN_WRITES, "volunteerMerges"],
  "GET /api/volunteer-qualifications": VOLUNTEER_DETAILS,
  "GET /api/hour-entries": [...SHIFT_WRITES, ...VOLUNTEER_DETAILS],
  "GET /api/admin/volunteer-highlights/all": VOLUNTEER_DETAILS,
  "GET /api/possible-volunteer-duplicates": [...VOLUNTEER_DETAILS, "POST /api/volunteers"],
};

interface Endpoint {
  readonly noun: string;
  readonly key: string;
  readonly access: string;
  readonly isRead: boolean;
  readonly isCalledBySite: boolean;
}

const endpoints: readonly Endpoint[] = Object.entries(endpointsByNoun).flatMap(([noun, group]) =>
  Object.values(group as Readonly<Record<string, EndpointDefinition>>).map((endpoint) => ({
    noun,
    key: `${endpoint.method} ${endpoint.path}`,
    access: endpoint.access,
    isRead: endpoint.method === "GET",
    isCalledBySite: endpoint.access !== "service" && typeof endpoint.output !== "string",
  })),
);
const reads = endpoints.filter(({ isRead, isCalledBySite }) => isRead && isCalledBySite);
const writes = endpoints.filter(({ isRead, isCalledBySite }) => !isRead && isCalledBySite);

/** Every write that the site declares, with its effect. A call may be declared more than once. */
const declared = new Map<string, WriteEffect[]>();
const refetchedLists: string[] = [];
const modules = import.meta.glob<object>("./*/*.ts", { eager: true });
for (const value of Object.values(modules).flatMap(
  (module) => Object.values(module) as unknown[],
)) {
  const declare = (calls: readonly (string | undefined)[], effect: WriteEffect) => {
    for (const call of calls) if (call) declared.set(call, [...(declared.get(call) ?? []), effect]);
  };
  if (typeof value === "function" && "calls" in value) {
    declare(value.calls as readonly string[], value as unknown as WriteEffect);
  } else if (typeof value === "object" && value !== null && "list" in value) {
    const list = value as WritableResource<unknown, unknown, unknown>;
    if (list.isRefetchedOnMount) refetchedLists.push(list.list);
    declare([list.create, list.update, list.remove], toEffect(list));
  } else if (typeof value === "object" && value !== null && "read" in value) {
    const { read, save, invalidates, unaffected = {} } = value as SingleRecord<unknown, unknown>;
    declare([save], { invalidates: [read, ...invalidates], unaffected });
  }
}

/** The session that may make the call. Reads for another session are on pages that need another login. */
const getSession = (access: string) => (/admin|monitor|owner/.test(access) ? "admin" : access);

const showsWriteOf = (read: Endpoint, { noun, key }: Endpoint): boolean =>
  read.noun === noun ||
  (SHOWN[read.key as ReadKey] ?? []).some((shown) => shown === noun || shown === key);

/** The reads that a write has to name, or to leave out for a reason. */
const listAffectedReads = (write: Endpoint): readonly string[] =>
  reads
    .filter((read) => showsWriteOf(read, write) && !((read.key as ReadKey) in NEVER_OUTDATED))
    .filter(({ access }) => ["public", getSession(write.access)].includes(getSession(access)))
    .map(({ key }) => key);

const invalidatesRead = ({ invalidates }: WriteEffect, read: string) =>
  invalidates === "everything" || invalidates.some((key) => key === read);

describe("the site", () => {
  test.each(writes)("says which reads $key makes outdated", (write) => {
    const effects = declared.get(write.key) ?? [];
    expect(effects.length > 0).toBe(!(write.key in UNDECLARED));
    const affectedReads = listAffectedReads(write);
    for (const effect of effects) {
      const excused = effect.unaffected ?? {};
      expect({
        forgotten: affectedReads.filter(
          (read) => !invalidatesRead(effect, read) && !(read in excused),
        ),
        needlesslyExcused: Object.entries(excused)
          .filter(
            ([read, reason]) =>
              !reason || !affectedReads.includes(read) || invalidatesRead(effect, read),
          )
          .map(([read]) => read),
      }).toEqual({ forgotten: [], needlesslyExcused: [] });
    }
  });

  test("refetches the lists that almost every write adds to whenever they are opened", () => {
    expect(refetchedLists.toSorted()).toEqual(["GET /api/audit-log", "GET /api/email-outbox"]);
  });

  test("names only calls and nouns that exist", () => {
    const known = new Set([...endpoints.map(({ key }) => key), ...Object.keys(endpointsByNoun)]);
    const named = [
      ...[NEVER_OUTDATED, UNDECLARED, SHOWN].flatMap((table) => Object.keys(table)),
      ...Object.values(SHOWN).flat(),
      ...declared.keys(),
    ];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(declared.size).toBeGreaterThan(130);
  });
});
