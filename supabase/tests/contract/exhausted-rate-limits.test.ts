import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshCode } from "../fresh-code.ts";
import { auth } from "./auth.ts";
import { newAddress, openCheckout } from "./giving.ts";
import { tokenOf } from "./donor-session.ts";
import { type ApiResponse, clearRateLimits, createAuthUser, facts, request, sql } from "./stack.ts";
import { deleteDonations } from "./stripe-mode.ts";

const PASSWORD = "CountersOwner!2026";
const NEW_PASSWORD = "CountersAgain!2026";

beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email like 'counters-%@example.org'`;
  await sql`delete from public.donor_links where email_key like 'counters-%@example.org'`;
  await sql`delete from public.donations where email_key like 'counters-%@example.org'`;
  await sql`delete from auth.users where email like 'counters-%@example.org'`;
});

const newEmail = () => `counters-${randomUUID()}@example.org`;

interface Visit {
  readonly body?: unknown;
  readonly token?: string;
  readonly from?: string;
}

/** Sends a request through the CDN, from a new address each time unless one is given. */
const visit = (method: string, path: string, { body, token, from = newAddress() }: Visit) =>
  request(method, path, {
    ...(body !== undefined && { body }),
    token,
    headers: { "X-Edge-Secret": facts.edgeSecret, "X-Visitor-Address": from },
  });

/** Repeats a call a hundred times, ten at once. */
async function repeatHundredTimes(attempt: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  while (responses.length < 100) {
    responses.push(...(await Promise.all(Array.from({ length: 10 }, attempt))));
  }
  return responses;
}

const distinctResponses = (responses: readonly ApiResponse[]) => [
  ...new Set(responses.map(({ status, text }) => `${status} ${text}`)),
];

describe("threat 58: after 100 attempts by strangers from different addresses", () => {
  describe("password recovery", () => {
    const requestRecovery = (email: string) =>
      visit("POST", "/api/password-recovery", { body: { email } });
    const hashFor = async (email: string) => {
      const [row] = await sql<{ hash: string | null }[]>`
        select nullif(recovery_token, '') as hash from auth.users where email = ${email}`;
      return row?.hash ?? undefined;
    };
    const mailedHash = async (email: string) => {
      await expect.poll(() => hashFor(email)).toMatch(/^[\da-f]{56,64}$/);
      return hashFor(email);
    };
    /** Moves the recovery emails of an account, and their rate limit, into the past. */
    const ageRecovery = async (email: string, interval: string) => {
      await sql`
        update auth.users set recovery_sent_at = recovery_sent_at - ${interval}::interval
        where email = ${email}`;
      await sql`
        update public.rate_limits
        set window_started_at = window_started_at - ${interval}::interval,
          window_ends_at = window_ends_at - ${interval}::interval
        where bucket = 'password-recovery'`;
    };
    const isEmailRecorded = async () =>
      (await sql`select 1 from public.rate_limits where bucket = 'password-recovery'`).length > 0;
    const openLink = (hash: string | undefined) =>
      auth("POST", "/verify", { body: { type: "recovery", token_hash: hash } });

    it("everyone gets the same 200, and the owner's link still sets a password", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      const firstResponse = await requestRecovery(email);
      const hash = await mailedHash(email);
      await expect.poll(isEmailRecorded).toBe(true);
      // Auth alone would send another email by now.
      await ageRecovery(email, "2 minutes");
      const responses = await repeatHundredTimes(() => requestRecovery(email));
      expect(
        distinctResponses([
          firstResponse,
          ...responses,
          await requestRecovery(email),
          await requestRecovery(newEmail()),
        ]),
      ).toEqual([`200 ${firstResponse.text}`]);
      const session = await openLink(hash);
      expect(session.status).toBe(200);
      const token = session.json.access_token as string;
      const reset = await request("PUT", "/api/password-recovery", {
        token,
        body: { newPassword: NEW_PASSWORD },
      });
      expect(reset.status).toBe(200);
    });

    it("the owner gets another link when the first is used or ten minutes old", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      await repeatHundredTimes(() => requestRecovery(email));
      const firstHash = await mailedHash(email);
      await expect.poll(isEmailRecorded).toBe(true);
      await ageRecovery(email, "10 minutes 1 second");
      await requestRecovery(email);
      await expect.poll(() => hashFor(email)).not.toBe(firstHash);
      const secondHash = await hashFor(email);
      expect((await openLink(secondHash)).status).toBe(200);
      await ageRecovery(email, "2 minutes");
      await requestRecovery(email);
      expect(await mailedHash(email)).not.toBe(secondHash);
    });

    it("the owner gets another link when a stranger replaced the first directly in Auth", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      await requestRecovery(email);
      await mailedHash(email);
      await expect.poll(isEmailRecorded).toBe(true);
      await ageRecovery(email, "4 minutes");
      const body = { email, create_user: false };
      expect((await auth("POST", "/otp", { body })).status).toBe(200);
      const replacedHash = await hashFor(email);
      await sql`
        update auth.users set recovery_sent_at = recovery_sent_at - interval '2 minutes'
        where email = ${email}`;
      await requestRecovery(email);
      await expect.poll(() => hashFor(email)).not.toBe(replacedHash);
    });
  });

  describe("donor links", () => {
    const requestLink = (email: string) => visit("POST", "/api/gift-links", { body: { email } });
    const linksOf = async (email: string) => {
      const rows = await sql<{ id: string }[]>`
        select data ->> 'giftLinkId' as id from public.email_outbox
        where template_name = 'Gift Link' and to_email = ${email} order by created_at`;
      return rows.map(({ id }) => id);
    };
    const redeem = async (link: string | undefined) =>
      visit("POST", "/api/gift-links/redeem", { body: { token: await tokenOf(link ?? "") } });

    it("everyone gets the same 200, one email is sent, its link opens and the owner can request another", async () => {
      const email = newEmail();
      await sql`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', ${email}, 50, true, 'completed')`;
      const responses = await repeatHundredTimes(() => requestLink(email));
      const ownerResponse = await requestLink(email);
      expect(
        distinctResponses([...responses, ownerResponse, await requestLink(newEmail())]),
      ).toEqual([`200 ${ownerResponse.text}`]);
      await expect.poll(async () => (await linksOf(email)).length).toBe(1);
      const [firstLink] = await linksOf(email);
      expect((await redeem(firstLink)).status).toBe(200);

      await requestLink(email);
      await expect.poll(async () => (await linksOf(email)).length).toBe(2);
      expect((await redeem((await linksOf(email))[1])).status).toBe(200);
    });

    it("a link emailed ten minutes ago still opens after another is emailed", async () => {
      const email = newEmail();
      await sql`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', ${email}, 50, true, 'completed')`;
      await requestLink(email);
      await expect.poll(async () => (await linksOf(email)).length).toBe(1);
      await sql`
        update public.email_outbox set status = 'sent', sent_at = now() where to_email = ${email}`;
      await sql`
        update public.donor_links set created_at = created_at - interval '10 minutes 1 second'
        where email_key = ${email}`;
      await requestLink(email);
      await expect.poll(async () => (await linksOf(email)).length).toBe(2);
      for (const link of await linksOf(email)) expect((await redeem(link)).status).toBe(200);
    });
  });

  describe("recovery codes and passwords", () => {
    async function addAdmin() {
      const username = `counters-${randomUUID().slice(0, 8)}`;
      const id = await createAuthUser(`${username}@example.org`, PASSWORD);
      await sql`
        insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
      return { id, username };
    }
    async function logIn(username: string, from?: string) {
      const body = { username, password: PASSWORD };
      const { json } = await visit("POST", "/api/admin/login", { body, ...(from && { from }) });
      return json.session.accessToken as string;
    }
    const recover = (code: string, options: Visit) =>
      visit("POST", "/api/admin/second-factor/recovery", { body: { code }, ...options });

    it("the owner's recovery code works, whether or not the strangers know the password", async () => {
      const { username } = await addAdmin();
      const token = await logIn(username);
      const enrollment = await visit("POST", "/api/admin/second-factor", {
        token,
        body: { currentPassword: PASSWORD },
      });
      const { factorId, secret } = enrollment.json as { factorId: string; secret: string };
      const challenge = await auth("POST", `/factors/${factorId}/challenge`, { token, body: {} });
      const { json: verifiedSession } = await auth("POST", `/factors/${factorId}/verify`, {
        token,
        body: { challenge_id: challenge.json.id as string, code: await freshCode(secret) },
      });
      const codesResponse = await visit("POST", "/api/admin/second-factor/recovery-codes", {
        token: verifiedSession.access_token as string,
      });
      const [code = ""] = codesResponse.json.codes as string[];

      const strangerResponses = await repeatHundredTimes(() => recover("BBBBB-BBBBB", {}));
      expect(new Set(strangerResponses.map(({ status }) => status))).toEqual(new Set([401]));
      // Strangers who also know the password are blocked, but only at their own address.
      const strangerAddress = newAddress();
      const stolenToken = await logIn(username, strangerAddress);
      const responses = await repeatHundredTimes(() =>
        recover("BBBBB-BBBBB", { token: stolenToken, from: strangerAddress }),
      );
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(90);
      const ownerResponse = await recover(code, { token: await logIn(username) });
      expect(ownerResponse.status).toBe(200);
    });

    it("a stolen session can't stop its owner from changing the password", async () => {
      const { username } = await addAdmin();
      const token = await logIn(username);
      const change = (currentPassword: string, from?: string) =>
        visit("PUT", "/api/admin/change-password", {
          token,
          body: { currentPassword, newPassword: NEW_PASSWORD },
          ...(from && { from }),
        });
      const strangerAddress = newAddress();
      for (let count = 0; count < 11; count += 1) await change("wrong!", strangerAddress);
      expect((await change(PASSWORD, strangerAddress)).status).toBe(429);
      expect((await change(PASSWORD)).status).toBe(200);
    });
  });
});

describe("threat 58: the checkout", () => {
  let site: Awaited<ReturnType<typeof openCheckout>>;
  beforeAll(async () => {
    site = await openCheckout();
  });
  afterAll(async () => {
    await site.stop();
    await deleteDonations();
    await sql`delete from public.payment_attempts`;
  });

  it("accepts the owner's donation after strangers started 100 with the same email", async () => {
    const donor = { firstName: "Ann", lastName: "Lee", email: "ann.owner@stripe-mode.example.org" };
    await repeatHundredTimes(() => site.start({ donor }));
    const { status, json } = await site.start({ donor });
    expect(status).toBe(200);
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    expect((await site.record(json.paymentIntentId)).json.donation.status).toBe("completed");
  });

  it("limits one email at one address to eight unfinished donations, and others there can still donate", async () => {
    const donor = { firstName: "Ann", lastName: "Lee", email: "ann.often@stripe-mode.example.org" };
    const address = newAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      statuses.push((await site.start({ donor, address })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    expect((await site.start({ address })).status).toBe(200);
    expect((await site.start({ donor })).status).toBe(200);
  });
});
