import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import { shownVersion } from "../../functions/_shared/contracts/versions.ts";
import { createReferences, recordKinds } from "../records.ts";
import { changeBody, confirmDays, createSamples, getObjectSchema } from "../samples.ts";
import { MARK, uniqueName } from "./audited-rows.ts";
import { getWritePath, sendAs, writes } from "./audited-writes.ts";
import { readSingleRows, restoreRows } from "./restore-rows.ts";
import {
  clearRateLimits,
  endpoints,
  fingerprint,
  requestPath,
  request,
  signInAdmin,
  sql,
} from "./stack.ts";

/** Every update that administrators can make. */
const updates = endpoints.filter(
  ([name, { access }]) => access === "admin" && name.startsWith("update"),
);
const findVersionField = (body: unknown): "version" | "updatedAt" | undefined => {
  const options = body instanceof z.ZodDiscriminatedUnion ? body.options : [body];
  return (["version", "updatedAt"] as const).find((name) =>
    options.every((option) => option instanceof z.ZodObject && name in option.shape),
  );
};

let originalRows: ReadonlyMap<string, object>;
let token: string;
beforeAll(async () => {
  token = (await signInAdmin()).token;
  originalRows = await readSingleRows();
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(originalRows));

it("every administrator update accepts the version it was based on", () => {
  expect(updates.length).toBeGreaterThan(10);
  const updatesWithoutVersion = updates.filter(
    ([, { body }]) => findVersionField(body) === undefined,
  );
  expect(updatesWithoutVersion.map(([name]) => name)).toEqual([]);
});

describe.each(updates)("%s", (name, endpoint) => {
  const write = writes[name]!;
  const versionField = findVersionField(endpoint.body)!;
  const startEdit = async () => {
    const id = (await write.createRow?.()) ?? "";
    const path = getWritePath(endpoint, write, id);
    const body = (await write.body?.(token, id))!;
    const save = (values: object, baseVersion?: unknown) =>
      sendAs(
        endpoint.method,
        path,
        baseVersion === undefined ? values : { ...values, [versionField]: baseVersion },
        token,
      );
    const firstSave = await save(body);
    expect(firstSave.status, firstSave.text).toBe(200);
    return {
      save,
      body,
      otherBody: changeBody(getObjectSchema(endpoint.body), body),
      baseVersion: firstSave.json[versionField] as unknown,
    };
  };

  it("refuses an outdated version and leaves the record unchanged", async () => {
    const { save, body, otherBody, baseVersion } = await startEdit();
    // The documented body has no version and is accepted, whatever was saved before.
    expect((await save(otherBody)).status).toBe(200);
    const before = await fingerprint();
    const { status, json } = await save(body, baseVersion);
    expect([status, json.code]).toEqual([409, "stale_edit"]);
    expect(json.savedBy).toBe("admin");
    expect(json.message).toContain("admin saved changes first");
    expect(await fingerprint()).toBe(before);

    const newestResponse = await save(body, json.current[versionField]);
    expect(newestResponse.status, newestResponse.text).toBe(200);
  });

  it("lets one of five simultaneous saves of the same version succeed", async () => {
    const { save, otherBody: values, baseVersion } = await startEdit();
    const responses = await Promise.all(Array.from({ length: 5 }, () => save(values, baseVersion)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });
});

const readLocationId = async () => {
  const [location] = await sql<{ id: string }[]>`
    select id from public.locations where not is_military_mail limit 1`;
  return location!.id;
};

/** Values of fields that depend on one another or on what a stored row has, which a schema doesn't describe. */
const dependentValues: Partial<Record<OperationName, () => object | Promise<object>>> = {
  updateDeposit: () => ({ depositedOn: "2001-11-04" }),
  updateDonation: () => ({ source: "spring-gala" }),
  updateEvent: () => ({ date: "2039-06-16", endTime: "11:30", endsNextDay: false }),
  updatePackageDelivery: async () => ({ locationId: await readLocationId(), region: null }),
  // Only volunteers without an email address of their own have one.
  updateVolunteer: () => ({ contactEmail: null }),
  updateVolunteerQualification: () => ({ completedOn: "2001-11-03", expiresOn: "2180-11-03" }),
  updateSettings: async () => {
    const { json } = await request("GET", "/api/settings", { token });
    const { timeZone, giftLevels, packageCosts, spendingYear, spending } = json;
    const amounts = [
      "minDonation",
      "maxDonation",
      "packagePrice",
      "cardFeePercent",
      "cardFeeFixed",
    ];
    return {
      timeZone,
      giftLevels,
      packageCosts,
      spendingYear,
      spending,
      spendingYearRaised: null,
      ...Object.fromEntries(amounts.map((name) => [name, Number(json[name])])),
    };
  },
};

const partialUpdates = updates.filter(([name]) => name !== "updateLegalContent");

/** Includes each update twice, with both values of its flags, because one of them is the default. */
const cases = partialUpdates.flatMap(([name, endpoint]) =>
  [0, 1].map((variant) => [name, variant, endpoint] as const),
);

it.each(cases)(
  "%s leaves all other fields unchanged when one is sent (sample values %d)",
  async (name, variant, endpoint) => {
    const versionField = findVersionField(endpoint.body)!;
    const path = requestPath(endpoint, { id: (await writes[name]!.createRow?.()) ?? "" });
    const shape = getObjectSchema(endpoint.body);
    const kind = recordKinds.find(({ update }) => update === name);
    const fields = Object.keys(shape.shape).filter(
      (field) => field !== versionField && field !== "anyway",
    );
    const confirmation = confirmDays(shape);
    const values: Readonly<Record<string, unknown>> = {
      ...createSamples(shape, fields, { word: uniqueName(), variant }),
      ...(kind && (await createReferences(kind.table, fields))),
      ...(await dependentValues[name]?.()),
    };
    expect(Object.keys(values)).toEqual(fields);

    let lastResponse = await sendAs(endpoint.method, path, { ...values, ...confirmation }, token);
    expect(lastResponse.status, lastResponse.text).toBe(200);
    const { section } = values;
    for (const [field, value] of Object.entries(values)) {
      const change = { ...(section !== undefined && { section }), [field]: value };
      const response = await sendAs(
        endpoint.method,
        path,
        { ...change, ...confirmation, [versionField]: lastResponse.json[versionField] },
        token,
      );
      expect(response.status, `${field}: ${response.text}`).toBe(200);
      const { updatedAt, version: newVersion } = response.json;
      const expected = {
        ...lastResponse.json,
        updatedAt,
        ...(newVersion !== undefined && { version: newVersion }),
      };
      expect([field, response.json]).toEqual([field, expected]);
      lastResponse = response;
    }
  },
);

/** Every delete of a record that administrators see in a list. */
const deletes = endpoints.filter(
  ([, { method, query }]) =>
    method === "DELETE" && query?.shape["version"] === shownVersion.shape.version,
);

it("every list whose records can be deleted shows their version", () => {
  expect(deletes.length).toBeGreaterThan(12);
});

it.each(deletes)(
  "%s refuses a record that has changed since it was shown",
  async (name, endpoint) => {
    const write = writes[name]!;
    const id = await write.createRow!();
    const table = endpoint.path.split("/")[2]!.replaceAll("-", "_");
    const readUpdatedAt = async () => {
      const [row] = await sql<{ updatedAt: Date }[]>`
      select updated_at as "updatedAt" from ${sql(`public.${table}`)} where id = ${id}`;
      return row?.updatedAt.toISOString();
    };
    const version = await readUpdatedAt();
    const remove = (shown = "") =>
      sendAs("DELETE", `${getWritePath(endpoint, write, id)}${shown}`, undefined, token);
    const refused = await remove("?version=2026-01-02T03:04:05Z");
    expect([refused.status, refused.json.code]).toEqual([409, "stale_edit"]);
    expect(refused.json.message).toMatch(
      /has changed this since you saw it, so it wasn't deleted\.$/,
    );
    expect(await readUpdatedAt()).toBe(version);
    const response = await remove(`?version=${version}`);
    expect(response.status, response.text).toBe(200);
  },
);

describe("threat 59: a stale edit", () => {
  const addLocation = async () =>
    (await sendAs("POST", "/api/locations", { name: MARK, address: "1 Street" }, token)).json;

  it("names the changed fields and returns the current record as the list does", async () => {
    const location = await addLocation();
    const path = `/api/locations/${location.id}`;
    await sendAs("PUT", path, { militaryBranch: "Navy" }, token);
    const { status, json } = await sendAs(
      "PUT",
      path,
      { militaryBranch: "Army", updatedAt: location.updatedAt },
      token,
    );
    expect(status).toBe(409);
    const paths = (json.issues as { path: string }[]).map(({ path: field }) => field);
    expect(paths).toContain("militaryBranch");
    expect(paths).not.toContain("isActive");
    const listResponse = await request("GET", `/api/locations?search=${MARK}&limit=100`, { token });
    const listedLocation = (listResponse.json as { id: string }[]).find(
      ({ id }) => id === location.id,
    );
    expect(json.current).toEqual(listedLocation);
    await sql`delete from public.locations where id = ${location.id}`;
  });

  it("names every field, but no person, if the version it was based on isn't in the audit log", async () => {
    const { id } = await addLocation();
    const staleEdit = { city: "Waco", updatedAt: "2026-01-15T12:00:00.000Z" };
    const { status, json } = await sendAs("PUT", `/api/locations/${id}`, staleEdit, token);
    expect([status, json.savedBy]).toEqual([409, "Someone"]);
    const paths = (json.issues as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["name", "address", "city", "isActive"]));
    await sql`delete from public.locations where id = ${id}`;
  });

  it("LOC-12: isn't caused by the documented full body, which has no version", async () => {
    const { id } = await addLocation();
    const body = {
      contactPersonName: "Ann Lee",
      militaryBranch: "Army",
      name: MARK,
      address: "2 Street",
      city: "Waco",
      state: "TX",
      zipCode: "76701",
      isActive: true,
      description: "",
    };
    expect((await sendAs("PUT", `/api/locations/${id}`, body, token)).status).toBe(200);
    await sql`delete from public.locations where id = ${id}`;
  });

  it("isn't caused by volunteers joining an event, but by a change to its limit", async () => {
    const { json: event } = await sendAs(
      "POST",
      "/api/events",
      {
        eventType: "Fundraiser",
        date: "2039-06-15",
        startTime: "09:00",
        endTime: "11:30",
        address: MARK,
        maxVolunteers: 10,
      },
      token,
    );
    const path = `/api/events/${event.id}`;
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id)
      select ${event.id}, id from public.volunteer_accounts order by id limit 1`;
    const { updatedAt } = event;
    const updateResponse = await sendAs("PUT", path, { note: "Gloves", updatedAt }, token);
    expect(updateResponse.status, updateResponse.text).toBe(200);
    const limitResponse = await sendAs("PUT", path, { maxVolunteers: 12 }, token);
    expect(limitResponse.json.updatedAt).not.toBe(updateResponse.json.updatedAt);
    const staleEdit = { maxVolunteers: 20, updatedAt: updateResponse.json.updatedAt as string };
    expect((await sendAs("PUT", path, staleEdit, token)).json.code).toBe("stale_edit");
    await sql`delete from public.events where id = ${event.id}`;
  });

  it("isn't caused by moving another item to the position of the edited one", async () => {
    const body = { title: MARK, description: "Socks" };
    const { json: item } = await sendAs("POST", "/api/about-items", body, token);
    const { json: otherItem } = await sendAs("POST", "/api/about-items", body, token);
    await sendAs("PUT", `/api/about-items/${otherItem.id}`, { order: 1 }, token);
    const { updatedAt } = item;
    const response = await sendAs(
      "PUT",
      `/api/about-items/${item.id}`,
      { description: "Warm socks", updatedAt },
      token,
    );
    expect(response.status, response.text).toBe(200);
  });
});

it("ACONT-10, ACONT-12, ACONT-14: a save without a version needs the whole record, one with a version only the changes", async () => {
  const { json: hero } = await request("GET", "/api/hero-section", { token });
  const post = (body: object) => sendAs("POST", "/api/update-hero-section", body, token);
  const partialResponse = await post({ headline: MARK });
  expect([partialResponse.status, partialResponse.json.issues?.[0]?.path]).toEqual([
    400,
    "coreMessage",
  ]);
  const { updatedAt, coreMessage } = hero;
  const saveResponse = await post({ headline: MARK, updatedAt });
  expect(saveResponse.json).toMatchObject({ headline: MARK, coreMessage });
  expect((await post({ headline: hero.headline, coreMessage })).status).toBe(200);
});
