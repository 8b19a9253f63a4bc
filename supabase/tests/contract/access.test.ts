import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import { logins } from "../demo-logins.ts";
import {
  backdateSession,
  clearRateLimits,
  endpoints,
  fingerprint,
  requestPath,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { storeSecondFactorRule } from "./second-factor-steps.ts";
import { createUnconfirmedAdmin, removeUnconfirmedAdmin } from "./unconfirmed-admin.ts";

/** Threat 2: each endpoint is requested in every one of these roles. */
const roles = [
  "anonymous",
  "volunteer",
  "pending",
  "disabled",
  "admin",
  "expiredAdmin",
  "loggedOut",
  "unconfirmedAdmin",
  "unenrolledAdmin",
] as const;
type RoleName = (typeof roles)[number];

const people: Partial<Record<RoleName, LoggedInPerson>> = {};

/** Endpoints for donors return 401, because none of these roles has a donor session. */
const createRefusalStatuses = (status: number) => ({
  volunteer: status,
  admin: status,
  "unenrolled-or-admin": status,
  "volunteer-or-admin": status,
  "unconfirmed-admin": status,
  recovery: status,
  donor: 401,
  service: status,
  monitor: status,
});

const refusalStatuses: Record<RoleName, Partial<Record<Access, number>>> = {
  anonymous: createRefusalStatuses(401),
  volunteer: {
    admin: 403,
    "unenrolled-or-admin": 403,
    "unconfirmed-admin": 403,
    recovery: 403,
    donor: 401,
    service: 403,
    monitor: 403,
  },
  pending: createRefusalStatuses(403),
  disabled: createRefusalStatuses(403),
  admin: { volunteer: 403, "unconfirmed-admin": 403, recovery: 403, donor: 401, service: 403 },
  expiredAdmin: createRefusalStatuses(401),
  loggedOut: createRefusalStatuses(401),
  unconfirmedAdmin: {
    volunteer: 403,
    admin: 403,
    "unenrolled-or-admin": 403,
    "volunteer-or-admin": 403,
    recovery: 403,
    donor: 401,
    service: 403,
    monitor: 403,
  },
  unenrolledAdmin: { ...createRefusalStatuses(403), "unenrolled-or-admin": undefined },
};

beforeAll(async () => {
  people.expiredAdmin = await signInAdmin();
  await backdateSession(people.expiredAdmin.token, "8 hours 1 minute");
  const loggedOutAdmin = await signInAdmin();
  await request("POST", "/api/admin/logout", { token: loggedOutAdmin.token });
  people.loggedOut = loggedOutAdmin;
  people.admin = await signInAdmin();
  people.unconfirmedAdmin = await createUnconfirmedAdmin();
  people.unenrolledAdmin = await signInAdmin();
  people.volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  people.pending = await signIn(logins.pending.email, logins.pending.password);
  people.disabled = await signIn(logins.disabled.email, logins.disabled.password);
});

beforeEach(() => clearRateLimits());
afterAll(() => removeUnconfirmedAdmin());

/** Logging out would end this test's session, so sessions.test.ts covers it instead. */
const logoutOperations = new Set<string>(["logoutAdmin", "logoutVolunteer"]);

describe.each(roles)("threat 2, VDASH-20: access as %s", (role) => {
  // Once two-step login is required, the demo administrators lose all access, because they haven't set it up.
  beforeAll(() => storeSecondFactorRule(role === "unenrolledAdmin"));
  afterAll(() => storeSecondFactorRule(false));

  it.each(
    endpoints
      .filter(([name]) => !logoutOperations.has(name))
      .map(([name, endpoint]) => [name, endpoint] as const),
  )("ALOGIN-16: %s checks access", async (_, endpoint) => {
    const { status, json } = await request(endpoint.method, requestPath(endpoint, getParams()), {
      token: people[role]?.token,
    });
    const isPublicWithArea = endpoint.access === "public" && endpoint.area !== undefined;
    const expected =
      role === "unenrolledAdmin" && isPublicWithArea ? 403 : refusalStatuses[role][endpoint.access];
    if (expected === undefined) {
      // This role has access, so the empty request may fail, but not with one of the statuses for missing access.
      // Public endpoints whose output depends on the caller refuse invalid tokens, too.
      const hasTokenCheck = endpoint.outputFor !== undefined || typeof endpoint.output === "string";
      const hasInvalidToken = role === "expiredAdmin" || role === "loggedOut";
      expect(status).toSatisfy((actual: number) =>
        hasInvalidToken && hasTokenCheck ? actual === 401 : actual !== 401 && actual !== 403,
      );
    } else {
      expect(status).toBe(expected);
      expect(json).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
    }
  });
});

const getParams = (): Record<string, string> => ({ volunteerId: people.volunteer?.id ?? "" });

describe("threat 4: another volunteer's id in the path", () => {
  const endpointsWithVolunteerId = endpoints.filter(([, endpoint]) =>
    endpoint.path.includes(":volunteerId"),
  );

  it("VDASH-20: is refused on every path with a volunteer's id and changes nothing", async () => {
    expect(endpointsWithVolunteerId.length).toBeGreaterThanOrEqual(8);
    const [event] = await sql<{ id: string }[]>`
      select id from public.events where is_active and starts_at > now() order by starts_at limit 1`;
    const [otherVolunteer] = await sql<{ id: string }[]>`
      select id from public.volunteer_accounts
      where email = 'ruth.okafor@example.org' and is_active`;
    const before = await fingerprint();
    const statuses = await Promise.all(
      endpointsWithVolunteerId.map(async ([, endpoint]) => {
        const path = requestPath(endpoint, { volunteerId: otherVolunteer!.id, eventId: event!.id });
        return (await request(endpoint.method, path, { token: people.volunteer?.token })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await fingerprint()).toBe(before);
  });

  it.each(endpointsWithVolunteerId)("is refused with 403 by %s", async (_, endpoint) => {
    const { status } = await request(
      endpoint.method,
      requestPath(endpoint, { volunteerId: people.disabled?.id ?? "" }),
      { token: people.volunteer?.token },
    );
    expect(status).toBe(403);
  });
});

describe("routes that aren't in the catalog", () => {
  it.each([
    "/api",
    "/api/",
    "/api/users",
    "/api/home/extra",
    "/api/../rest/v1/users",
    "/payments/health",
  ])("GET %s returns 404", async (path) => {
    expect((await request("GET", path)).status).toBe(404);
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.method === "GET"))(
    "%s refuses an undeclared method",
    async (_, endpoint) => {
      const declaredMethods = new Set(
        endpoints
          .filter(([, other]) => other.path === endpoint.path)
          .map(([, other]) => other.method),
      );
      const method = (["PATCH", "DELETE", "PUT", "POST"] as const).find(
        (candidate) => !declaredMethods.has(candidate),
      );
      const { status, json } = await request(method ?? "PATCH", requestPath(endpoint));
      expect(status).toBe(405);
      expect(json.code).toBe("method_not_allowed");
    },
  );
});
