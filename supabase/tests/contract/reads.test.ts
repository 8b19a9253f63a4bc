import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, endpoints, requestPath, request, signInAdmin, sql } from "./stack.ts";

let adminToken = "";
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

describe("GET /api/home", () => {
  it("returns everything the home page needs in one call", async () => {
    const { status, json } = await request("GET", "/api/home");
    expect(status).toBe(200);
    expect(json.hero.headline).not.toBe("");
    expect(json.impactStats.packagesDelivered).toBeGreaterThan(0);
    expect(json.about.items.length).toBeGreaterThan(0);
    for (const list of [
      "blogPosts",
      "testimonials",
      "upcomingEvents",
      "recentEvents",
      "recentDonations",
      "highlights",
    ]) {
      expect(json[list], list).toHaveLength(3);
    }
    expect(json.monthlyProgress).toMatchObject({
      monthlyGoal: expect.any(Number),
      total: expect.any(Number),
    });
    expect(json.branchCounts.length).toBeGreaterThan(2);
    expect(json.mapPoints.length).toBeGreaterThan(3);
  });
});

describe("public reads", () => {
  it("may be cached by the CDN and return 304 for their own ETag", async () => {
    const firstResponse = await request("GET", "/api/hero-section");
    expect(firstResponse.headers.get("Cache-Control")).toBe(
      "public, s-maxage=60, stale-while-revalidate=300",
    );
    const etag = firstResponse.headers.get("ETag") ?? "";
    const secondResponse = await request("GET", "/api/hero-section", {
      headers: { "If-None-Match": etag },
    });
    expect([secondResponse.status, secondResponse.text]).toEqual([304, ""]);
  });

  it.each([
    [
      "HOME-17",
      "/api/impact-stats",
      ["packagesDelivered", "familiesHelped", "volunteerHours", "veteransServed"],
    ],
    ["ACONT-13", "/api/hero-section", ["headline", "coreMessage"]],
    ["ACONT-09", "/api/contact-info", ["organizationName", "taxId", "address", "phone", "email"]],
    ["ACONT-20", "/api/care-package-goal", ["monthlyGoal"]],
    ["ABOUT-14", "/api/section/about", ["header", "content", "imageUrl"]],
    ["EVT-05", "/api/volunteer-event-registrations", ["totalRegistrations", "totalHours"]],
    ["LEGAL-14", "/api/legal-content/privacy_policy", ["content", "updatedAt"]],
    ["LEGAL-14", "/api/legal-content/terms_policy", ["content", "updatedAt"]],
    ["API-05", "/api/zip-lookup/76102", ["city", "state"]],
  ])("%s: return one record from %s", async (_, path, fields) => {
    const { status, json } = await request("GET", path);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(expect.arrayContaining(fields));
  });

  it.each([
    ["EVT-04", "/api/events", ["id", "eventType", "date", "startTime", "endTime", "address"]],
    ["ABOUT-09", "/api/about-items", ["id", "title", "description"]],
    [
      "BLOG-06, BLOG-10",
      "/api/blog-posts/published?limit=3",
      ["id", "title", "content", "imageUrl", "createdAt"],
    ],
    ["BLOG-11", "/api/blog-posts/published", ["id", "title"]],
    [
      "TEST-10",
      "/api/testimonials/latest?limit=3",
      ["id", "name", "title", "content", "imageUrl", "rating"],
    ],
    ["TEST-11", "/api/testimonials", ["id", "name"]],
    [
      "HIGH-21",
      "/api/volunteer-highlights/all",
      ["id", "title", "message", "volunteerName", "volunteerSince"],
    ],
    [
      "FIN-17",
      "/api/financial-reports/published",
      ["id", "filename", "fileUrl", "previewUrl", "description"],
    ],
    ["DON-53", "/api/recent-donations", ["id", "firstName", "lastName", "amount", "createdAt"]],
    ["DON-54", "/api/donation-trends", ["monthName", "total"]],
  ])("%s: return a list from %s", async (_, path, fields) => {
    const { status, json } = await request("GET", path);
    expect(status).toBe(200);
    expect(json.length).toBeGreaterThan(0);
    for (const item of json) expect(Object.keys(item)).toEqual(expect.arrayContaining(fields));
    const limit = new URLSearchParams(path.split("?")[1]).get("limit");
    if (limit !== null) expect(json).toHaveLength(Number(limit));
  });

  it("FIN-06, HOME-03: exclude unpublished reports, draft posts and stories in review", async () => {
    const unpublishedRows = await sql<{ id: string }[]>`
      select id from public.financial_reports where not published
      union all select id from public.blog_posts where not is_published
      union all select id from public.testimonials where not is_active`;
    expect(unpublishedRows.length).toBeGreaterThan(2);
    const listPaths = [
      "/api/financial-reports/published",
      "/api/blog-posts/published",
      "/api/testimonials",
    ];
    const texts = await Promise.all(
      listPaths.map(async (path) => (await request("GET", path)).text),
    );
    expect(unpublishedRows.filter(({ id }) => texts.some((text) => text.includes(id)))).toEqual([]);
  });

  it("VDASH-32: include a volunteer's own hours and shifts only for that volunteer", async () => {
    const { volunteer, session } = (
      await request("POST", "/api/volunteer/login", { body: logins.volunteer })
    ).json;
    const path = "/api/volunteer-event-registrations";
    const ownResponse = await request("GET", path, { token: session.accessToken });
    const [expected] = await sql<
      { hours: string; shifts: string; packages: string; firstShift: string }[]
    >`
      select
        coalesce(sum(extract(epoch from ends_at - starts_at) / 3600), 0) as hours,
        count(*) as shifts, sum(packages_packed) as packages, min(date)::text as "firstShift"
      from public.volunteer_event_registrations
      join public.events on events.id = event_id
      where volunteer_id = ${volunteer.id} and ends_at < now() and attendance <> 'absent'`;
    expect(ownResponse.json.totalHours).toBeCloseTo(Number(expected?.hours), 2);
    expect(ownResponse.json.shiftsCompleted).toBe(Number(expected?.shifts));
    expect(ownResponse.json.shiftsCompleted).toBeGreaterThan(0);
    expect(ownResponse.json.packagesPacked).toBe(Number(expected?.packages));
    expect(ownResponse.json.packagesPacked).toBeGreaterThan(0);
    expect(ownResponse.json.firstShift).toBe(expected?.firstShift);
    expect((await request("GET", path)).json).not.toHaveProperty("shiftsCompleted");
  });

  it.each([
    ["09012", { city: "APO", state: "AE" }],
    ["96540", { city: "FPO", state: "AP" }],
    ["34035", { city: "DPO", state: "AA" }],
    ["76102-1234", { city: "Fort Worth", state: "TX" }],
  ])("API-05: find ZIP code %s, including military mail", async (zip, expected) => {
    expect((await request("GET", `/api/zip-lookup/${zip}`)).json).toEqual(expected);
  });

  it.each([
    ["Fort Worth, TX", "Texas", true],
    ["San José", "ca", true],
    ["Camp Zyxland", "TX", false],
  ])("threat 52: say whether %s is in %s", async (city, state, isKnown) => {
    const { json } = await request(
      "GET",
      `/api/zip-lookup?${new URLSearchParams({ city, state })}`,
    );
    expect(json).toEqual({ isKnown });
  });

  it("HOME-03, BLOG-06: return a published post by id or short id, but not a draft", async () => {
    const [post] = await sql`select id, title from public.blog_posts where is_published limit 1`;
    for (const reference of [post?.id, post?.id.slice(0, 8), post?.id.toUpperCase()]) {
      const { status, json } = await request("GET", `/api/blog-posts/published/${reference}`);
      expect([status, json.id, json.title]).toEqual([200, post?.id, post?.title]);
      expect(Object.keys(json)).not.toContain("isPublished");
    }
    const [draft] = await sql`
      insert into public.blog_posts (title, content) values ('Draft', 'Not yet') returning id`;
    for (const reference of [draft?.id, draft?.id.slice(0, 8)]) {
      const { status } = await request("GET", `/api/blog-posts/published/${reference}`);
      expect(status).toBe(404);
    }
    await sql`delete from public.blog_posts where id = ${draft?.id}`;
    const { status } = await request("GET", "/api/blog-posts/published/not-an-id");
    expect(status).toBe(400);
  });

  it("API-05: return 404 for an unknown ZIP code", async () => {
    expect((await request("GET", "/api/zip-lookup/00000")).status).toBe(404);
  });
});

describe("reads by an administrator", () => {
  it.each([
    [
      "ADON-11",
      "/api/recent-donations?limit=10",
      ["firstName", "lastName", "email", "amount", "createdAt"],
    ],
    [
      "ADON-12",
      "/api/donors-consolidated",
      [
        "firstName",
        "lastName",
        "email",
        "totalAmount",
        "donationCount",
        "isRecurring",
        "lastDonationDate",
      ],
    ],
    ["AVOL-11", "/api/volunteers", ["name", "email", "totalHours"]],
    [
      "AVOL-12",
      "/api/volunteer-applications",
      [
        "id",
        "firstName",
        "lastName",
        "email",
        "city",
        "state",
        "availability",
        "createdAt",
        "status",
      ],
    ],
    ["LOC-10", "/api/locations", ["name", "address", "contactPersonName", "isActive"]],
    ["AEVT-13", "/api/events/with-counts", ["registeredVolunteers"]],
  ])("%s: return the administrators' fields from %s, uncached", async (_, path, fields) => {
    const { status, json, headers } = await request("GET", path, { token: adminToken });
    expect(status).toBe(200);
    expect(json.length).toBeGreaterThan(0);
    for (const item of json) expect(Object.keys(item)).toEqual(expect.arrayContaining(fields));
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("every endpoint", () => {
  it.each(endpoints)("threat 38: sends the security headers (%s)", async (_, endpoint) => {
    const { headers } = await request(endpoint.method, requestPath(endpoint));
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Strict-Transport-Security")).toMatch(/max-age=\d{8}/);
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("X-Request-Id")).toMatch(/^[\w-]{8,}$/);
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.method !== "GET"))(
    "threat 34: refuses a write from a foreign Origin (%s)",
    async (_, endpoint) => {
      const { status, json, headers } = await request(endpoint.method, requestPath(endpoint), {
        headers: { Origin: "https://evil.example" },
      });
      expect([status, json.code]).toEqual([403, "origin_not_allowed"]);
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    },
  );

  it("doesn't allow a foreign origin to read its responses", async () => {
    const { headers } = await request("GET", "/api/home", {
      headers: { Origin: "https://evil.example" },
    });
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("is described by GET /api/openapi.json", async () => {
    const { json } = await request("GET", "/api/openapi.json");
    const operations = Object.values(json.paths as Record<string, object>).flatMap((path) =>
      Object.keys(path),
    );
    expect(operations).toHaveLength(endpoints.length);
    expect(json.openapi).toBe("3.1.0");
  });
});
