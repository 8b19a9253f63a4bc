import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runJob, readJobs } from "../../local/schedule.ts";
import type { RetentionRuleName } from "../../functions/_shared/contracts/choices.ts";
import { uniqueWord } from "../unique-word.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  type LoggedInPerson,
  request,
  SOME_ID,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const PASSWORD = "Retained!2026-11";
const MARK = uniqueWord();

interface Rule {
  readonly id: string;
  readonly name: RetentionRuleName;
  readonly isOn: boolean;
  readonly keepDays: number;
  readonly ranAt: string | null;
  readonly affectedCount: number;
  readonly totalCount: number;
  readonly updatedAt: string;
}

let owner: LoggedInPerson;
const readRules = async () =>
  (await request("GET", "/api/retention-rules", { token: owner.token })).json as Rule[];
const readRule = async (name: RetentionRuleName) =>
  (await readRules()).find((rule) => rule.name === name)!;
const save = (rule: Rule, changes: object, token = owner.token) =>
  request("PUT", `/api/retention-rules/${rule.id}`, {
    token,
    body: { updatedAt: rule.updatedAt, ...changes },
  });
const runScheduledJob = async () => {
  const jobs = await readJobs(sql);
  await runJob(
    sql,
    facts,
    jobs.find(({ name }) => name === "apply-retention-rules")!,
  );
};
const restoreRules = () => sql`
  update public.retention_rules set is_on = name = 'expired_links',
    keep_days = case when name = 'expired_links' then 1 else 730 end`;

beforeAll(async () => {
  owner = await signInAdmin();
});
beforeEach(async () => {
  await clearRateLimits();
  await restoreRules();
});
afterAll(async () => {
  await restoreRules();
  await sql`delete from public.volunteer_applications where interests = ${MARK} or email like ${`${MARK}%`}`;
  await sql`delete from auth.users where email like ${`${MARK}%`}`;
});

describe("retention rules", () => {
  it("are off for data that people may miss, and on for expired links", async () => {
    const rules = await readRules();
    expect(rules.map(({ name, isOn }) => [name, isOn])).toEqual([
      ["rejected_applications", false],
      ["email_texts", false],
      ["unconfirmed_addresses", false],
      ["expired_links", true],
    ]);
  });

  it("can be changed by owners, who see when someone else has changed them", async () => {
    const rule = await readRule("email_texts");
    const savedRule = await save(rule, { isOn: true, keepDays: 400 });
    expect([savedRule.status, savedRule.json.isOn, savedRule.json.keepDays]).toEqual([
      200,
      true,
      400,
    ]);
    const staleRule = await save(rule, { keepDays: 30 });
    expect([staleRule.status, staleRule.json.code]).toEqual([409, "stale_edit"]);
    expect(await readRule("email_texts")).toMatchObject({ isOn: true, keepDays: 400 });
    const [entry] = await sql`
      select actor_name, before ->> 'keep_days' as before, after ->> 'keep_days' as after from public.audit_log
      where table_name = 'retention_rules' and row_id = ${rule.id} order by id desc limit 1`;
    expect(entry).toEqual({ actor_name: "admin", before: "730", after: "400" });
  });

  it.each([0, -1, 1.5, 3651, "ten"])("refuse %s days, and change nothing", async (keepDays) => {
    const rule = await readRule("email_texts");
    const { status, json } = await save(rule, { keepDays });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues[0].message).toBe("Enter a number of days from 1 to 3650.");
    const counted = await request(
      "GET",
      `/api/retention-rules/${rule.id}/due?keepDays=${keepDays}`,
      {
        token: owner.token,
      },
    );
    expect(counted.status).toBe(400);
    expect(await readRule("email_texts")).toEqual(rule);
  });

  it("that don't exist can't be changed or counted", async () => {
    const rule = { ...(await readRule("email_texts")), id: SOME_ID };
    expect((await save(rule, { keepDays: 30 })).status).toBe(404);
    const counted = await request("GET", `/api/retention-rules/${SOME_ID}/due?keepDays=30`, {
      token: owner.token,
    });
    expect(counted.status).toBe(404);
  });

  it("are denied to every other administrator", async () => {
    const rule = await readRule("expired_links");
    for (const name of ["treasurer", "coordinator", "editor", "manager"] as const) {
      const { token } = await signInAdmin(name);
      const responses = [
        await request("GET", "/api/retention-rules", { token }),
        await request("GET", `/api/retention-rules/${rule.id}/due?keepDays=30`, { token }),
        await save(rule, { isOn: false }, token),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
      const rest = await fetch(`${facts.apiUrl}/rest/v1/retention_rules?select=id`, {
        headers: { apikey: facts.publishableKey, Authorization: `Bearer ${token}` },
      });
      expect(await rest.json()).toEqual([]);
    }
    expect(await readRule("expired_links")).toEqual(rule);
  });
});

describe("the scheduled job", () => {
  const addApplication = async (name: string) => {
    const email = `${MARK}-${name}@example.org`;
    const userId = await createAuthUser(email, PASSWORD);
    const [application] = await sql<[{ id: string }]>`
      insert into public.volunteer_applications (
        user_id, first_name, last_name, email, availability, interests, status, reviewed_at
      )
      values (${userId}, 'Rita', 'Retained', ${email}, 'flexible', ${MARK}, 'rejected', now() - interval '731 days')
      returning id`;
    return { id: application.id, email, userId };
  };
  const readApplication = async (id: string) => {
    const [row] = await sql`
      select first_name, emptied_at is not null as "isEmptied" from public.volunteer_applications where id = ${id}`;
    return row;
  };
  const hasLogin = async (id: string) => {
    const rows = await sql`select from auth.users where id = ${id}`;
    return rows.length > 0;
  };

  it("empties an old rejected application and deletes its login only once the rule is on", async () => {
    const application = await addApplication("rejected");
    await runScheduledJob();
    expect(await readApplication(application.id)).toEqual({
      first_name: "Rita",
      isEmptied: false,
    });
    expect(await hasLogin(application.userId)).toBe(true);

    const rule = await readRule("rejected_applications");
    const dueResponse = await request("GET", `/api/retention-rules/${rule.id}/due?keepDays=730`, {
      token: owner.token,
    });
    expect(dueResponse.json.hasMore).toBe(false);
    expect(dueResponse.json.count).toBeGreaterThan(0);
    await save(rule, { isOn: true });
    await runScheduledJob();
    expect(await readApplication(application.id)).toEqual({
      first_name: "Erased",
      isEmptied: true,
    });
    expect(await hasLogin(application.userId)).toBe(false);
    await expect(signIn(application.email, PASSWORD)).rejects.toThrow("Could not sign in");
    const ruleBefore = await readRule("rejected_applications");
    expect([ruleBefore.affectedCount, ruleBefore.totalCount - rule.totalCount]).toEqual([
      dueResponse.json.count,
      dueResponse.json.count,
    ]);

    await runScheduledJob();
    const ruleAfter = await readRule("rejected_applications");
    expect(ruleAfter.totalCount).toBe(ruleBefore.totalCount);
    expect(Date.parse(ruleAfter.ranAt!)).toBeGreaterThan(Date.parse(ruleBefore.ranAt!));
  });

  it("shows an emptied application without an address, and says why it can't be undone", async () => {
    const application = await addApplication("emptied");
    await sql`select private.empty_applications(array[${application.id}]::uuid[])`;
    const { json } = await request("GET", `/api/volunteer-applications?ids=${application.id}`, {
      token: owner.token,
    });
    expect(json[0]).toMatchObject({
      firstName: "Erased",
      lastName: "applicant",
      email: "",
      phone: "",
      interests: null,
      status: "rejected",
      isEmptied: true,
    });
    const undoResponse = await request(
      "POST",
      `/api/volunteer-applications/${application.id}/undo-rejection`,
      { token: owner.token },
    );
    expect([undoResponse.status, undoResponse.json.code, undoResponse.json.message]).toEqual([
      409,
      "emptied",
      "The applicant's details were deleted, so the rejection can't be undone.",
    ]);
    await sql`delete from public.volunteer_applications where id = ${application.id}`;
  });
});
