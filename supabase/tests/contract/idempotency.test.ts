import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import { getObjectSchema, changeBody } from "../samples.ts";
import { MARK } from "./audited-rows.ts";
import { writes } from "./audited-writes.ts";
import { restoreRows } from "./restore-rows.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  endpoints,
  fingerprint,
  requestPath,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";

const creations = endpoints.filter(
  ([name, { access, method, status }]) =>
    access === "admin" && method === "POST" && status === 201 && writes[name] !== undefined,
);

let token: string;
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(new Map()));

it("every administrator creation accepts an Idempotency-Key", () => {
  expect(creations.length).toBeGreaterThan(7);
  const creationsWithoutReplay = creations.filter(
    ([, { idempotencyKey }]) => idempotencyKey !== "replay",
  );
  // The creations below can't add duplicates, even with different keys: an event has one registration per volunteer, a
  // pair of donors or volunteers is dismissed once, and a donor is called once for a donation.
  expect(creationsWithoutReplay.map(([name]) => name).toSorted()).toEqual([
    "addParticipant",
    "dismissDuplicate",
    "dismissVolunteerDuplicate",
    "recordThankYouCall",
  ]);
});

describe("threat 59: an Idempotency-Key sent twice", () => {
  it("creates one story for a visitor and is refused with a different story", async () => {
    const key = randomUUID();
    const body = { name: MARK, title: "Army spouse", content: "It came." };
    const create = (values: object) =>
      request("POST", "/api/testimonials", { body: values, headers: { "Idempotency-Key": key } });
    const responses = [await create(body), await create({ ...body, captchaToken: "solved anew" })];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.json).toEqual(responses[0]?.json);
    const [row] = await sql`
      select count(*)::int as rows from public.testimonials where name = ${MARK}`;
    expect(row?.["rows"]).toBe(1);
    expect((await create({ ...body, content: "It came twice." })).json.code).toBe("key_reused");
  });

  it("creates one highlight for a volunteer", async () => {
    const { id, token: volunteerToken } = await signIn(
      logins.volunteer.email,
      logins.volunteer.password,
    );
    const headers = { "Idempotency-Key": randomUUID() };
    const create = () =>
      request("POST", `/api/volunteer/${id}/highlights`, {
        token: volunteerToken,
        body: { title: MARK, message: "We packed." },
        headers,
      });
    const [firstResponse, secondResponse] = [await create(), await create()];
    expect(secondResponse.json).toEqual(firstResponse.json);
    await sql`delete from public.volunteer_highlights where title = ${MARK}`;
  });
});

const createBody = async (name: OperationName): Promise<object> => writes[name]!.body!(token, "");

describe.each(creations.filter(([, { idempotencyKey }]) => idempotencyKey))(
  "%s",
  (name, endpoint) => {
    const create = (body: object, key: string) =>
      request(endpoint.method, requestPath(endpoint), {
        token,
        body,
        headers: { "Idempotency-Key": key },
      });
    const table = writes[name]!.auditEntries[0]!.split(" ")[1]!;
    const countRows = async () => {
      const [row] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from ${sql(`public.${table}`)}`;
      return row!.rows;
    };
    const rowsPerCreation = writes[name]!.auditEntries.filter(
      (entry) => entry === `insert ${table}`,
    ).length;

    it("returns the first row for a retry with the same key and creates nothing", async () => {
      const [body, key, countBefore] = [await createBody(name), randomUUID(), await countRows()];
      const firstResponse = await create(body, key);
      expect(firstResponse.status, firstResponse.text).toBe(201);
      const before = await fingerprint();
      const retryResponse = await create(body, key);
      expect([retryResponse.status, retryResponse.json]).toEqual([201, firstResponse.json]);
      expect(await fingerprint()).toBe(before);
      expect(await countRows()).toBe(countBefore + rowsPerCreation);
    });

    it("creates one row for five simultaneous requests", async () => {
      const [body, key, rowsBefore] = [await createBody(name), randomUUID(), await countRows()];
      const responses = await Promise.all(Array.from({ length: 5 }, () => create(body, key)));
      expect(responses.map(({ status }) => status)).toContain(201);
      expect(await countRows()).toBe(rowsBefore + rowsPerCreation);
      // A simultaneous request may fail while another request uses the upload, but a retry returns the first row.
      const ids = new Set(
        responses.filter(({ status }) => status === 201).map(({ json }) => json.id),
      );
      ids.add((await create(body, key)).json.id);
      expect(ids.size).toBe(1);
    });

    it("refuses a different request with the same key", async () => {
      const [body, key] = [await createBody(name), randomUUID()];
      await create(body, key);
      const rowsBefore = await countRows();
      const otherBody = changeBody(getObjectSchema(endpoint.body), body);
      const { status, json } = await create(otherBody, key);
      expect([status, json.code]).toEqual([409, "key_reused"]);
      expect(await countRows()).toBe(rowsBefore);
    });

    it("refuses a malformed key", async () => {
      const { status, json } = await create(await createBody(name), "no key");
      expect([status, json.issues?.[0]?.path]).toEqual([400, "Idempotency-Key"]);
    });
  },
);

describe("a key", () => {
  const newLocation = () => ({ name: MARK, address: "1 Street" });
  const create = (body: object, key: string) =>
    request("POST", "/api/locations", { token, body, headers: { "Idempotency-Key": key } });

  it("can be used again after a failed request", async () => {
    const key = randomUUID();
    expect((await create({ ...newLocation(), name: "" }, key)).status).toBe(400);
    expect((await create(newLocation(), key)).status).toBe(201);
  });

  it("applies to one endpoint only", async () => {
    const key = randomUUID();
    const headers = { "Idempotency-Key": key };
    const body = await createBody("createEvent");
    const firstResponse = await request("POST", "/api/events", { token, body, headers });
    const secondResponse = await request("POST", "/api/events/create", { token, body, headers });
    expect(secondResponse.status).toBe(201);
    expect(secondResponse.json.id).not.toBe(firstResponse.json.id);
  });

  const writesToRows = endpoints.filter(
    ([name, { path, idempotencyKey }]) =>
      idempotencyKey !== undefined && path.includes(":") && writes[name]?.createRow !== undefined,
  );

  it("is found for writes to a row, too", () => {
    expect(writesToRows.length).toBeGreaterThan(2);
  });

  it.each(writesToRows)("of %s belongs to one row", async (name, endpoint) => {
    const { createRow, body } = writes[name]!;
    const headers = { "Idempotency-Key": randomUUID() };
    const [id, otherId] = [await createRow!(), await createRow!()];
    const sent = await body?.(token, id);
    const send = (rowId: string) =>
      request(endpoint.method, requestPath(endpoint, { id: rowId }), {
        token,
        headers,
        ...(sent && { body: sent }),
      });
    const firstResponse = await send(id);
    expect(firstResponse.status, firstResponse.text).toBeLessThan(300);
    const { status, json } = await send(otherId);
    expect([status, json.code]).toEqual([409, "key_reused"]);
  });

  it("belongs to one person: no one gets another person's response", async () => {
    const domain = `keys-${randomUUID()}.example.org`;
    const volunteers = await addVolunteers(2, domain);
    onTestFinished(() => removeVolunteers(domain));
    const headers = { "Idempotency-Key": randomUUID() };
    const responses = await Promise.all(
      volunteers.map(({ id, token: volunteerToken }, index) =>
        request("POST", `/api/volunteer/${id}/highlights`, {
          token: volunteerToken,
          body: { title: MARK, message: `Box ${index}` },
          headers,
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const rows = await sql<{ message: string }[]>`
      select message from public.volunteer_highlights where title = ${MARK} order by message`;
    expect(rows.map(({ message }) => message)).toEqual(["Box 0", "Box 1"]);
  });
});
