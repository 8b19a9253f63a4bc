import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "../../functions/_shared/contracts/endpoint.ts";
import {
  ageSession,
  clearRateLimits,
  entries,
  fingerprint,
  logins,
  requestPath,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
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
] as const;
type RoleName = (typeof roles)[number];

const people: Partial<Record<RoleName, LoggedInPerson>> = {};

const sameForEveryAccess = (status: number) => ({
  volunteer: status,
  admin: status,
  "volunteer-or-admin": status,
  "unconfirmed-admin": status,
  recovery: status,
  donor: 401,
  service: status,
  monitor: status,
});

const refusalStatuses: Record<RoleName, Partial<Record<Access, number>>> = {
  anonymous: sameForEveryAccess(401),
  volunteer: {
    admin: 403,
    "unconfirmed-admin": 403,
    recovery: 403,
    donor: 401,
    service: 403,
    monitor: 403,
  },
  pending: sameForEveryAccess(403),
  disabled: sameForEveryAccess(403),
  admin: { volunteer: 403, "unconfirmed-admin": 403, recovery: 403, donor: 401, service: 403 },
  expiredAdmin: sameForEveryAccess(401),
  loggedOut: sameForEveryAccess(401),
  unconfirmedAdmin: {
    volunteer: 403,
    admin: 403,
    "volunteer-or-admin": 403,
    recovery: 403,
    donor: 401,
    service: 403,
    monitor: 403,
  },
};

beforeAll(async () => {
  people.expiredAdmin = await signInAdmin();
  await ageSession(people.expiredAdmin.token, "8 hours 1 minute");
  const loggedOut = await signInAdmin();
  await request("POST", "/api/admin/logout", { token: loggedOut.token });
  people.loggedOut = loggedOut;
  people.admin = await signInAdmin();
  people.unconfirmedAdmin = await createUnconfirmedAdmin();
  people.volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  people.pending = await signIn(logins.pending.email, logins.pending.password);
  people.disabled = await signIn(logins.disabled.email, logins.disabled.password);
});

beforeEach(() => clearRateLimits());
afterAll(() => removeUnconfirmedAdmin());

/** Logging out would end this test's session. sessions.test.ts covers it. */
const logoutOperations = new Set<string>(["logoutAdmin", "logoutVolunteer"]);

describe.each(roles)("threat 2, VDASH-20: as %s", (role) => {
  it.each(
    entries
      .filter(([name]) => !logoutOperations.has(name))
      .map(([name, entry]) => [name, entry] as const),
  )("ALOGIN-16: %s checks access", async (_, entry) => {
    const { status, json } = await request(entry.method, requestPath(entry, ownParams()), {
      token: people[role]?.token,
    });
    const expected = refusalStatuses[role][entry.access];
    if (expected === undefined) {
      // Allowed: the empty request may fail for other reasons, but not for access. Endpoints with public and private
      // output check tokens too.
      const checksTokens = entry.outputFor !== undefined || typeof entry.output === "string";
      const hasInvalidToken = role === "expiredAdmin" || role === "loggedOut";
      expect(status).toSatisfy((actual: number) =>
        hasInvalidToken && checksTokens ? actual === 401 : actual !== 401 && actual !== 403,
      );
    } else {
      expect(status).toBe(expected);
      expect(json).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
    }
  });
});

const ownParams = (): Record<string, string> => ({ volunteerId: people.volunteer?.id ?? "" });

describe("threat 4: another volunteer's id in the path", () => {
  const ownPaths = entries.filter(([, entry]) => entry.path.includes(":volunteerId"));

  it("VDASH-20: is refused on every path with a volunteer's id and changes nothing", async () => {
    expect(ownPaths.length).toBeGreaterThanOrEqual(8);
    const [event] = await sql<{ id: string }[]>`
      select id from public.events where is_active and starts_at > now() order by starts_at limit 1`;
    const [otherVolunteer] = await sql<{ id: string }[]>`
      select id from public.volunteer_accounts
      where email = 'ruth.okafor@example.org' and is_active`;
    const before = await fingerprint();
    const statuses = await Promise.all(
      ownPaths.map(async ([, entry]) => {
        const path = requestPath(entry, { volunteerId: otherVolunteer!.id, eventId: event!.id });
        return (await request(entry.method, path, { token: people.volunteer?.token })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await fingerprint()).toBe(before);
  });

  it.each(ownPaths)("%s returns 403", async (_, entry) => {
    const { status } = await request(
      entry.method,
      requestPath(entry, { volunteerId: people.disabled?.id ?? "" }),
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

  it.each(entries.filter(([, entry]) => entry.method === "GET"))(
    "%s refuses an undeclared method",
    async (_, entry) => {
      const declaredMethods = new Set(
        entries.filter(([, other]) => other.path === entry.path).map(([, other]) => other.method),
      );
      const method = (["PATCH", "DELETE", "PUT", "POST"] as const).find(
        (candidate) => !declaredMethods.has(candidate),
      );
      const { status, json } = await request(method ?? "PATCH", requestPath(entry));
      expect(status).toBe(405);
      expect(json.code).toBe("method_not_allowed");
    },
  );
});
