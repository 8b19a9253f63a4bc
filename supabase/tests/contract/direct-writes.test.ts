import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import { readTestPicture } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import { isLongRun } from "../random.ts";
import { clearRateLimits, facts, fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";

const createHeaders = (token: string | undefined, extraHeaders: Record<string, string> = {}) => ({
  apikey: facts.publishableKey,
  Authorization: `Bearer ${token ?? facts.publishableKey}`,
  ...extraHeaders,
});

const callers: { name: string; token: string | undefined }[] = [
  { name: "a visitor", token: undefined },
];
beforeAll(async () => {
  for (const name of ["volunteer", "disabled", "pending"] as const) {
    const { email, password } = logins[name];
    callers.push({ name, token: (await signIn(email, password)).token });
  }
});

const requestStatus = async (
  method: string,
  path: string,
  token: string | undefined,
  body?: unknown,
): Promise<number> => {
  const response = await fetch(`${facts.apiUrl}${path}`, {
    method,
    headers: createHeaders(token, { "Content-Type": "application/json" }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};

describe("threat 3: writes that bypass the API", () => {
  it("are refused when one request inserts a thousand stories", async () => {
    const before = await fingerprint();
    const story = { name: "Dana", title: "Army spouse", content: "Buy here" };
    for (const { name, token } of callers) {
      const stories = Array.from({ length: 1000 }, () => story);
      const status = await requestStatus("POST", "/rest/v1/testimonials", token, stories);
      expect([401, 403], name).toContain(status);
    }
    expect(await fingerprint()).toBe(before);
  });

  it("are limited per hour for a volunteer's highlights, as in the API, but not for an administrator's", async () => {
    const { max } = catalog.createOwnHighlight.rateLimit;
    const { email, password } = logins.volunteer;
    const { id, token } = await signIn(email, password);
    const insertHighlights = (callerToken: string, count: number) =>
      requestStatus(
        "POST",
        "/rest/v1/volunteer_highlights",
        callerToken,
        Array.from({ length: count }, () => ({
          volunteer_id: id,
          title: "By REST",
          message: "Of the flood",
          image_url: null,
        })),
      );
    const countHighlights = async () =>
      (await sql`select id from public.volunteer_highlights where message = 'Of the flood'`).length;
    await clearRateLimits();
    await insertHighlights(token, 1000);
    expect(await countHighlights()).toBe(0);
    const statuses = await Promise.all(
      Array.from({ length: max + 5 }, () => insertHighlights(token, 1)),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(max);
    // Deleted highlights still count toward the limit.
    await requestStatus(
      "DELETE",
      `/rest/v1/volunteer_highlights?message=eq.Of%20the%20flood`,
      token,
    );
    await insertHighlights(token, 1);
    expect(await countHighlights()).toBe(0);
    const apiResponse = await request("POST", `/api/volunteer/${id}/highlights`, {
      token,
      body: { title: "By the API", message: "Of the flood" },
    });
    expect([apiResponse.status, apiResponse.json.code, await countHighlights()]).toEqual([
      429,
      "too_many_requests",
      0,
    ]);
    const admin = await signInAdmin();
    expect([await insertHighlights(admin.token, max + 5), await countHighlights()]).toEqual([
      201,
      max + 5,
    ]);
    await sql`delete from public.volunteer_highlights where message = 'Of the flood'`;
    await clearRateLimits();
  });

  it.each(["title", "message", "image_alt"])(
    "are refused if a highlight's %s contains a character that the API takes out",
    async (column) => {
      const { email, password } = logins.volunteer;
      const { id, token } = await signIn(email, password);
      await clearRateLimits();
      const path = `/api/volunteer/${id}/highlights`;
      const field = column === "image_alt" ? "imageAlt" : column;
      for (const character of "\u0007\u0085\u202e\u2066\u200f") {
        const text = `Box${character}es`;
        const body = { title: "Boxes", message: "Boxes", [field]: text };
        const { status: apiStatus } = await request("POST", path, { token, body });
        const row = { volunteer_id: id, title: "Boxes", message: "Boxes", [column]: text };
        const restStatus = await requestStatus("POST", "/rest/v1/volunteer_highlights", token, row);
        // Multi-line text may contain characters that change its direction, because some languages need them.
        const isAccepted = column === "message" && character > "\u0085";
        expect([character, restStatus < 300, apiStatus]).toEqual([character, isAccepted, 201]);
      }
      const deletedRows = await sql`
        delete from public.volunteer_highlights where message like 'Box%' and volunteer_id = ${id}
          and created_at > now() - interval '1 minute' returning id`;
      expect(deletedRows).toHaveLength(column === "message" ? 8 : 5);
    },
  );

  it("are refused in all tables except those of a volunteer's own highlights and registrations", async () => {
    const tableColumns = await sql<{ table: string; column: string }[]>`
      select distinct on (table_name) table_name as table, column_name as column
      from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name not in (
        'rate_limits', 'volunteer_highlights', 'volunteer_event_registrations', 'shift_waitlist'
      )
      order by table_name, ordinal_position desc`;
    expect(tableColumns.length).toBeGreaterThan(30);
    const before = await fingerprint();
    // A volunteer who may log in has the most rights. `npm run test:all` also tries the others.
    const walkingCallers = isLongRun ? callers : callers.slice(0, 2);
    for (const { name, token } of walkingCallers) {
      const tryAllWrites = async ({ table, column }: (typeof tableColumns)[number]) => {
        const everyRowPath = `/rest/v1/${table}?${column}=not.is.null`;
        await requestStatus("PATCH", everyRowPath, token, { [column]: null });
        await requestStatus("DELETE", everyRowPath, token);
        const [row] = await sql`select * from ${sql(table)} limit 1`;
        const status = await requestStatus("POST", `/rest/v1/${table}`, token, row ?? {});
        expect(status, `${name}, ${table}`).toBeGreaterThanOrEqual(400);
      };
      await Promise.all(tableColumns.map(tryAllWrites));
    }
    expect(await fingerprint()).toBe(before);
  });
});

it("threat 57: no bucket accepts, changes, lists, serves or deletes a file, even for an administrator", async () => {
  const allCallers = [...callers, { name: "an administrator", token: (await signInAdmin()).token }];
  let attemptCount = 0;
  const listFiles = () => sql`select bucket_id, name from storage.objects order by bucket_id, name`;
  const before = await listFiles();
  const buckets = await sql<{ id: string; isPublic: boolean }[]>`
      select id, public as "isPublic" from storage.buckets`;
  expect(buckets.length).toBeGreaterThanOrEqual(3);
  for (const { name, token } of allCallers) {
    for (const { id, isPublic } of buckets) {
      const [existingFile] = await sql<{ name: string }[]>`
          select name from storage.objects where bucket_id = ${id} limit 1`;
      for (const key of [`site/${randomUUID()}`, existingFile?.name ?? "site/none"]) {
        for (const method of ["POST", "PUT"]) {
          const response = await fetch(`${facts.apiUrl}/storage/v1/object/${id}/${key}`, {
            method,
            headers: createHeaders(token, { "Content-Type": "image/jpeg", "x-upsert": "true" }),
            body: readTestPicture("jpg").bytes,
          });
          await response.arrayBuffer();
          expect(response.status, `${name} ${method} ${id}/${key}`).toBeGreaterThanOrEqual(400);
          attemptCount += 1;
        }
        for (const prefix of isPublic ? [] : ["", "authenticated/", "public/", "info/"]) {
          const readPath = `/storage/v1/object/${prefix}${id}/${key}`;
          expect(
            await requestStatus("GET", readPath, token),
            `${name} ${readPath}`,
          ).toBeGreaterThanOrEqual(400);
          attemptCount += 1;
        }
        const signPath = `/storage/v1/object/sign/${id}/${key}`;
        expect(
          await requestStatus("POST", signPath, token, { expiresIn: 60 }),
          `${name} ${signPath}`,
        ).toBeGreaterThanOrEqual(400);
        await requestStatus("DELETE", `/storage/v1/object/${id}/${key}`, token);
      }
      const uploadPath = `/storage/v1/object/upload/sign/${id}/site/${randomUUID()}`;
      expect(
        await requestStatus("POST", uploadPath, token, {}),
        `${name} signs ${id}`,
      ).toBeGreaterThanOrEqual(400);
      const response = await fetch(`${facts.apiUrl}/storage/v1/object/list/${id}`, {
        method: "POST",
        headers: createHeaders(token, { "Content-Type": "application/json" }),
        body: JSON.stringify({ prefix: "", limit: 100 }),
      });
      const listedFiles: unknown = await response.json();
      expect(Array.isArray(listedFiles) ? listedFiles : [], `${name} lists ${id}`).toEqual([]);
    }
  }
  expect(await listFiles()).toEqual(before);
  expect(attemptCount / allCallers.length).toBeGreaterThanOrEqual(20);
});
