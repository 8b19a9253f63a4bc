import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitForFreshCode } from "../fresh-code.ts";
import { requestAuth } from "./auth.ts";
import {
  createAdmin,
  confirmFactor,
  enroll,
  logInCreatedAdmin,
  ADMIN_PASSWORD,
  removeAdmins,
} from "./second-factor-steps.ts";
import { backdateSession, clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const requestDonations = (token: string) => request("GET", "/api/donations", { token });

beforeEach(() => clearRateLimits());
afterEach(removeAdmins);

describe("threat 46: an administrator's second factor", () => {
  it("isn't required before it is enrolled", async () => {
    const admin = await createAdmin();
    const { session, secondFactor } = await logInCreatedAdmin(admin);
    expect(secondFactor).toBeNull();
    expect((await requestDonations(session.accessToken)).status).toBe(200);
  });

  it("is required for access once enrolled: the password alone gives none, and a code gives full access", async () => {
    const admin = await createAdmin();
    const { secret, factorId, picture } = await enroll(admin);
    expect(picture).toContain("<svg ");

    const { session, secondFactor } = await logInCreatedAdmin(admin);
    expect(secondFactor).toEqual({ factorId });
    expect(decodeJwt(session.accessToken)).toMatchObject({ aal: "aal1" });
    const refusedResponse = await requestDonations(session.accessToken);
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([
      403,
      "second_factor_required",
    ]);

    const wrongCodeResponse = await confirmFactor(session.accessToken, factorId, "000000");
    expect([wrongCodeResponse.status, wrongCodeResponse.json.code]).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    expect((await requestDonations(session.accessToken)).status).toBe(403);

    const rightCodeResponse = await confirmFactor(
      session.accessToken,
      factorId,
      await waitForFreshCode(secret),
    );
    const token = rightCodeResponse.json.access_token as string;
    expect(decodeJwt(token)).toMatchObject({ aal: "aal2" });
    expect((await requestDonations(token)).status).toBe(200);
    // The token issued before the code was entered still has limited access.
    expect((await requestDonations(session.accessToken)).status).toBe(403);
  });

  it("can be set up with the password alone and replaces an unfinished setup", async () => {
    const admin = await createAdmin();
    const { accessToken: token } = (await logInCreatedAdmin(admin)).session;
    const startSetup = (currentPassword: string) =>
      request("POST", "/api/admin/second-factor", { token, body: { currentPassword } });
    const listFactors = () => sql`select id from auth.mfa_factors where user_id = ${admin.id}`;
    const wrongPasswordResponse = await startSetup("not this one");
    expect([wrongPasswordResponse.status, wrongPasswordResponse.json.issues[0].path]).toEqual([
      400,
      "currentPassword",
    ]);
    expect(await listFactors()).toHaveLength(0);
    await startSetup(ADMIN_PASSWORD);
    const secondSetupResponse = await startSetup(ADMIN_PASSWORD);
    expect([...(await listFactors())]).toEqual([{ id: secondSetupResponse.json.factorId }]);
  });

  it("accepts a challenge once, and a refreshed session keeps full access", async () => {
    const admin = await createAdmin();
    const { secret, factorId } = await enroll(admin);
    const { session } = await logInCreatedAdmin(admin);
    const verificationResponse = await confirmFactor(
      session.accessToken,
      factorId,
      await waitForFreshCode(secret),
    );
    const reusedChallengeResponse = await requestAuth("POST", `/factors/${factorId}/verify`, {
      token: session.accessToken,
      body: verificationResponse.body,
    });
    expect(reusedChallengeResponse.status).toBe(422);
    const refresh = (token: string) =>
      requestAuth("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
    const refreshResponse = await refresh(verificationResponse.json.refresh_token as string);
    expect(decodeJwt(refreshResponse.json.access_token as string)).toMatchObject({ aal: "aal2" });
    expect((await requestDonations(refreshResponse.json.access_token as string)).status).toBe(200);
  });

  it("accepts a code only once, even across sessions and challenges", async () => {
    const admin = await createAdmin();
    const { secret, factorId } = await enroll(admin);
    const code = await waitForFreshCode(secret);
    const firstToken = (await logInCreatedAdmin(admin)).session.accessToken;
    expect((await confirmFactor(firstToken, factorId, code)).status).toBe(200);
    const secondToken = (await logInCreatedAdmin(admin)).session.accessToken;
    const reusedCodeResponse = await confirmFactor(secondToken, factorId, code);
    expect([reusedCodeResponse.status, reusedCodeResponse.json.code]).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    expect((await requestDonations(secondToken)).status).toBe(403);
  });

  it("ends sessions that haven't confirmed it, and a confirmed session still expires after 8 hours", async () => {
    const admin = await createAdmin();
    const earlierLogin = await logInCreatedAdmin(admin);
    const { session } = await enroll(admin);
    expect((await requestDonations(earlierLogin.session.accessToken)).status).toBe(401);
    await backdateSession(session.access_token, "8 hours 1 minute");
    expect((await requestDonations(session.access_token)).status).toBe(401);
  });

  it("can't be replaced, removed or bypassed with the password alone", async () => {
    const admin = await createAdmin();
    const { factorId } = await enroll(admin);
    const token = (await logInCreatedAdmin(admin)).session.accessToken;
    const enrollmentBody = { factor_type: "totp", friendly_name: "Mine" };
    const responses = [
      await requestAuth("POST", "/factors", { token, body: enrollmentBody }),
      await requestAuth("DELETE", `/factors/${factorId}`, { token }),
      await requestAuth("PUT", "/user", {
        token,
        body: { password: "x1234567", current_password: ADMIN_PASSWORD },
      }),
    ];
    expect(responses.map(({ status, json }) => [status, json.code])).toEqual([
      [403, "insufficient_aal"],
      [422, "insufficient_aal"],
      [401, "insufficient_aal"],
    ]);
    expect((await logInCreatedAdmin(admin)).secondFactor).toEqual({ factorId });
  });

  it("is required to set a password with a recovery link", async () => {
    const admin = await createAdmin();
    const { secret, factorId } = await enroll(admin);
    await requestAuth("POST", "/recover", { body: { email: `${admin.username}@example.org` } });
    const [user] = await sql<{ hash: string }[]>`
      select recovery_token as hash from auth.users where id = ${admin.id}`;
    const recoveryResponse = await requestAuth("POST", "/verify", {
      body: { type: "recovery", token_hash: user?.hash },
    });
    const token = recoveryResponse.json.access_token as string;
    expect((await requestDonations(token)).status).toBe(401);
    const body = { newPassword: "FromTheMailbox!2026" };
    const resetPassword = (callerToken: string) =>
      request("PUT", "/api/password-recovery", { token: callerToken, body });
    const refusedResponse = await resetPassword(token);
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([
      403,
      "second_factor_required",
    ]);
    const verificationResponse = await confirmFactor(
      token,
      factorId,
      await waitForFreshCode(secret),
    );
    const verifiedToken = verificationResponse.json.access_token as string;
    expect(decodeJwt(verifiedToken)).toMatchObject({ aal: "aal2" });
    expect((await requestDonations(verifiedToken)).status).toBe(401);
    expect((await resetPassword(verifiedToken)).json).toEqual({ role: "admin" });
    expect((await requestDonations(verifiedToken)).status).toBe(401);
  });
});

describe("a lost second factor", () => {
  const listHistory = (id: string) => sql<
    { action: string; actor: string; before: object | null }[]
  >`
    select action, actor_name as actor, before from public.audit_log
    where table_name = 'second_factors' and row_id = ${id} order by audit_log.id`;

  async function addAdminWithCodes() {
    const admin = await createAdmin();
    const { session } = await enroll(admin);
    const codesResponse = await request("POST", "/api/admin/second-factor/recovery-codes", {
      token: session.access_token,
    });
    expect(codesResponse.status).toBe(201);
    return { admin, session, codes: codesResponse.json.codes as string[] };
  }

  const recover = (token: string, code: string) =>
    request("POST", "/api/admin/second-factor/recovery", { token, body: { code } });

  it("threat 46: can be recovered with ten codes, which are stored as hashes and can't be created without a factor", async () => {
    const { admin, session, codes } = await addAdminWithCodes();
    expect(new Set(codes).size).toBe(10);
    const [recovery] = await sql<{ hashes: string[] }[]>`
      select code_hashes as hashes from public.second_factor_recoveries where user_id = ${admin.id}`;
    expect(recovery?.hashes).toHaveLength(10);
    expect(JSON.stringify(recovery)).not.toContain(codes[0]);
    const { json } = await request("GET", "/api/admin/second-factor", {
      token: session.access_token,
    });
    expect(json).toEqual({ hasSecondFactor: true, recoveryCodes: 10 });

    const { token } = await signInAdmin();
    const refusedResponse = await request("POST", "/api/admin/second-factor/recovery-codes", {
      token,
    });
    expect(refusedResponse.status).toBe(409);
  });

  it("threat 46, threat 41: can be removed once with a recovery code, with an audit entry", async () => {
    const { admin, codes } = await addAdminWithCodes();
    const token = (await logInCreatedAdmin(admin)).session.accessToken;
    const wrongCodeResponse = await recover(token, "AAAA-AAAA-AAAA-AAAA");
    expect([wrongCodeResponse.status, wrongCodeResponse.json.issues[0].path]).toEqual([
      400,
      "code",
    ]);
    expect((await requestDonations(token)).status).toBe(403);

    expect((await recover(token, (codes[3] ?? "").toLowerCase())).status).toBe(200);
    expect((await requestDonations(token)).status).toBe(200);
    expect((await logInCreatedAdmin(admin)).secondFactor).toBeNull();
    expect(await listHistory(admin.id)).toMatchObject([
      { action: "insert", actor: admin.username },
      { action: "delete", actor: admin.username, before: { by: "recovery code" } },
    ]);

    await enroll(admin);
    const newToken = (await logInCreatedAdmin(admin)).session.accessToken;
    for (const code of codes) expect((await recover(newToken, code)).status).toBe(400);
  });

  it("threat 11: can't be removed after ten wrong codes, when even a valid code returns 429", async () => {
    const { admin, codes } = await addAdminWithCodes();
    const token = (await logInCreatedAdmin(admin)).session.accessToken;
    for (let count = 0; count < 10; count += 1) await recover(token, "BBBB-BBBB-BBBB-BBBB");
    expect((await recover(token, codes[0] ?? "")).status).toBe(429);
  });

  it("threat 46, threat 41: can be removed without a code only by another administrator", async () => {
    const { admin, session } = await addAdminWithCodes();
    const path = `/api/admin/second-factors/${admin.id}`;
    expect((await request("DELETE", path, { token: session.access_token })).status).toBe(403);
    const ownToken = (await logInCreatedAdmin(admin)).session.accessToken;
    expect((await request("DELETE", path, { token: ownToken })).status).toBe(403);

    const { token } = await signInAdmin();
    expect((await request("DELETE", path, { token })).status).toBe(200);
    expect((await logInCreatedAdmin(admin)).secondFactor).toBeNull();
    expect((await listHistory(admin.id)).at(-1)).toMatchObject({
      action: "delete",
      actor: "admin",
      before: { username: admin.username, by: "another administrator" },
    });
    const unknownPath = `/api/admin/second-factors/${randomUUID()}`;
    expect((await request("DELETE", unknownPath, { token })).status).toBe(404);
  });
});
