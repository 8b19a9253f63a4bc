import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitForFreshCode } from "../fresh-code.ts";
import { requestAuth } from "./auth.ts";
import {
  createAdmin,
  confirmFactor,
  enroll,
  logInCreatedAdmin,
  ADMIN_PASSWORD,
  removeAdmins,
  storeSecondFactorRule,
  type Admin,
} from "./second-factor-steps.ts";
import {
  clearRateLimits,
  endpoints,
  facts,
  fingerprint,
  readLastEntryId,
  request,
  requestPath,
  signInAdmin,
  sql,
} from "./stack.ts";

const FACTOR_MISSING_ERROR = { status: 403, json: { code: "second_factor_missing" } };
const RULE_PATH = "/api/admin/second-factor-rule";
const setRule = (token: string, isRequired: boolean) =>
  request("PUT", RULE_PATH, { token, body: { isRequired } });
const readRule = async () => {
  const [row] = await sql<[{ isRequired: boolean }]>`
    select requires_second_factor as "isRequired" from public.settings`;
  return row.isRequired;
};
const readDonations = (token: string) => request("GET", "/api/donations?limit=1", { token });
const createPasswordOnlyToken = async (admin: Admin) =>
  (await logInCreatedAdmin(admin)).session.accessToken;

/** Adds an owner who uses two-step login, and returns the token of a session that passed it. */
async function addProtectedOwner() {
  const owner = await createAdmin();
  const { session, secret } = await enroll(owner);
  return { ...owner, secret, token: session.access_token };
}

/** Reads a table through REST, as a script with the dashboard's token could. */
async function readRows(token: string, table: string): Promise<unknown> {
  const response = await fetch(`${facts.apiUrl}/rest/v1/${table}?select=id&limit=1`, {
    headers: { apikey: facts.publishableKey, Authorization: `Bearer ${token}` },
  });
  return response.json();
}

beforeEach(() => clearRateLimits());
afterEach(async () => {
  await storeSecondFactorRule(false);
  await sql`delete from public.email_outbox where template_name = 'Two-Step Login Rule Changed'`;
  await removeAdmins();
});
afterAll(() => storeSecondFactorRule(false));

describe("threat 46: requiring two-step login", () => {
  it("requires an owner whose own session has passed it, so that nobody locks themselves out", async () => {
    const owner = await addProtectedOwner();
    const treasurer = await createAdmin();
    await sql`update public.users set areas = '{giving,settings}' where id = ${treasurer.id}`;
    const { session } = await enroll(treasurer);
    const before = await fingerprint();
    const responses = [
      await setRule((await signInAdmin()).token, true),
      await setRule(await createPasswordOnlyToken(owner), true),
      await setRule(session.access_token, true),
      await request("PUT", RULE_PATH, { body: { isRequired: true } }),
    ];
    expect(responses.map(({ status, json }) => [status, json.code])).toEqual([
      [409, "own_factor_missing"],
      [403, "second_factor_required"],
      [403, "area_required"],
      [401, "unauthenticated"],
    ]);
    expect(responses[0]?.json.message).toMatch(/^Set up your own two-step login first/);
    // Neither the endpoint for the other settings nor a write that bypasses the API can change the rule.
    const settings = await request("PUT", "/api/settings", {
      token: owner.token,
      body: { requiresSecondFactor: true },
    });
    expect(settings.status).toBe(400);
    const directResponse = await fetch(`${facts.apiUrl}/rest/v1/settings?singleton=eq.true`, {
      method: "PATCH",
      headers: {
        apikey: facts.publishableKey,
        Authorization: `Bearer ${owner.token}`,
        "Content-Type": "application/json",
      },
      body: '{"requires_second_factor": true}',
    });
    expect(directResponse.status).toBe(403);
    expect(await fingerprint()).toBe(before);

    expect(await setRule(owner.token, true)).toMatchObject({
      status: 200,
      json: { isRequired: true },
    });
    expect(await readRule()).toBe(true);
    expect((await readDonations(owner.token)).status).toBe(200);
    expect((await setRule(owner.token, false)).status).toBe(200);
    expect(await readRule()).toBe(false);
  });

  it("threat 41: is recorded along with who did it, and emailed to each owner once", async () => {
    const owner = await addProtectedOwner();
    const entryId = await readLastEntryId();
    await setRule(owner.token, true);
    await setRule(owner.token, true);
    expect(
      await sql`
        select actor_name as actor, table_name as table, before -> 'requires_second_factor' as before,
          after -> 'requires_second_factor' as after
        from public.audit_log where id > ${entryId}`,
    ).toEqual([{ actor: owner.username, table: "settings", before: false, after: true }]);
    const owners = await sql<{ email: string }[]>`select email from private.owner_addresses()`;
    const emails = await sql<{ to: string; data: object }[]>`
      select to_email as to, data from public.email_outbox where template_name = 'Two-Step Login Rule Changed'`;
    expect(emails.map(({ to }) => to).toSorted()).toEqual(
      owners.map(({ email }) => email).toSorted(),
    );
    expect(owners.length).toBeGreaterThan(1);
    expect(emails[0]?.data).toEqual({ changedBy: owner.username, isRequired: true });
  });
});

describe("threat 46: while two-step login is required", () => {
  it("an administrator without it has no rights, even in a session that started earlier", async () => {
    const owner = await addProtectedOwner();
    const june = await createAdmin();
    const earlierToken = await createPasswordOnlyToken(june);
    expect((await readDonations(earlierToken)).status).toBe(200);
    await setRule(owner.token, true);
    const login = await logInCreatedAdmin(june);
    expect(login).toMatchObject({ secondFactor: null, mustSetUpSecondFactor: true });
    for (const token of [earlierToken, login.session.accessToken]) {
      expect(await readDonations(token)).toMatchObject(FACTOR_MISSING_ERROR);
      expect(await readRows(token, "donations")).toEqual([]);
      expect(await readRows(token, "audit_log")).toEqual([]);
    }
    await setRule(owner.token, false);
    expect((await readDonations(earlierToken)).status).toBe(200);
    expect((await logInCreatedAdmin(june)).mustSetUpSecondFactor).toBe(false);
  });

  it("every endpoint refuses an administrator without it, except those to set it up and those that respond to everyone in the same way", async () => {
    await storeSecondFactorRule(true);
    const token = await createPasswordOnlyToken(await createAdmin());
    const before = await fingerprint();
    const openEndpoints: string[] = [];
    for (const [name, endpoint] of endpoints) {
      const path = requestPath(endpoint);
      if (["donor", "recovery"].includes(endpoint.access) || name === "logoutAdmin") continue;
      if (endpoint.access === "public") {
        if (endpoint.method !== "GET" || typeof endpoint.output === "string") continue;
        const [visitor, admin] = [
          await request("GET", path),
          await request("GET", path, { token }),
        ];
        const expected =
          endpoint.area === undefined
            ? [visitor.status, visitor.json?.code]
            : [403, "second_factor_missing"];
        expect([name, admin.status, admin.json?.code]).toEqual([name, ...expected]);
        continue;
      }
      const { status, json } = await request(endpoint.method, path, { token });
      if (endpoint.access === "unenrolled-or-admin") openEndpoints.push(name);
      else expect([name, status, json.code]).toEqual([name, 403, "second_factor_missing"]);
    }
    expect(openEndpoints.toSorted()).toEqual([
      "changeAdminPassword",
      "enrollSecondFactor",
      "readOwnSecondFactor",
      "readSecondFactorRule",
    ]);
    expect(await fingerprint()).toBe(before);
  });

  it("administrators set it up and continue in the same session", async () => {
    await storeSecondFactorRule(true);
    const june = await createAdmin();
    const token = await createPasswordOnlyToken(june);
    const ownFactorResponse = await request("GET", "/api/admin/second-factor", { token });
    expect(ownFactorResponse.json).toEqual({ hasSecondFactor: false, recoveryCodes: 0 });
    expect((await request("GET", RULE_PATH, { token })).json).toEqual({ isRequired: true });
    const codesPath = "/api/admin/second-factor/recovery-codes";
    expect(await request("POST", codesPath, { token })).toMatchObject(FACTOR_MISSING_ERROR);
    const { session } = await enroll(june);
    expect((await request("POST", codesPath, { token: session.access_token })).status).toBe(201);
    expect((await readDonations(session.access_token)).status).toBe(200);
    // A factor that isn't confirmed in the session doesn't count.
    expect(await readDonations(await createPasswordOnlyToken(june))).toMatchObject({
      status: 403,
      json: { code: "second_factor_required" },
    });
  });

  it("administrators without it can change their password and log out", async () => {
    await storeSecondFactorRule(true);
    const token = await createPasswordOnlyToken(await createAdmin());
    const body = { currentPassword: ADMIN_PASSWORD, newPassword: `New ${ADMIN_PASSWORD}` };
    const passwordResponse = await request("PUT", "/api/admin/change-password", { token, body });
    expect(passwordResponse.status).toBe(200);
    expect((await request("POST", "/api/admin/logout", { token })).status).toBe(200);
    expect((await request("GET", RULE_PATH, { token })).status).toBe(401);
  });

  it("a recovery code still lets the last owner in, who then sets it up again", async () => {
    const owner = await addProtectedOwner();
    const { json } = await request("POST", "/api/admin/second-factor/recovery-codes", {
      token: owner.token,
    });
    await setRule(owner.token, true);
    const token = await createPasswordOnlyToken(owner);
    const recoveryResponse = await request("POST", "/api/admin/second-factor/recovery", {
      token,
      body: { code: (json.codes as string[])[0] },
    });
    expect(recoveryResponse.status).toBe(200);
    expect(await readDonations(token)).toMatchObject(FACTOR_MISSING_ERROR);
    const { session } = await enroll(owner);
    expect((await readDonations(session.access_token)).status).toBe(200);
    expect((await setRule(session.access_token, false)).status).toBe(200);
  });

  it("an owner turns it off for someone who lost their phone, who then sets it up again", async () => {
    const owner = await addProtectedOwner();
    const june = await createAdmin();
    const { session } = await enroll(june);
    await setRule(owner.token, true);
    const path = `/api/admin/second-factors/${june.id}`;
    expect((await request("DELETE", path, { token: owner.token })).status).toBe(200);
    // Not even the session that passed the old factor stays valid.
    expect([401, 403]).toContain((await readDonations(session.access_token)).status);
    expect((await logInCreatedAdmin(june)).mustSetUpSecondFactor).toBe(true);
    expect((await readDonations((await enroll(june)).session.access_token)).status).toBe(200);
  });

  it("administrators who turn off their own lose all rights until they set it up again", async () => {
    const owner = await addProtectedOwner();
    await setRule(owner.token, true);
    const [factor] = await sql<[{ id: string }]>`
      select id from auth.mfa_factors where user_id = ${owner.id}`;
    const confirmation = await confirmFactor(
      owner.token,
      factor.id,
      await waitForFreshCode(owner.secret),
    );
    const token = confirmation.json.access_token as string;
    expect((await requestAuth("DELETE", `/factors/${factor.id}`, { token })).status).toBe(200);
    expect(await readDonations(token)).toMatchObject(FACTOR_MISSING_ERROR);
    expect((await readDonations((await enroll(owner)).session.access_token)).status).toBe(200);
  });
});
