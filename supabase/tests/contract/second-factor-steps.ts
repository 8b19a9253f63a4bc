import { expect } from "vitest";
import { waitForFreshCode } from "../fresh-code.ts";
import { uniqueWord } from "../unique-word.ts";
import { requestAuth } from "./auth.ts";
import { createAuthUser, request, sql } from "./stack.ts";

export const ADMIN_PASSWORD = "SecondFactor!2026";

export interface Admin {
  readonly id: string;
  readonly username: string;
}

export async function createAdmin(): Promise<Admin> {
  const username = `factor-${uniqueWord()}`;
  const id = await createAuthUser(`${username}@example.org`, ADMIN_PASSWORD);
  await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
  return { id, username };
}

export async function logInCreatedAdmin({ username }: Admin) {
  const body = { username, password: ADMIN_PASSWORD };
  const { status, json } = await request("POST", "/api/admin/login", { body });
  expect(status).toBe(200);
  return json as {
    session: { accessToken: string; refreshToken: string };
    secondFactor: { factorId: string } | null;
    mustSetUpSecondFactor: boolean;
  };
}

/** Confirms the factor with a code, as supabase-js does. */
export async function confirmFactor(token: string, factorId: string, code: string) {
  const challengeResponse = await requestAuth("POST", `/factors/${factorId}/challenge`, {
    token,
    body: {},
  });
  const body = { challenge_id: challengeResponse.json.id as string, code };
  return { body, ...(await requestAuth("POST", `/factors/${factorId}/verify`, { token, body })) };
}

export async function enroll(admin: Admin) {
  const { accessToken } = (await logInCreatedAdmin(admin)).session;
  const enrollmentResponse = await request("POST", "/api/admin/second-factor", {
    token: accessToken,
    body: { currentPassword: ADMIN_PASSWORD },
  });
  expect(enrollmentResponse.status).toBe(201);
  const {
    factorId: id,
    secret,
    picture,
  } = enrollmentResponse.json as {
    factorId: string;
    secret: string;
    picture: string;
  };
  const { status, json: session } = await confirmFactor(
    accessToken,
    id,
    await waitForFreshCode(secret),
  );
  expect(status).toBe(200);
  return {
    factorId: id,
    secret,
    picture,
    session: session as { access_token: string; refresh_token: string },
  };
}

export const removeAdmins = () =>
  sql`delete from auth.users where email like 'factor-%@example.org'`;

/** Turns the rule for two-step login on or off in the database. Tests that turn it on must turn it off again. */
export const storeSecondFactorRule = (isRequired: boolean) =>
  sql`update public.settings set requires_second_factor = ${isRequired}`;
