import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waitForFreshCode } from "../fresh-code.ts";
import { requestAuth } from "./auth.ts";
import { newAddress, openCheckout } from "./checkout.ts";
import { signDonorLink } from "./donor-session.ts";
import { type ApiResponse, clearRateLimits, createAuthUser, facts, request, sql } from "./stack.ts";
import { deleteDonorData } from "./stripe-mode.ts";
import { uniqueWord } from "../unique-word.ts";

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

interface CdnRequest {
  readonly body?: unknown;
  readonly token?: string;
  readonly visitorAddress?: string;
}

/** Sends a request as the CDN forwards it, from a new address each time unless one is given. */
const requestAsCdn = (
  method: string,
  path: string,
  { body, token, visitorAddress = newAddress() }: CdnRequest,
) =>
  request(method, path, {
    ...(body !== undefined && { body }),
    token,
    headers: { "X-Edge-Secret": facts.edgeSecret, "X-Visitor-Address": visitorAddress },
  });

/** Repeats a call a hundred times, ten at a time. */
async function repeatHundredTimes(sendRequest: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  while (responses.length < 100) {
    responses.push(...(await Promise.all(Array.from({ length: 10 }, sendRequest))));
  }
  return responses;
}

const listDistinctResponses = (responses: readonly ApiResponse[]) => [
  ...new Set(responses.map(({ status, text }) => `${status} ${text}`)),
];

describe("threat 58: exhausted rate limits", () => {
  describe("password recovery", () => {
    const requestRecovery = (email: string) =>
      requestAsCdn("POST", "/api/password-recovery", { body: { email } });
    const readRecoveryHash = async (email: string) => {
      const [row] = await sql<{ hash: string | null }[]>`
        select nullif(recovery_token, '') as hash from auth.users where email = ${email}`;
      return row?.hash ?? undefined;
    };
    const waitForRecoveryHash = async (email: string) => {
      await expect.poll(() => readRecoveryHash(email)).toMatch(/^[\da-f]{56,64}$/);
      return readRecoveryHash(email);
    };
    /** Moves the recovery emails of an account, and their rate limit, into the past. */
    const backdateRecovery = async (email: string, interval: string) => {
      await sql`
        update auth.users set recovery_sent_at = recovery_sent_at - ${interval}::interval
        where email = ${email}`;
      await sql`
        update public.rate_limits
        set window_started_at = window_started_at - ${interval}::interval,
          window_ends_at = window_ends_at - ${interval}::interval
        where bucket = 'password-recovery'`;
    };
    const isEmailRecorded = async (email: string) => {
      const subjectHash = createHmac("sha256", facts.hashSecret).update(email).digest("hex");
      const rows = await sql`
        select 1 from public.rate_limits
        where bucket = 'password-recovery' and subject_hash = ${subjectHash}`;
      return rows.length > 0;
    };
    const openLink = (hash: string | undefined) =>
      requestAuth("POST", "/verify", { body: { type: "recovery", token_hash: hash } });

    it("everyone gets the same 200 after 100 attempts, and the owner's link still sets a password", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      const firstResponse = await requestRecovery(email);
      const hash = await waitForRecoveryHash(email);
      await expect.poll(() => isEmailRecorded(email)).toBe(true);
      // By now, Auth's own limit would allow another email.
      await backdateRecovery(email, "2 minutes");
      const responses = await repeatHundredTimes(() => requestRecovery(email));
      expect(
        listDistinctResponses([
          firstResponse,
          ...responses,
          await requestRecovery(email),
          await requestRecovery(newEmail()),
        ]),
      ).toEqual([`200 ${firstResponse.text}`]);
      const verifyResponse = await openLink(hash);
      expect(verifyResponse.status).toBe(200);
      const token = verifyResponse.json.access_token as string;
      const resetResponse = await request("PUT", "/api/password-recovery", {
        token,
        body: { newPassword: NEW_PASSWORD },
      });
      expect(resetResponse.status).toBe(200);
    });

    it("the owner gets another link after 100 attempts when the first is used or ten minutes old", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      await repeatHundredTimes(() => requestRecovery(email));
      const firstHash = await waitForRecoveryHash(email);
      await expect.poll(() => isEmailRecorded(email)).toBe(true);
      await backdateRecovery(email, "10 minutes 1 second");
      await requestRecovery(email);
      await expect.poll(() => readRecoveryHash(email)).not.toBe(firstHash);
      // On a slow machine, one of the hundred requests may replace the second link, too.
      let secondHash: string | undefined;
      const openSecondLink = async () => {
        secondHash = await readRecoveryHash(email);
        return (await openLink(secondHash)).status;
      };
      await expect.poll(openSecondLink).toBe(200);
      await backdateRecovery(email, "2 minutes");
      await requestRecovery(email);
      expect(await waitForRecoveryHash(email)).not.toBe(secondHash);
    });

    it("the owner gets another link when a stranger replaced the first directly in Auth", async () => {
      const email = newEmail();
      await createAuthUser(email, PASSWORD);
      await requestRecovery(email);
      await waitForRecoveryHash(email);
      await expect.poll(() => isEmailRecorded(email)).toBe(true);
      await backdateRecovery(email, "4 minutes");
      const body = { email, create_user: false };
      expect((await requestAuth("POST", "/otp", { body })).status).toBe(200);
      const strangerHash = await readRecoveryHash(email);
      await sql`
        update auth.users set recovery_sent_at = recovery_sent_at - interval '2 minutes'
        where email = ${email}`;
      await requestRecovery(email);
      await expect.poll(() => readRecoveryHash(email)).not.toBe(strangerHash);
    });
  });

  describe("donor links", () => {
    const requestLink = (email: string) =>
      requestAsCdn("POST", "/api/gift-links", { body: { email } });
    const readLinkIds = async (email: string) => {
      const rows = await sql<{ id: string }[]>`
        select data ->> 'giftLinkId' as id from public.email_outbox
        where template_name = 'Gift Link' and to_email = ${email} order by created_at`;
      return rows.map(({ id }) => id);
    };
    const redeem = async (linkId: string | undefined) =>
      requestAsCdn("POST", "/api/gift-links/redeem", {
        body: { token: await signDonorLink(linkId ?? "") },
      });

    it("everyone gets the same 200 after 100 attempts, one email is sent, its link opens and the owner can request another", async () => {
      const email = newEmail();
      await sql`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', ${email}, 50, true, 'completed')`;
      const responses = await repeatHundredTimes(() => requestLink(email));
      const ownerResponse = await requestLink(email);
      expect(
        listDistinctResponses([...responses, ownerResponse, await requestLink(newEmail())]),
      ).toEqual([`200 ${ownerResponse.text}`]);
      await expect.poll(async () => (await readLinkIds(email)).length).toBe(1);
      const [firstLinkId] = await readLinkIds(email);
      expect((await redeem(firstLinkId)).status).toBe(200);

      await requestLink(email);
      await expect.poll(async () => (await readLinkIds(email)).length).toBe(2);
      expect((await redeem((await readLinkIds(email))[1])).status).toBe(200);
    });

    it("a link emailed ten minutes ago still opens after another is emailed", async () => {
      const email = newEmail();
      await sql`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', 'Lee', ${email}, 50, true, 'completed')`;
      await requestLink(email);
      await expect.poll(async () => (await readLinkIds(email)).length).toBe(1);
      await sql`
        update public.email_outbox set status = 'sent', sent_at = now() where to_email = ${email}`;
      await sql`
        update public.donor_links set created_at = created_at - interval '10 minutes 1 second'
        where email_key = ${email}`;
      await requestLink(email);
      await expect.poll(async () => (await readLinkIds(email)).length).toBe(2);
      for (const linkId of await readLinkIds(email))
        expect((await redeem(linkId)).status).toBe(200);
    });
  });

  describe("recovery codes and passwords", () => {
    async function addAdmin() {
      const username = `counters-${uniqueWord()}`;
      const id = await createAuthUser(`${username}@example.org`, PASSWORD);
      await sql`
        insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
      return { id, username };
    }
    async function logIn(username: string, visitorAddress?: string) {
      const body = { username, password: PASSWORD };
      const { json } = await requestAsCdn("POST", "/api/admin/login", {
        body,
        ...(visitorAddress && { visitorAddress }),
      });
      return json.session.accessToken as string;
    }
    const recover = (code: string, options: CdnRequest) =>
      requestAsCdn("POST", "/api/admin/second-factor/recovery", {
        body: { code },
        ...options,
      });

    it("an administrator's recovery code works after strangers enter 100 wrong ones, whether or not they know the password", async () => {
      const { username } = await addAdmin();
      const token = await logIn(username);
      const enrollmentResponse = await requestAsCdn("POST", "/api/admin/second-factor", {
        token,
        body: { currentPassword: PASSWORD },
      });
      const { factorId, secret } = enrollmentResponse.json as { factorId: string; secret: string };
      const challengeResponse = await requestAuth("POST", `/factors/${factorId}/challenge`, {
        token,
        body: {},
      });
      const { json: verifiedSession } = await requestAuth("POST", `/factors/${factorId}/verify`, {
        token,
        body: {
          challenge_id: challengeResponse.json.id as string,
          code: await waitForFreshCode(secret),
        },
      });
      const codesResponse = await requestAsCdn("POST", "/api/admin/second-factor/recovery-codes", {
        token: verifiedSession.access_token as string,
      });
      const [code = ""] = codesResponse.json.codes as string[];

      const strangerResponses = await repeatHundredTimes(() => recover("BBBB-BBBB-BBBB-BBBB", {}));
      expect(new Set(strangerResponses.map(({ status }) => status))).toEqual(new Set([401]));
      // Strangers who also know the password are blocked, but only at their own IP address.
      const strangerAddress = newAddress();
      const stolenToken = await logIn(username, strangerAddress);
      const responses = await repeatHundredTimes(() =>
        recover("BBBB-BBBB-BBBB-BBBB", { token: stolenToken, visitorAddress: strangerAddress }),
      );
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(90);
      const ownerResponse = await recover(code, { token: await logIn(username) });
      expect(ownerResponse.status).toBe(200);
    });

    it("a stolen session can't stop its owner from changing the password", async () => {
      const { username } = await addAdmin();
      const token = await logIn(username);
      const changePassword = (currentPassword: string, visitorAddress?: string) =>
        requestAsCdn("PUT", "/api/admin/change-password", {
          token,
          body: { currentPassword, newPassword: NEW_PASSWORD },
          ...(visitorAddress && { visitorAddress }),
        });
      const strangerAddress = newAddress();
      for (let count = 0; count < 11; count += 1) await changePassword("wrong!", strangerAddress);
      expect((await changePassword(PASSWORD, strangerAddress)).status).toBe(429);
      expect((await changePassword(PASSWORD)).status).toBe(200);
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
    await deleteDonorData();
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
