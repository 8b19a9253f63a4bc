import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listUsualYears } from "../../functions/_shared/contracts/usual-days.ts";
import { getWritePath, sendAs, writes } from "./audited-writes.ts";
import { restoreRows } from "./restore-rows.ts";
import { clearRateLimits, endpoints, fingerprint, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(new Map()));

const days = endpoints
  .filter(([, { access }]) => access === "admin")
  .flatMap(([name, endpoint]) =>
    listUsualYears(endpoint.body).flatMap(([field, { future }]) => [
      [name, field, "1926-11-03", endpoint] as const,
      ...(future === null ? [] : [[name, field, "2199-01-01", endpoint] as const]),
    ]),
  );

it.each(days)("%s asks whether %s %s is right", async (name, field, day, endpoint) => {
  const write = writes[name]!;
  const id = (await write.createRow?.()) ?? "";
  const sample: Record<string, unknown> = { ...(await write.body!(token, id)) };
  const { anyway: _anyway, ...body } = sample;
  const send = (confirmation: object) =>
    sendAs(
      endpoint.method,
      getWritePath(endpoint, write, id),
      { ...body, [field]: day, ...confirmation },
      token,
    );
  const before = await fingerprint();
  const asked = await send({});
  expect([asked.status, asked.json.code]).toEqual([409, "unusual_date"]);
  expect(asked.json.message).toContain(
    day.startsWith("1926") ? "November 3, 1926" : "January 1, 2199",
  );
  expect(asked.json.issues.map(({ path }: { path: string }) => path)).toContain(field);
  expect(await fingerprint()).toBe(before);
  // The other fields may not fit the day, but nobody is asked again.
  expect((await send({ anyway: true })).json.code).not.toBe("unusual_date");
});

describe("since when we deliver", () => {
  const delivery = {
    deliveredOn: "1901-03-02",
    militaryBranch: "Navy",
    program: "Military Families",
    city: "Unusualville",
    state: "TX",
    packages: 12,
  };
  const readSince = async () =>
    (await request("GET", "/api/home")).json.deliveriesSince as string | null;
  afterAll(() => sql`delete from public.package_deliveries where city = ${delivery.city}`);

  it("ignores days that nobody confirmed", async () => {
    const before = await readSince();
    const path = "/api/package-deliveries";
    const asked = await request("POST", path, { token, body: delivery });
    expect([asked.status, asked.json.code]).toEqual([409, "unusual_date"]);
    await sql`
      insert into public.package_deliveries (delivered_on, military_branch, program, city, state, packages)
      values ('1900-03-02', 'Navy', 'Military Families', ${delivery.city}, 'TX', 12)`;
    expect(await readSince()).toBe(before);

    const { json } = await request("POST", path, { token, body: { ...delivery, anyway: true } });
    expect(json).toMatchObject({ deliveredOn: "1901-03-02" });
    expect(await readSince()).toBe("1901-03");
    const change = { deliveredOn: "2026-10-05" };
    expect((await request("PUT", `${path}/${json.id}`, { token, body: change })).status).toBe(200);
    expect(await readSince()).toBe(before);
  });
});
