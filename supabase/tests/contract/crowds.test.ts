import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthFetch } from "../../../web/src/lib/session/auth-fetch.ts";
import { createTurns } from "../../../web/src/lib/session/turns.ts";
import { logins } from "../demo-logins.ts";
import { getRoundCount } from "../random.ts";
import { clearRateLimits, createAuthUser, facts, request, signIn, sql } from "./stack.ts";

beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from auth.users where email like 'crowd-%@example.org'`);

/** One address, which is the same for every phone. */
const authUrl = facts.apiUrl.replace("localhost", "127.0.0.1");
const WIFI_ADDRESS = "198.51.100.60";
const PASSWORD = "PackingDay!2026";

const countUp = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Stores a new session whose access token has expired, as the site does in a browser. */
async function createPhone() {
  const person = await signIn(logins.volunteer.email, logins.volunteer.password);
  const session = {
    access_token: person.token,
    refresh_token: person.refreshToken,
    expires_at: Math.floor(Date.now() / 1000) - 60,
    token_type: "bearer",
    user: { id: person.id },
  };
  const items = new Map([["session", JSON.stringify(session)]]);
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { refreshToken: person.refreshToken, storage };
}

/** Opens the site on a phone: supabase-js renews the session at once. */
async function renewSession({ refreshToken, storage }: Awaited<ReturnType<typeof createPhone>>) {
  const startTime = Date.now();
  let refusalCount = 0;
  const onWait = (isWaiting: boolean) => {
    if (isWaiting) refusalCount += 1;
  };
  const { auth } = createClient(authUrl, facts.publishableKey, {
    global: { fetch: createAuthFetch({ readToken: () => null, onWait }) },
    auth: { storageKey: "session", storage, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const { data } = await auth.getSession();
  const isRenewed = (data.session?.refresh_token ?? refreshToken) !== refreshToken;
  return { isRenewed, seconds: (Date.now() - startTime) / 1000, refusalCount };
}

async function createPhones(count: number) {
  const phones: Awaited<ReturnType<typeof createPhone>>[] = [];
  while (phones.length < count) {
    await clearRateLimits();
    const batch = countUp(Math.min(20, count - phones.length));
    phones.push(...(await Promise.all(batch.map(createPhone))));
  }
  await clearRateLimits();
  return phones;
}

async function addVolunteer(number: number): Promise<string> {
  const email = `crowd-${number}@example.org`;
  const id = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'Pat', 'Packer', now())`;
  await sql`insert into public.volunteers (account_id, name, email) values (${id}, 'Pat Packer', ${email})`;
  return email;
}

/** Logs in as the login form does. */
async function logInOnTurn(email: string) {
  const startTime = Date.now();
  const waitForTurn = createTurns();
  for (let refusalCount = 0; ; refusalCount += 1) {
    const { status, json, headers } = await request("POST", "/api/volunteer/login", {
      body: { email, password: PASSWORD },
      headers: { "X-Edge-Secret": facts.edgeSecret, "X-Visitor-Address": WIFI_ADDRESS },
    });
    const isRefusedForNow = json.code === "too_many_logins";
    if (!isRefusedForNow || !(await waitForTurn(Number(headers.get("Retry-After"))))) {
      return { status, seconds: (Date.now() - startTime) / 1000, refusalCount };
    }
  }
}

/** `npm test` checks only the phones that get in at once, because the others wait for a minute. */
describe("threat 49: on a packing day, when everyone's phone has the same address", () => {
  const sessionCount = getRoundCount(10, 60);
  it(`renews ${sessionCount} sessions at once within two minutes and loses none`, async () => {
    const phones = await createPhones(sessionCount);
    const results = await Promise.all(phones.map(renewSession));
    expect(results.filter(({ isRenewed }) => !isRenewed)).toEqual([]);
    expect(results.filter(({ seconds }) => seconds > 120)).toEqual([]);
    expect(results.some(({ refusalCount }) => refusalCount > 0)).toBe(sessionCount > 30);
  });

  const loginCount = getRoundCount(10, 60);
  it(`logs ${loginCount} people in at once within two minutes, without counting wrong passwords`, async () => {
    const emails = await Promise.all(countUp(loginCount).map(addVolunteer));
    const results = await Promise.all(emails.map(logInOnTurn));
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
    expect(results.filter(({ seconds }) => seconds > 120)).toEqual([]);
    expect(results.some(({ refusalCount }) => refusalCount > 0)).toBe(loginCount > 30);
    const counters = await sql`
      select bucket, hits from public.rate_limits where bucket like 'login-volunteer%'`;
    expect([...counters]).toEqual([]);
  });
});
