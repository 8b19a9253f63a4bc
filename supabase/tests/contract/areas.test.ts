import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpointsByNoun } from "../../functions/_shared/contracts/nouns.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import type { OwnAreas, RequiredArea } from "../../functions/_shared/contracts/choices.ts";
import { TABLE_AREAS } from "../../functions/_shared/contracts/table-facts.ts";
import { hasArea, OWNER_AREAS } from "../../functions/_shared/rules/admin-areas.ts";
import {
  clearRateLimits,
  createAuthUser,
  fingerprint,
  request,
  requestPath,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const NO_AREA_LOGIN = { email: "no-area@example.org", password: "NoArea!2026-11" };

/** The kinds of administrators: an owner, one for each area, and one without any. */
const kinds: Readonly<Record<string, OwnAreas>> = {
  admin: OWNER_AREAS,
  treasurer: ["giving"],
  coordinator: ["volunteers"],
  editor: ["content"],
  manager: ["settings"],
  withoutArea: [],
};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const id = await createAuthUser(NO_AREA_LOGIN.email, NO_AREA_LOGIN.password);
  await sql`
    insert into public.users (id, username, user_type, areas) values (${id}, 'without-area', 'admin', '{}')`;
  tokens["withoutArea"] = (await signIn(NO_AREA_LOGIN.email, NO_AREA_LOGIN.password)).token;
  for (const name of ["admin", "treasurer", "coordinator", "editor", "manager"] as const) {
    tokens[name] = (await signInAdmin(name)).token;
  }
});
beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from auth.users where email = ${NO_AREA_LOGIN.email}`);

type Noun = keyof typeof endpointsByNoun;

/**
 * The areas of nouns that don't have a table or whose table concerns several areas. The catalog states the area of each
 * endpoint. This list and the tables' descriptions make sure that the catalog doesn't change unnoticed.
 */
const nounAreas: Readonly<Partial<Record<Noun, RequiredArea>>> = {
  health: "settings",
  sessions: "any",
  secondFactors: "any",
  administrators: "owner",
  payments: "giving",
  imports: ["giving", "volunteers"],
  people: "owner",
  thankYouCalls: "giving",
  recurringDonations: "giving",
  eventAnnouncements: "volunteers",
  shiftEmails: "volunteers",
  volunteerReports: "volunteers",
  overview: "any",
  boardReports: ["giving", "volunteers"],
  emailOutbox: "any",
  auditLog: "any",
  systemStatus: "settings",
  uploads: "content",
  ai: "content",
};

/** Endpoints whose area differs from their noun's area. */
const endpointAreas: Readonly<Record<string, RequiredArea>> = {
  // The database allows only owners to start the archive of everything.
  createArchive: "giving",
  downloadArchivedTable: "giving",
  reopenDeposit: "owner",
  removeSecondFactor: "owner",
  setSecondFactorRule: "owner",
  listOwners: "any",
  readAiStatus: ["content", "settings"],
  createUpload: ["content", "settings"],
  normalizeObjectPath: ["content", "settings"],
  getWaitingPicture: ["content", "volunteers"],
};

const isForAdmins = ({ access, outputFor, list }: EndpointDefinition): boolean =>
  ["admin", "unenrolled-or-admin", "volunteer-or-admin", "monitor"].includes(access) ||
  outputFor?.admin !== undefined ||
  list?.adminItem !== undefined;

const adminEndpoints = Object.entries(endpointsByNoun).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>)
    .filter(([, endpoint]) => isForAdmins(endpoint))
    .map(([name, endpoint]) => ({
      name,
      endpoint,
      area: endpointAreas[name] ?? nounAreas[noun as Noun] ?? TABLE_AREAS[postgres.fromCamel(noun)],
    })),
);

const requestAs = (name: string, endpoint: EndpointDefinition, query = "") =>
  request(endpoint.method, requestPath(endpoint) + query, { token: tokens[name] });

describe("threats 2 and 62: administrators have only their areas", () => {
  it.each(adminEndpoints)("$name requires its noun's area", ({ endpoint, area }) => {
    expect(area).toBeDefined();
    expect(endpoint.area).toEqual(area);
  });

  it.each(Object.keys(kinds))(
    "%s can't use any endpoint outside their areas, and nothing changes",
    async (name) => {
      const refused = adminEndpoints.filter(
        ({ endpoint, area = "owner" }) =>
          endpoint.access !== "public" && !hasArea(kinds[name] ?? [], area),
      );
      const before = await fingerprint();
      const responses = await Promise.all(
        refused.map(async ({ name: operation, endpoint }) => {
          const { status, json } = await requestAs(name, endpoint);
          return [operation, status, json.code];
        }),
      );
      expect(responses).toEqual(
        refused.map(({ name: operation }) => [operation, 403, "area_required"]),
      );
      expect(await fingerprint()).toBe(before);
      expect(refused.length > 0).toBe(name !== "admin");
    },
  );

  it.each(Object.keys(kinds))("%s can read everything in their areas", async (name) => {
    const readable = adminEndpoints.filter(
      ({ endpoint, area = "owner" }) =>
        endpoint.method === "GET" && hasArea(kinds[name] ?? [], area),
    );
    const statuses = await Promise.all(
      readable.map(async ({ name: operation, endpoint }) => [
        operation,
        (await requestAs(name, endpoint)).status,
      ]),
    );
    expect(statuses.filter(([, status]) => [401, 403, 500].includes(status as number))).toEqual([]);
  });

  it.each(adminEndpoints.filter(({ endpoint }) => endpoint.access === "public"))(
    "ADON-11, ADON-12, AVOL-11, AVOL-12: $name gives administrators without its area what visitors get",
    async ({ endpoint, area = "owner" }) => {
      const visitor = await request(endpoint.method, requestPath(endpoint));
      for (const [name, areas] of Object.entries(kinds)) {
        const response = await requestAs(name, endpoint);
        expect(response.status).toBe(200);
        const isVisitorResponse = JSON.stringify(response.json) === JSON.stringify(visitor.json);
        expect([name, isVisitorResponse]).toEqual([name, !hasArea(areas, area)]);
      }
    },
  );

  it("threat 10: a change of areas applies to every later request, even among many simultaneous ones", async () => {
    const { token } = await signIn(NO_AREA_LOGIN.email, NO_AREA_LOGIN.password);
    const readAuditLog = () => request("GET", "/api/audit-log?limit=1", { token });
    const earlierRequests = Array.from({ length: 25 }, readAuditLog);
    await sql`
      update public.users set areas = '{content}', areas_changed_at = now() where username = 'without-area'`;
    const laterResponses = await Promise.all(Array.from({ length: 25 }, readAuditLog));
    expect(new Set(laterResponses.map(({ status }) => status))).toEqual(new Set([401]));
    const earlierStatuses = (await Promise.all(earlierRequests)).map(({ status }) => status);
    expect(earlierStatuses.filter((status) => ![200, 401].includes(status))).toEqual([]);
    const newSession = await signIn(NO_AREA_LOGIN.email, NO_AREA_LOGIN.password);
    const postsResponse = await request("GET", "/api/blog-posts", { token: newSession.token });
    expect(postsResponse.status).toBe(200);
  });
});
