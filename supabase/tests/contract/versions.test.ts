import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OperationName } from "../../functions/_shared/contracts/catalogue.ts";
import { shapeOf, samplesOf, changeBody } from "../samples.ts";
import { MARK, restoreRows, sendAs, writes } from "./audited-writes.ts";
import {
  clearRateLimits,
  entries,
  fingerprint,
  requestPath,
  request,
  signInAdmin,
  sql,
} from "./stack.ts";

/** Every update that administrators can make. */
const updates = entries.filter(
  ([name, { access }]) => access === "admin" && name.startsWith("update"),
);
const versionNameOf = (body: unknown): "version" | "updatedAt" | undefined => {
  const options = body instanceof z.ZodDiscriminatedUnion ? body.options : [body];
  return (["version", "updatedAt"] as const).find((name) =>
    options.every((option) => option instanceof z.ZodObject && name in option.shape),
  );
};

const singletons = [
  ["settings", sql`true`],
  ["contact_info", sql`true`],
  ["hero_section", sql`true`],
  ["impact_stats", sql`true`],
  ["legal_content", sql`key = 'terms_policy'`],
  ["care_package_goals", sql`is_active`],
  ["section_content", sql`section = 'about'`],
] as const;
const before = new Map<string, object>();
let token: string;
beforeAll(async () => {
  token = (await signInAdmin()).token;
  for (const [table, where] of singletons) {
    const [row] = await sql`
      select to_jsonb(row) - 'updated_at' - 'last_updated' - 'created_at' - 'singleton' as row
      from ${sql(`public.${table}`)} as row where ${where}`;
    if (row) before.set(table, row["row"] as object);
  }
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(before));

it("every administrator update accepts the version it was based on", () => {
  expect(updates.length).toBeGreaterThan(10);
  const without = updates.filter(([, { body }]) => versionNameOf(body) === undefined);
  expect(without.map(([name]) => name)).toEqual([]);
});

describe.each(updates)("%s", (name, entry) => {
  const write = writes[name]!;
  const version = versionNameOf(entry.body)!;
  const open = async () => {
    const id = (await write.id?.()) ?? "";
    const path = requestPath(entry, { id, ...(write.key ? { key: write.key } : {}) });
    const body = (await write.body?.(token, id))!;
    const save = (values: object, began?: unknown) =>
      sendAs(
        entry.method,
        path,
        began === undefined ? values : { ...values, [version]: began },
        token,
      );
    const first = await save(body);
    expect(first.status, first.text).toBe(200);
    return {
      save,
      body,
      other: changeBody(shapeOf(entry.body), body),
      began: first.json[version] as unknown,
    };
  };

  it("refuses an outdated version and leaves the record unchanged", async () => {
    const { save, body, other, began } = await open();
    // The documented body has no version and is accepted, whatever was saved before.
    expect((await save(other)).status).toBe(200);
    const untouched = await fingerprint();
    const { status, json } = await save(body, began);
    expect([status, json.code]).toEqual([409, "stale_edit"]);
    expect(json.savedBy).toBe("admin");
    expect(json.message).toContain("admin saved changes first");
    expect(await fingerprint()).toBe(untouched);

    const newest = await save(body, json.current[version]);
    expect(newest.status, newest.text).toBe(200);
  });

  it("lets one of five simultaneous saves of a version win", async () => {
    const { save, other: values, began } = await open();
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(values, began)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });
});

const deliveredTo = async () => {
  const [place] = await sql<{ id: string }[]>`
    select id from public.locations where not is_military_mail limit 1`;
  return place!.id;
};

/** Values of fields that depend on one another or on what is stored, which a schema doesn't say. */
const dependent: Partial<Record<OperationName, () => object | Promise<object>>> = {
  updateEvent: () => ({ date: "2039-06-16", endTime: "11:30" }),
  updatePackageDelivery: async () => ({ locationId: await deliveredTo(), region: null }),
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
      ...Object.fromEntries(amounts.map((name) => [name, Number(json[name])])),
    };
  },
};

const partly = updates.filter(([name]) => name !== "updateLegalContent");

/** Both values of each flag, because one of them is the default. */
const cases = partly.flatMap(([name, entry]) => [0, 1].map((turn) => [name, turn, entry] as const));

it.each(cases)(
  "%s (%d): sending one field leaves all others unchanged",
  async (name, turn, entry) => {
    const version = versionNameOf(entry.body)!;
    const path = requestPath(entry, { id: (await writes[name]!.id?.()) ?? "" });
    const shape = shapeOf(entry.body);
    const fields = Object.keys(shape.shape).filter((field) => field !== version);
    const values: Readonly<Record<string, unknown>> = {
      ...samplesOf(shape, fields, { word: MARK, turn }),
      ...(await dependent[name]?.()),
    };
    expect(Object.keys(values)).toEqual(fields);

    let last = await sendAs(entry.method, path, values, token);
    expect(last.status, last.text).toBe(200);
    const { section } = values;
    for (const [field, value] of Object.entries(values)) {
      const change = { ...(section !== undefined && { section }), [field]: value };
      const saved = await sendAs(
        entry.method,
        path,
        { ...change, [version]: last.json[version] },
        token,
      );
      expect(saved.status, `${field}: ${saved.text}`).toBe(200);
      const { updatedAt, version: number } = saved.json;
      const unchanged = {
        ...last.json,
        updatedAt,
        ...(number !== undefined && { version: number }),
      };
      expect([field, saved.json]).toEqual([field, unchanged]);
      last = saved;
    }
  },
);

describe("a stale edit", () => {
  const addLocation = async () =>
    (await sendAs("POST", "/api/locations", { name: MARK, address: "1 Street" }, token)).json;

  it("names the changed fields and returns the record as the endpoint does", async () => {
    const began = await addLocation();
    const path = `/api/locations/${began.id}`;
    await sendAs("PUT", path, { militaryBranch: "Navy" }, token);
    const { status, json } = await sendAs(
      "PUT",
      path,
      { militaryBranch: "Army", updatedAt: began.updatedAt },
      token,
    );
    expect(status).toBe(409);
    const paths = (json.issues as { path: string }[]).map(({ path: field }) => field);
    expect(paths).toContain("militaryBranch");
    expect(paths).not.toContain("isActive");
    const found = await request("GET", `/api/locations?search=${MARK}&limit=100`, { token });
    const newest = (found.json as { id: string }[]).find(({ id }) => id === began.id);
    expect(json.current).toEqual(newest);
    await sql`delete from public.locations where id = ${began.id}`;
  });

  it("names every field, but no person, if that version isn't in the audit log", async () => {
    const { id } = await addLocation();
    const stale = { city: "Waco", updatedAt: "2026-01-15T12:00:00.000Z" };
    const { status, json } = await sendAs("PUT", `/api/locations/${id}`, stale, token);
    expect([status, json.savedBy]).toEqual([409, "Someone"]);
    const paths = (json.issues as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["name", "address", "city", "isActive"]));
    await sql`delete from public.locations where id = ${id}`;
  });

  it("LOC-12: accepts the documented full body without a version", async () => {
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
    const changed = await sendAs("PUT", path, { note: "Gloves", updatedAt }, token);
    expect(changed.status, changed.text).toBe(200);
    const limited = await sendAs("PUT", path, { maxVolunteers: 12 }, token);
    expect(limited.json.updatedAt).not.toBe(changed.json.updatedAt);
    const stale = { maxVolunteers: 20, updatedAt: changed.json.updatedAt as string };
    expect((await sendAs("PUT", path, stale, token)).json.code).toBe("stale_edit");
    await sql`delete from public.events where id = ${event.id}`;
  });

  it("isn't caused by moving another item to the position of the edited one", async () => {
    const body = { title: MARK, description: "Socks" };
    const { json: item } = await sendAs("POST", "/api/about-items", body, token);
    const { json: other } = await sendAs("POST", "/api/about-items", body, token);
    await sendAs("PUT", `/api/about-items/${other.id}`, { order: 1 }, token);
    const { updatedAt } = item;
    const answer = await sendAs(
      "PUT",
      `/api/about-items/${item.id}`,
      { description: "Warm socks", updatedAt },
      token,
    );
    expect(answer.status, answer.text).toBe(200);
  });

  it("ACONT-10, ACONT-12, ACONT-14: a save without a version needs the whole record, one with a version only the changes", async () => {
    const { json: hero } = await request("GET", "/api/hero-section", { token });
    const post = (body: object) => sendAs("POST", "/api/update-hero-section", body, token);
    const partial = await post({ headline: MARK });
    expect([partial.status, partial.json.issues?.[0]?.path]).toEqual([400, "coreMessage"]);
    const { updatedAt, coreMessage } = hero;
    const saved = await post({ headline: MARK, updatedAt });
    expect(saved.json).toMatchObject({ headline: MARK, coreMessage });
    expect((await post({ headline: hero.headline, coreMessage })).status).toBe(200);
  });
});
