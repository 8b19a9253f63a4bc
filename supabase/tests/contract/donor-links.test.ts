import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { createDonorLinkToken, startDonorSession } from "./donor-session.ts";
import { clearRateLimits, facts, request, SOME_ID, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const mark = uniqueWord();
const donorEmail = `donor+o'neil-${mark}@example.org`;

beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email like ${`%${mark}%`}`;
  await sql`delete from public.donations where email_key like ${`%${mark}%`}`;
  await sql`delete from public.donor_links where email_key like ${`%${mark}%`}`;
});

const addDonation = (email: string, status = "completed") => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status)
  values ('Łukasz', 'Nuñez', ${email}, 50, true, ${status})`;
const requestLink = (body: object) => request("POST", "/api/gift-links", { body });
const readEmails = () => sql<{ toEmail: string; data: Record<string, string> }[]>`
  select to_email as "toEmail", data from public.email_outbox
  where template_name = 'Gift Link' and to_email like ${`%${mark}%`} order by created_at`;
const redeem = (token: string) => request("POST", "/api/gift-links/redeem", { body: { token } });
const readMyDonations = (sessionToken?: string) =>
  request("GET", "/api/my-gifts", {
    headers: sessionToken === undefined ? {} : { [DONOR_SESSION_HEADER]: sessionToken },
  });
const backdateLinks = (interval: string) => sql`
  update public.donor_links
  set used_at = used_at - ${interval}::interval, created_at = created_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval
  where email_key = ${donorEmail}`;

describe("requesting a link", () => {
  it("emails a link to a donor, ignoring case in the email address", async () => {
    await addDonation(donorEmail);
    const { status, json, headers } = await requestLink({ email: donorEmail.toUpperCase() });
    expect(status).toBe(200);
    expect(json).toEqual({
      message:
        "If we have gifts on record for this email address, a link to view them is on its way.",
    });
    expect(headers.get("Cache-Control")).toBe("no-store");
    await vi.waitFor(async () => expect(await readEmails()).toHaveLength(1));
    const [mail] = await readEmails();
    expect(mail).toEqual({
      toEmail: donorEmail,
      data: { name: "Łukasz", donorId: expect.any(String), giftLinkId: expect.any(String) },
    });

    const token = await signId(facts.hashSecret, "gift-link", mail?.data["giftLinkId"] ?? "");
    expect((await redeem(token)).status).toBe(200);
  });

  it("threat 40: doesn't store the link's token in any row", async () => {
    const rows = await sql`
      select outbox::text as row from public.email_outbox as outbox where template_name = 'Gift Link'
      union all select link::text from public.donor_links as link`;
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toMatch(/[0-9a-f]{64}/);
  });

  it("threat 12: responds the same to someone who never donated and doesn't send an email", async () => {
    const knownEmail = `given+boxes-${mark}@example.org`;
    await addDonation(knownEmail);
    const knownResponse = await requestLink({ email: knownEmail });
    await addDonation(`pending-${mark}@example.org`, "pending");
    for (const email of [`nobody-${mark}@example.org`, `pending-${mark}@example.org`]) {
      const unknownResponse = await requestLink({ email });
      expect([unknownResponse.status, unknownResponse.text]).toEqual([
        knownResponse.status,
        knownResponse.text,
      ]);
    }
    await vi.waitFor(async () => expect(await readEmails()).toHaveLength(2));
    expect((await readEmails()).map(({ toEmail }) => toEmail)).toEqual([donorEmail, knownEmail]);
  });
});

const getStatusAndCode = ({ status, json }: Awaited<ReturnType<typeof request>>) => [
  status,
  json.code,
];

describe("opening a link", () => {
  it("works once and then returns 401", async () => {
    const token = await createDonorLinkToken(donorEmail);
    const firstResponse = await redeem(token);
    expect(firstResponse.status).toBe(200);
    const minutesLeft = (Date.parse(firstResponse.json.expiresAt) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(58);
    expect(minutesLeft).toBeLessThanOrEqual(60);
    const secondResponse = await redeem(token);
    expect(getStatusAndCode(secondResponse)).toEqual([401, "gift_link_invalid"]);
    expect(secondResponse.json.message).toMatch(/request a new one/);
  });

  it("works only once, even with twenty simultaneous requests", async () => {
    const token = await createDonorLinkToken(donorEmail);
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it("fails if the link is a day old, altered, for another id or signed for another purpose", async () => {
    const oldToken = await createDonorLinkToken(donorEmail);
    await backdateLinks("24 hours");
    const token = await createDonorLinkToken(donorEmail);
    const sessionToken = await startDonorSession(donorEmail);
    const invalidTokens = [
      oldToken,
      await signId(facts.hashSecret, "gift-link", SOME_ID),
      token.replace(/.$/, (lastCharacter) => (lastCharacter === "0" ? "1" : "0")),
      sessionToken,
      "x",
    ];
    for (const invalidToken of invalidTokens) {
      expect(getStatusAndCode(await redeem(invalidToken)), invalidToken).toEqual([
        401,
        "gift_link_invalid",
      ]);
    }
  });
});

describe("a session started from a donor link", () => {
  it("shows only its own donor's donations", async () => {
    const otherDonorEmail = `other-${mark}@example.org`;
    await addDonation(otherDonorEmail);
    const { status, json, headers } = await readMyDonations(await startDonorSession(donorEmail));
    expect([status, json.email, json.gifts.length]).toEqual([200, donorEmail, 1]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect((await readMyDonations(await startDonorSession(otherDonorEmail))).json.email).toBe(
      otherDonorEmail,
    );
  });

  it("returns 401 with a message if its token is missing, altered or an hour old, or if the link wasn't opened", async () => {
    const sessionToken = await startDonorSession(donorEmail);
    const unopenedLinkId = (await createDonorLinkToken(donorEmail)).split(".")[0] ?? "";
    const invalidSessionTokens = [
      undefined,
      "x",
      sessionToken.replace(/.$/, (lastCharacter) => (lastCharacter === "0" ? "1" : "0")),
      await createDonorLinkToken(donorEmail),
      await signId(facts.hashSecret, "gift-session", unopenedLinkId),
      await signId(facts.hashSecret, "gift-session", SOME_ID),
    ];
    for (const invalidSessionToken of invalidSessionTokens) {
      expect(
        getStatusAndCode(await readMyDonations(invalidSessionToken)),
        invalidSessionToken,
      ).toEqual([401, "gift_session_ended"]);
    }
    await backdateLinks("59 minutes");
    expect((await readMyDonations(sessionToken)).status).toBe(200);
    await backdateLinks("1 minute");
    const endedResponse = await readMyDonations(sessionToken);
    expect(getStatusAndCode(endedResponse)).toEqual([401, "gift_session_ended"]);
    expect(endedResponse.json.message).toBe(
      "For your security, access ends after an hour. Please request a new link.",
    );
  });
});
