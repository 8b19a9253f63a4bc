import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHLY_GOAL_DEFAULT } from "../../functions/_shared/contracts/limits.ts";
import { fingerprint, logins, request, signIn, signInAdmin, sql } from "./stack.ts";
import { DEMO_PICTURE } from "./uploading.ts";

interface Content {
  readonly name: string;
  readonly table: string;
  readonly readPath: string;
  readonly savePath: string;
  /** The property of the home page's response that shows the record. */
  readonly key: string;
  readonly changedValues: Readonly<Record<string, string | number>>;
  readonly faults: readonly (readonly [string, object, string])[];
}

const contents: readonly Content[] = [
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
      ["201 characters", { headline: "x".repeat(201) }, "headline"],
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

let admin = "";
let volunteer = "";
const originalContents = new Map<string, object>();
const readContent = async ({ readPath }: Content) =>
  (await request("GET", readPath, { token: admin })).json as object;
const save = ({ savePath }: Content, body: object, token?: string) =>
  request("POST", savePath, { body, token });

beforeAll(async () => {
  admin = (await signInAdmin()).token;
  volunteer = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  for (const content of contents) originalContents.set(content.name, await readContent(content));
});
afterAll(async () => {
  for (const content of contents) {
    // Without updatedAt, the save isn't refused as a stale edit.
    const { updatedAt: _, ...values } = originalContents.get(content.name) as { updatedAt: string };
    await save(content, values, admin);
  }
});

describe.each(contents)("$name", (content) => {
  it("saves, shows it to visitors and writes one audit entry", async () => {
    const [{ id: lastEntryId } = { id: "0" }] = await sql<{ id: string }[]>`
      select max(id) as id from public.audit_log`;
    const { status, json } = await save(content, content.changedValues, admin);
    expect([status, json]).toEqual([
      200,
      { ...content.changedValues, updatedAt: expect.any(String) },
    ]);
    const history = await sql`
      select action, table_name, actor_name from public.audit_log where id > ${lastEntryId}`;
    expect(history).toEqual([
      { action: "update", table_name: content.table, actor_name: logins.admin.username },
    ]);
    expect(await readContent(content)).toEqual(json);
    const readHomePage = async () => (await request("GET", "/api/home")).json[content.key];
    await expect.poll(readHomePage).toMatchObject(content.changedValues);
  });

  it("can be saved unchanged and stays the only row", async () => {
    expect((await save(content, await readContent(content), admin)).status).toBe(200);
    const [row] = await sql<{ count: string }[]>`
      select count(*) from ${sql(content.table)}
      ${content.table === "care_package_goals" ? sql`where is_active` : sql``}`;
    expect(row?.count).toBe("1");
  });

  it.each(content.faults)(
    "%s returns 400 naming the field and changes nothing",
    async (_, fault, path) => {
      const before = await fingerprint();
      const { status, json } = await save(content, { ...content.changedValues, ...fault }, admin);
      expect([status, json.code]).toEqual([400, "validation_failed"]);
      expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      expect(await fingerprint()).toBe(before);
    },
  );

  it("threat 2: only administrators can change it", async () => {
    const before = await fingerprint();
    expect((await save(content, content.changedValues)).status).toBe(401);
    expect((await save(content, content.changedValues, volunteer)).status).toBe(403);
    expect(await fingerprint()).toBe(before);
  });
});

it("ACONT-14: keeps the hero picture when it is omitted and removes it on null", async () => {
  const hero = contents.find(({ table }) => table === "hero_section")!;
  await save(hero, hero.changedValues, admin);
  const texts = { headline: "A box", coreMessage: "From home." };
  expect((await save(hero, texts, admin)).json).toMatchObject({ ...hero.changedValues, ...texts });
  const withoutPicture = { ...texts, imageUrl: null, imageAlt: null };
  expect((await save(hero, withoutPicture, admin)).json).toMatchObject(withoutPicture);
});

it("ACONT-16, ACONT-21: the goal defaults to 500, and the first save adds it", async () => {
  const goal = contents.find(({ table }) => table === "care_package_goals")!;
  const originalGoals = await sql`select * from public.care_package_goals where is_active`;
  await sql`delete from public.care_package_goals where is_active`;
  expect(await readContent(goal)).toEqual({ monthlyGoal: MONTHLY_GOAL_DEFAULT, updatedAt: null });
  expect(MONTHLY_GOAL_DEFAULT).toBe(500);
  const firstGoal = { monthlyGoal: 40, updatedAt: expect.any(String) };
  expect((await save(goal, { monthlyGoal: 40, updatedAt: null }, admin)).json).toEqual(firstGoal);
  expect(await readContent(goal)).toEqual(firstGoal);
  const lateResponse = await save(goal, { monthlyGoal: 50, updatedAt: null }, admin);
  expect([lateResponse.status, lateResponse.json.code]).toEqual([409, "stale_edit"]);
  await sql`delete from public.care_package_goals where is_active`;
  await sql`insert into public.care_package_goals ${sql(originalGoals)}`;
});
