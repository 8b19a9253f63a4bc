import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHLY_GOAL_DEFAULT } from "../../functions/_shared/contracts/limits.ts";
import { fingerprint, logins, request, signIn, signInAdmin, sql } from "./stack.ts";
import { DEMO_PICTURE } from "./uploading.ts";

interface Content {
  readonly name: string;
  readonly table: string;
  readonly read: string;
  readonly save: string;
  /** The property of the home page's response that shows the record. */
  readonly key: string;
  readonly changed: Readonly<Record<string, string | number>>;
  readonly faults: readonly (readonly [string, object, string])[];
}

const contents: readonly Content[] = [
  {
    name: "ACONT-09, ACONT-10: the organization",
    table: "contact_info",
    read: "/api/contact-info",
    save: "/api/update-contact",
    key: "contactInfo",
    changed: {
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
    read: "/api/hero-section",
    save: "/api/update-hero-section",
    key: "hero",
    changed: {
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
    read: "/api/care-package-goal",
    save: "/api/care-package-goal",
    key: "monthlyProgress",
    changed: { monthlyGoal: 617 },
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
const before = new Map<string, object>();
const readNow = async ({ read }: Content) =>
  (await request("GET", read, { token: admin })).json as object;
const save = ({ save: path }: Content, body: object, token?: string) =>
  request("POST", path, { body, token });

beforeAll(async () => {
  admin = (await signInAdmin()).token;
  volunteer = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  for (const content of contents) before.set(content.name, await readNow(content));
});
afterAll(async () => {
  for (const content of contents) {
    // Sends the newest version, whatever its number.
    const { updatedAt: _, ...values } = before.get(content.name) as { updatedAt: string };
    await save(content, values, admin);
  }
});

describe.each(contents)("$name", (content) => {
  it("saves, shows it to visitors and writes one audit entry", async () => {
    const [{ id: last } = { id: "0" }] = await sql<{ id: string }[]>`
      select max(id) as id from public.audit_log`;
    const { status, json } = await save(content, content.changed, admin);
    expect([status, json]).toEqual([200, { ...content.changed, updatedAt: expect.any(String) }]);
    const history = await sql`
      select action, table_name, actor_name from public.audit_log where id > ${last}`;
    expect(history).toEqual([
      { action: "update", table_name: content.table, actor_name: logins.admin.username },
    ]);
    expect(await readNow(content)).toEqual(json);
    const shown = async () => (await request("GET", "/api/home")).json[content.key];
    await expect.poll(shown).toMatchObject(content.changed);
  });

  it("can be saved unchanged and stays the only row", async () => {
    expect((await save(content, await readNow(content), admin)).status).toBe(200);
    const [row] = await sql<{ count: string }[]>`
      select count(*) from ${sql(content.table)}
      ${content.table === "care_package_goals" ? sql`where is_active` : sql``}`;
    expect(row?.count).toBe("1");
  });

  it.each(content.faults)(
    "%s returns 400 naming the field and changes nothing",
    async (_, fault, path) => {
      const all = await fingerprint();
      const { status, json } = await save(content, { ...content.changed, ...fault }, admin);
      expect([status, json.code]).toEqual([400, "validation_failed"]);
      expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      expect(await fingerprint()).toBe(all);
    },
  );

  it("threat 2: only administrators can change it", async () => {
    const all = await fingerprint();
    expect((await save(content, content.changed)).status).toBe(401);
    expect((await save(content, content.changed, volunteer)).status).toBe(403);
    expect(await fingerprint()).toBe(all);
  });
});

it("ACONT-14: keeps the hero picture when it is omitted and removes it on null", async () => {
  const hero = contents.find(({ table }) => table === "hero_section")!;
  await save(hero, hero.changed, admin);
  const words = { headline: "A box", coreMessage: "From home." };
  expect((await save(hero, words, admin)).json).toMatchObject({ ...hero.changed, ...words });
  const without = { ...words, imageUrl: null, imageAlt: null };
  expect((await save(hero, without, admin)).json).toMatchObject(without);
});

it("ACONT-16, ACONT-21: the goal defaults to 500, and the first save adds it", async () => {
  const goal = contents.find(({ table }) => table === "care_package_goals")!;
  const kept = await sql`select * from public.care_package_goals where is_active`;
  await sql`delete from public.care_package_goals where is_active`;
  expect(await readNow(goal)).toEqual({ monthlyGoal: MONTHLY_GOAL_DEFAULT, updatedAt: null });
  expect(MONTHLY_GOAL_DEFAULT).toBe(500);
  const first = { monthlyGoal: 40, updatedAt: expect.any(String) };
  expect((await save(goal, { monthlyGoal: 40, updatedAt: null }, admin)).json).toEqual(first);
  expect(await readNow(goal)).toEqual(first);
  const late = await save(goal, { monthlyGoal: 50, updatedAt: null }, admin);
  expect([late.status, late.json.code]).toEqual([409, "stale_edit"]);
  await sql`delete from public.care_package_goals where is_active`;
  await sql`insert into public.care_package_goals ${sql(kept)}`;
});
