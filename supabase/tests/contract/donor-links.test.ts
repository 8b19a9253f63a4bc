import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signedId } from "../../functions/_shared/http/signed-id.ts";
import { mailedToken, startDonorSession } from "./donor-session.ts";
import { clearRateLimits, facts, request, SOME_ID, sql } from "./stack.ts";

const mark = randomUUID().slice(0, 8);
const donor = `donor-${mark}@example.org`;

beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email like ${`%${mark}%`}`;
  await sql`delete from public.donations where email_key like ${`%${mark}%`}`;
  await sql`delete from public.donor_links where email_key like ${`%${mark}%`}`;
});

const give = (email: string, status = "completed") => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status)
  values ('Łukasz', 'Nuñez', ${email}, 50, true, ${status})`;
const requestLink = (body: object) => request("POST", "/api/gift-links", { body });
const readEmails = () => sql<{ toEmail: string; data: Record<string, string> }[]>`
  select to_email as "toEmail", data from public.email_outbox
  where template_name = 'Gift Link' and to_email like ${`%${mark}%`} order by created_at`;
const redeem = (token: string) => request("POST", "/api/gift-links/redeem", { body: { token } });
const readMyDonations = (giftSession?: string) =>
  request("GET", "/api/my-gifts", {
    headers: giftSession === undefined ? {} : { [DONOR_SESSION_HEADER]: giftSession },
  });
const ageLinks = (interval: string) => sql`
  update public.donor_links
  set used_at = used_at - ${interval}::interval, created_at = created_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval
  where email_key = ${donor}`;

describe("requesting a link", () => {
  it("emails a link to a donor, ignoring case in the email address", async () => {
    await give(donor);
    const { status, json, headers } = await requestLink({ email: donor.toUpperCase() });
    expect(status).toBe(200);
    expect(json).toEqual({
      message:
        "If we have gifts on record for this email address, a link to view them is on its way.",
    });
    expect(headers.get("Cache-Control")).toBe("no-store");
    await vi.waitFor(async () => expect(await readEmails()).toHaveLength(1));
    const [mail] = await readEmails();
    expect(mail).toEqual({
      toEmail: donor,
      data: { name: "Łukasz", giftLinkId: expect.any(String) },
    });

    const token = await signedId(facts.hashSecret, "gift-link", mail?.data["giftLinkId"] ?? "");
    expect((await redeem(token)).status).toBe(200);
  });

  it("threat 40: doesn't store its token in any row", async () => {
    const rows = await sql`
      select outbox::text as row from public.email_outbox as outbox where template_name = 'Gift Link'
      union all select link::text from public.donor_links as link`;
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toMatch(/[0-9a-f]{64}/);
  });

  it("threat 12: responds the same to someone who never donated and doesn't send an email", async () => {
    const donorEmail = `given-${mark}@example.org`;
    await give(donorEmail);
    const knownResponse = await requestLink({ email: donorEmail });
    await give(`pending-${mark}@example.org`, "pending");
    for (const email of [`nobody-${mark}@example.org`, `pending-${mark}@example.org`]) {
      const unknownResponse = await requestLink({ email });
      expect([unknownResponse.status, unknownResponse.text]).toEqual([
        knownResponse.status,
        knownResponse.text,
      ]);
    }
    await vi.waitFor(async () => expect(await readEmails()).toHaveLength(2));
    expect((await readEmails()).map(({ toEmail }) => toEmail)).toEqual([donor, donorEmail]);
  });
});

const statusAndCode = ({ status, json }: Awaited<ReturnType<typeof request>>) => [
  status,
  json.code,
];

describe("opening a link", () => {
  it("works once and then returns 401", async () => {
    const token = await mailedToken(donor);
    const firstResponse = await redeem(token);
    expect(firstResponse.status).toBe(200);
    const minutes = (Date.parse(firstResponse.json.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
    const secondResponse = await redeem(token);
    expect(statusAndCode(secondResponse)).toEqual([401, "gift_link_invalid"]);
    expect(secondResponse.json.message).toMatch(/ask for a new one/);
  });

  it("works only once, even with twenty simultaneous requests", async () => {
    const token = await mailedToken(donor);
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it("fails if the link is a day old, altered, for another id or signed for another purpose", async () => {
    const oldToken = await mailedToken(donor);
    await ageLinks("24 hours");
    const token = await mailedToken(donor);
    const giftSession = await startDonorSession(donor);
    const invalidTokens = [
      oldToken,
      await signedId(facts.hashSecret, "gift-link", SOME_ID),
      token.replace(/.$/, (lastCharacter) => (lastCharacter === "0" ? "1" : "0")),
      giftSession,
      "x",
    ];
    for (const invalidToken of invalidTokens) {
      expect(statusAndCode(await redeem(invalidToken)), invalidToken).toEqual([
        401,
        "gift_link_invalid",
      ]);
    }
  });
});

describe("the session of an opened link", () => {
  it("shows only its own donor's donations", async () => {
    const otherDonor = `other-${mark}@example.org`;
    await give(otherDonor);
    const { status, json, headers } = await readMyDonations(await startDonorSession(donor));
    expect([status, json.email, json.gifts.length]).toEqual([200, donor, 1]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect((await readMyDonations(await startDonorSession(otherDonor))).json.email).toBe(
      otherDonor,
    );
  });

  it("returns a message if the session is missing, altered, unopened or an hour old", async () => {
    const session = await startDonorSession(donor);
    const unopenedLinkId = (await mailedToken(donor)).split(".")[0] ?? "";
    const invalidSessions = [
      undefined,
      "x",
      session.replace(/.$/, (lastCharacter) => (lastCharacter === "0" ? "1" : "0")),
      await mailedToken(donor),
      await signedId(facts.hashSecret, "gift-session", unopenedLinkId),
      await signedId(facts.hashSecret, "gift-session", SOME_ID),
    ];
    for (const invalidSession of invalidSessions) {
      expect(statusAndCode(await readMyDonations(invalidSession)), invalidSession).toEqual([
        401,
        "gift_session_ended",
      ]);
    }
    await ageLinks("59 minutes");
    expect((await readMyDonations(session)).status).toBe(200);
    await ageLinks("1 minute");
    const endedResponse = await readMyDonations(session);
    expect(statusAndCode(endedResponse)).toEqual([401, "gift_session_ended"]);
    expect(endedResponse.json.message).toBe(
      "For your security, this page closes after an hour. Please ask for a new link.",
    );
  });
});
