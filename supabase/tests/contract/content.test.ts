import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHLY_GOAL_DEFAULT } from "../../functions/_shared/contracts/limits.ts";
import { logins } from "../demo-logins.ts";
import { fingerprint, request, signIn, signInAdmin, sql, readLastEntryId } from "./stack.ts";
import { DEMO_PICTURE } from "./uploading.ts";

interface ContentKind {
  readonly name: string;
  readonly table: string;
  readonly readPath: string;
  readonly savePath: string;
  /** The property of the home page's response that contains the record. */
  readonly key: string;
  readonly changedValues: Readonly<Record<string, string | number>>;
  readonly faults: readonly (readonly [string, object, string])[];
}

const contentKinds: readonly ContentKind[] = [
  {
    name: "ACONT-09, ACONT-10: the organization",
    table: "contact_info",
    readPath: "/api/contact-info",
    savePath: "/api/update-contact",
    key: "contactInfo",
    changedValues: {
      organizationName: "Boxes for Heroes",
      taxId: "12-3456789",
      address: "1 Main Street\nFort Worth, TX 76102",
      phone: "(817) 555-0101",
      email: "hello@example.org",
    },
    faults: [
      ["no name", { organizationName: " " }, "organizationName"],
      ["no phone number", { phone: "" }, "phone"],
      ["a malformed email", { email: "hello" }, "email"],
      ["threat 30: a line break in the name", { organizationName: "A\nB" }, "organizationName"],
      ["threat 6: an id", { id: "x" }, "body"],
    ],
  },
  {
    name: "ACONT-13, ACONT-14: the hero section",
    table: "hero_section",
    readPath: "/api/hero-section",
    savePath: "/api/update-hero-section",
    key: "hero",
    changedValues: {
      headline: "A box from home",
      coreMessage: "Packed by hand,\nsent with love.",
      imageUrl: DEMO_PICTURE,
      imageAlt: "A lit tent at night",
    },
    faults: [
      ["ACONT-12: no headline", { headline: " \n" }, "headline"],
      ["ACONT-12: no core message", { coreMessage: "" }, "coreMessage"],
      ["a headline of 201 characters", { headline: "x".repeat(201) }, "headline"],
      ["threat 6: a second row", { singleton: false }, "body"],
    ],
  },
  {
    name: "ACONT-20, ACONT-21: the goal",
    table: "care_package_goals",
    readPath: "/api/care-package-goal",
    savePath: "/api/care-package-goal",
    key: "monthlyProgress",
    changedValues: { monthlyGoal: 617 },
    faults: [
      ["ACONT-17: a goal of zero", { monthlyGoal: 0 }, "monthlyGoal"],
      ["ACONT-17: a negative goal", { monthlyGoal: -5 }, "monthlyGoal"],
      ["ACONT-17: half a package", { monthlyGoal: 1.5 }, "monthlyGoal"],
      ["ACONT-17: a goal that isn't a number", { monthlyGoal: "many" }, "monthlyGoal"],
      ["threat 6: an inactive goal", { isActive: false }, "body"],
    ],
  },
];

let adminToken = "";
let volunteerToken = "";
const originalContents = new Map<string, object>();
const readContent = async ({ readPath }: ContentKind) =>
  (await request("GET", readPath, { token: adminToken })).json as object;
const save = ({ savePath }: ContentKind, body: object, token?: string) =>
  request("POST", savePath, { body, token });

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  for (const kind of contentKinds) originalContents.set(kind.name, await readContent(kind));
});
afterAll(async () => {
  for (const kind of contentKinds) {
    // Without updatedAt, the save isn't refused as a stale edit.
    const { updatedAt: _, ...values } = originalContents.get(kind.name) as { updatedAt: string };
    await save(kind, values, adminToken);
  }
});

describe.each(contentKinds)("$name", (kind) => {
  it("can be saved, is shown to visitors and gets one audit entry", async () => {
    const entryIdBefore = await readLastEntryId();
    const { status, json } = await save(kind, kind.changedValues, adminToken);
    expect([status, json]).toEqual([200, { ...kind.changedValues, updatedAt: expect.any(String) }]);
    const history = await sql`
      select action, table_name, actor_name from public.audit_log where id > ${entryIdBefore}`;
    expect(history).toEqual([
      { action: "update", table_name: kind.table, actor_name: logins.admin.username },
    ]);
    expect(await readContent(kind)).toEqual(json);
    const readHomePage = async () => (await request("GET", "/api/home")).json[kind.key];
    await expect.poll(readHomePage).toMatchObject(kind.changedValues);
  });

  it("can be saved unchanged and stays the only row", async () => {
    expect((await save(kind, await readContent(kind), adminToken)).status).toBe(200);
    const [row] = await sql<{ count: string }[]>`
      select count(*) from ${sql(kind.table)}
      ${kind.table === "care_package_goals" ? sql`where is_active` : sql``}`;
    expect(row?.count).toBe("1");
  });

  it.each(kind.faults)(
    "%s returns 400 naming the field and changes nothing",
    async (_, invalidFields, path) => {
      const before = await fingerprint();
      const { status, json } = await save(
        kind,
        { ...kind.changedValues, ...invalidFields },
        adminToken,
      );
      expect([status, json.code]).toEqual([400, "validation_failed"]);
      expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      expect(await fingerprint()).toBe(before);
    },
  );

  it("threat 2: only administrators can change it", async () => {
    const before = await fingerprint();
    expect((await save(kind, kind.changedValues)).status).toBe(401);
    expect((await save(kind, kind.changedValues, volunteerToken)).status).toBe(403);
    expect(await fingerprint()).toBe(before);
  });
});

it("ACONT-14: the hero section keeps its picture when a save omits it and removes it when a save sends null", async () => {
  const heroKind = contentKinds.find(({ table }) => table === "hero_section")!;
  await save(heroKind, heroKind.changedValues, adminToken);
  const texts = { headline: "A box", coreMessage: "From home." };
  expect((await save(heroKind, texts, adminToken)).json).toMatchObject({
    ...heroKind.changedValues,
    ...texts,
  });
  const valuesWithoutPicture = { ...texts, imageUrl: null, imageAlt: null };
  expect((await save(heroKind, valuesWithoutPicture, adminToken)).json).toMatchObject(
    valuesWithoutPicture,
  );
});

it("ACONT-16, ACONT-21: the goal defaults to 500, and the first save adds its row", async () => {
  const goalKind = contentKinds.find(({ table }) => table === "care_package_goals")!;
  const originalGoals = await sql`select * from public.care_package_goals where is_active`;
  await sql`delete from public.care_package_goals where is_active`;
  expect(await readContent(goalKind)).toEqual({
    monthlyGoal: MONTHLY_GOAL_DEFAULT,
    updatedAt: null,
  });
  expect(MONTHLY_GOAL_DEFAULT).toBe(500);
  const firstGoal = { monthlyGoal: 40, updatedAt: expect.any(String) };
  expect((await save(goalKind, { monthlyGoal: 40, updatedAt: null }, adminToken)).json).toEqual(
    firstGoal,
  );
  expect(await readContent(goalKind)).toEqual(firstGoal);
  const staleResponse = await save(goalKind, { monthlyGoal: 50, updatedAt: null }, adminToken);
  expect([staleResponse.status, staleResponse.json.code]).toEqual([409, "stale_edit"]);
  await sql`delete from public.care_package_goals where is_active`;
  await sql`insert into public.care_package_goals ${sql(originalGoals)}`;
});
