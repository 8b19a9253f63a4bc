import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import type { OutgoingMail } from "../../functions/_shared/clients/mail/transport.ts";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { uniqueWord } from "../unique-word.ts";
import { startDonorSession } from "./donor-session.ts";
import { clearRateLimits, facts, postponeEmails, request, signInAdmin, sql } from "./stack.ts";

const mark = uniqueWord();
const createAddress = (name: string) => `${name}-${mark}@example.org`;
const [donorEmail, otherDonorEmail] = [createAddress("donor"), createAddress("other")];
const database = connectDatabase(facts.databaseUrl, 2);
const environment = {
  SITE_URL: "https://www.example.org",
  HASH_SECRET: ["h".repeat(32)],
  MAIL_TRANSPORT: "log",
} as unknown as Parameters<typeof sendDueEmails>[0]["environment"];

let giftSession = "";

beforeAll(async () => {
  await clearRateLimits();
  await addCard();
  await addCard({ donor: otherDonorEmail });
  giftSession = await startDonorSession(donorEmail);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email like ${`%${mark}%`}`;
  await sql`delete from public.donation_adjustments where donation_id in
    (select id from public.donations where email_key like ${`%${mark}%`})`;
  await sql`delete from public.donations where email_key like ${`%${mark}%`}`;
  await sql`delete from public.card_opt_outs where mailbox like ${`%${mark}%`}`;
  await sql`delete from public.donor_links where email_key like ${`%${mark}%`}`;
  await database.close();
});

interface NewCard {
  readonly donor?: string;
  readonly recipient?: string;
  readonly postalAddress?: string;
  readonly message?: string;
  readonly isMemorial?: boolean;
  readonly isPaid?: boolean;
}

async function addCard({
  donor = donorEmail,
  postalAddress,
  isPaid = true,
  ...card
}: NewCard = {}) {
  const recipient =
    postalAddress === undefined ? (card.recipient ?? createAddress(uniqueWord())) : null;
  const [row] = await sql<[{ id: string; updatedAt: Date; donationId: string; token: string }]>`
    with donation as (
      insert into public.donations
        (first_name, last_name, email, amount, is_demo, status, completed_at, in_honor_of, is_memorial)
      values ('Ann', 'Lee', ${donor}, 71.25, true,
        ${isPaid ? "completed" : "pending"}, ${isPaid ? "2025-05-01T12:00:00Z" : null}, 'Paul', ${card.isMemorial ?? false})
      returning id
    )
    insert into public.tributes (donation_id, recipient_name, recipient_email, recipient_address, message, send_on)
    select id, 'Ruth', ${recipient}, ${postalAddress ?? null}, ${card.message ?? "We miss him."}, '2025-05-01'
    from donation
    returning id, updated_at as "updatedAt", donation_id as "donationId", stop_token as token`;
  return { ...row, recipient: recipient ?? "" };
}

const queueCards = () =>
  sql`select private.queue_tributes('2025-05-02 10:00'::timestamp at time zone private.time_zone())`;

async function runMailer() {
  const emails: OutgoingMail[] = [];
  await sendDueEmails({ database, environment }, (mail) => {
    emails.push(mail);
    return Promise.resolve();
  });
  return emails;
}

const readState = async (id: string) => {
  const [row] = await sql`select state from private.tribute_records where id = ${id}`;
  return row?.["state"];
};

const callAsDonor = (method: string, path: string, body?: object) =>
  request(method, `/api/my-tributes${path}`, {
    headers: { [DONOR_SESSION_HEADER]: giftSession },
    ...(body && { body }),
  });

const createChange = ({ updatedAt, recipient }: { updatedAt: Date; recipient: string }) => ({
  recipientName: "Ruth Yates",
  recipientEmail: recipient,
  recipientAddress: null,
  message: "With love.",
  sendOn: "2025-05-01",
  updatedAt: updatedAt.toISOString(),
});

describe("threat 63: the email with a card", () => {
  it("has the message as text, no amount, and no link except the one that stops cards", async () => {
    await postponeEmails();
    const honorCard = await addCard({ message: "<b>Love</b> & thanks" });
    const memorialCard = await addCard({ isMemorial: true, donor: createAddress("second") });
    await queueCards();
    const emails = await runMailer();
    for (const { recipient, token } of [honorCard, memorialCard]) {
      const mail = emails.find(({ to }) => to.address === recipient)!;
      expect(mail.html + mail.text + mail.subject).not.toMatch(/71\.25|\$/);
      const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      expect(links).toEqual([`https://www.example.org/stop-cards#token=${token}`]);
      expect(mail.unsubscribeUrl).toBe(`https://www.example.org/api/card-opt-outs/${token}`);
    }
    const [honorMail, memorialMail] = [honorCard, memorialCard].map(
      ({ recipient }) => emails.find(({ to }) => to.address === recipient)!.html,
    );
    expect(honorMail).toContain("&lt;b&gt;Love&lt;/b&gt; &amp; thanks");
    // A memorial card has no picture and no colored edge.
    expect(honorMail).toContain("#c79639");
    expect(memorialMail).not.toContain("#c79639");
    expect(await readState(honorCard.id)).toBe("sent");
  });

  it("doesn't go out if the donation is refunded, or the recipient opts out, while it is in the outbox", async () => {
    await postponeEmails();
    const refunded = await addCard({ donor: createAddress("third") });
    const optedOutCard = await addCard({ donor: createAddress("third") });
    await queueCards();
    await sql`insert into public.donation_adjustments (donation_id, kind, amount, status)
      values (${refunded.donationId}, 'refund', 71.25, 'succeeded')`;
    await sql`select private.opt_out_of_cards(${optedOutCard.token})`;
    const addresses = (await runMailer()).map(({ to }) => to.address);
    expect(addresses).not.toContain(refunded.recipient);
    expect(addresses).not.toContain(optedOutCard.recipient);
    expect([await readState(refunded.id), await readState(optedOutCard.id)]).toEqual([
      "stopped",
      "stopped",
    ]);
    await sql`delete from public.donation_adjustments where donation_id = ${refunded.donationId}`;
  });
});

describe("a card in the checkout", () => {
  const start = (tribute: object, key: string = randomUUID(), donorInfo: object = {}) =>
    request("POST", "/api/create-payment-intent", {
      headers: { "Idempotency-Key": key },
      body: {
        amount: 50,
        donorInfo: {
          firstName: "Ann",
          lastName: "Lee",
          email: createAddress("checkout"),
          inHonorOf: "Paul",
          ...donorInfo,
        },
        tribute,
      },
    });
  const card = {
    recipientName: "Ruth",
    recipientEmail: createAddress("ruth"),
    recipientAddress: null,
    message: "With love.",
    sendOn: null,
  };

  it("is stored once despite retries, and a retry with another card is refused", async () => {
    const key = randomUUID();
    const responses = await Promise.all([start(card, key), start(card, key), start(card, key)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await sql`
      select message from public.tributes where recipient_email = ${card.recipientEmail}`;
    expect(rows).toEqual([{ message: "With love." }]);
    expect((await start({ ...card, message: "Other." }, key)).status).toBe(409);
  });

  it.each([
    ["a link in the message", { message: "See example.com/win" }, "tribute.message"],
    ["501 characters", { message: "a".repeat(501) }, "tribute.message"],
    ["two addresses", { recipientAddress: "1 Main Street" }, "tribute.recipientEmail"],
    ["a past day", { sendOn: "2025-01-01" }, "sendOn"],
    ["a day in two years", { sendOn: `${new Date().getFullYear() + 2}-01-01` }, "sendOn"],
  ])("is refused with %s, and nothing is stored", async (_title, changes, path) => {
    const recipientEmail = createAddress(uniqueWord());
    const { status, json } = await start({ ...card, recipientEmail, ...changes });
    expect([status, json.issues?.[0]?.path.replace(/^body\./, "")]).toEqual([400, path]);
    expect(
      await sql`select 1 from public.tributes where recipient_email = ${recipientEmail}`,
    ).toEqual([]);
  });

  it("is refused without a person to honor", async () => {
    expect((await start(card, undefined, { inHonorOf: undefined })).status).toBe(400);
  });
});

describe("a donor's cards", () => {
  it("are only the donor's own", async () => {
    const { json } = await callAsDonor("GET", "");
    expect(json.length).toBeGreaterThan(0);
    const ids = json.map(({ id }: { id: string }) => id);
    const otherDonorsCard = await addCard({ donor: otherDonorEmail });
    expect(ids).not.toContain(otherDonorsCard.id);
    const attempts = [
      await callAsDonor("PUT", `/${otherDonorsCard.id}`, createChange(otherDonorsCard)),
      await callAsDonor("POST", `/${otherDonorsCard.id}/stop`),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404]);
    expect(await readState(otherDonorsCard.id)).toBe("waiting");
  });

  it("can be changed until they're sent, but only from their latest version", async () => {
    const card = await addCard();
    const changeResponse = await callAsDonor("PUT", `/${card.id}`, createChange(card));
    expect([changeResponse.status, changeResponse.json.message]).toEqual([200, "With love."]);
    // Sends the same change again, as after a lost response.
    const repeatedResponse = await callAsDonor("PUT", `/${card.id}`, createChange(card));
    expect([repeatedResponse.status, repeatedResponse.json.updatedAt]).toEqual([
      200,
      changeResponse.json.updatedAt,
    ]);
    const staleResponse = await callAsDonor("PUT", `/${card.id}`, {
      ...createChange(card),
      message: "Old.",
    });
    expect([staleResponse.status, staleResponse.json.code]).toEqual([409, "conflict"]);
    await queueCards();
    const lateChangeResponse = await callAsDonor("PUT", `/${card.id}`, {
      ...createChange(card),
      updatedAt: changeResponse.json.updatedAt,
    });
    const lateStopResponse = await callAsDonor("POST", `/${card.id}/stop`);
    expect([lateChangeResponse.json.code, lateStopResponse.json.code]).toEqual([
      "card_closed",
      "card_closed",
    ]);
  });

  it("are sent as soon as possible if their day is cleared", async () => {
    const card = await addCard();
    const { json } = await callAsDonor("PUT", `/${card.id}`, {
      ...createChange(card),
      sendOn: null,
    });
    const [{ today }] = await sql<[{ today: string }]>`select private.today()::text as today`;
    expect(json.sendOn).toBe(today);
  });

  it("can be stopped, and a change that adds a link is refused", async () => {
    const card = await addCard();
    const link = await callAsDonor("PUT", `/${card.id}`, {
      ...createChange(card),
      message: "a.example",
    });
    expect(link.status).toBe(400);
    const { json } = await callAsDonor("POST", `/${card.id}/stop`);
    expect([json.state, json.stopReason]).toEqual(["stopped", "donor"]);
  });
});

describe("administrators", () => {
  it("print cards for a postal address, and then can't stop them", async () => {
    const { token } = await signInAdmin();
    const card = await addCard({
      postalAddress: "1 Main Street\r\nAustin, TX 78701",
      message: "We miss him.\n\n\tAlways.",
    });
    const download = ({ id }: { readonly id: string }) =>
      fetch(`${facts.apiUrl}/functions/v1/api/tributes/${id}/pdf`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    const pdf = await download(card);
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const unpaidCard = await addCard({ postalAddress: "1 Main Street", isPaid: false });
    expect((await download(unpaidCard)).status).toBe(404);
    const print = (updatedAt: Date) =>
      request("POST", `/api/tributes/${card.id}/print`, { token, body: { updatedAt } });
    const staleResponse = await print(new Date(card.updatedAt.getTime() - 1000));
    expect([staleResponse.status, staleResponse.json.code]).toEqual([409, "conflict"]);
    const printResponse = await print(card.updatedAt);
    expect(printResponse.json.state).toBe("printed");
    const stopResponse = await request("POST", `/api/tributes/${card.id}/stop`, { token });
    expect([stopResponse.status, stopResponse.json.code]).toEqual([409, "card_closed"]);
  });
});

describe("a recorded donation's card", () => {
  it("is shown with the donation, prints, and has its errors at its own fields", async () => {
    const { token } = await signInAdmin();
    const tribute = {
      recipientName: "Helen O'Connor",
      recipientEmail: null,
      recipientAddress: "1 Main Street\nAustin, TX 78701",
      message: "",
      sendOn: null,
    };
    const body = {
      firstName: "Nora",
      lastName: "Hale",
      email: createAddress("recorded"),
      amount: 50,
      method: "check",
      receivedOn: "2025-11-01",
      inHonorOf: "Paul",
      isMemorial: true,
      tribute,
    };
    const record = (changes: object) =>
      request("POST", "/api/donations", {
        token,
        headers: { "Idempotency-Key": randomUUID() },
        body: { ...body, ...changes },
      });
    const refusals = [
      await record({ tribute: { ...tribute, sendOn: "2025-01-01" } }),
      await record({ tribute: { ...tribute, recipientName: "a.example" } }),
      await record({ inHonorOf: null }),
    ];
    expect(refusals.map(({ status, json }) => [status, json.issues[0].path])).toEqual([
      [400, "tribute.sendOn"],
      [400, "tribute.recipientName"],
      [400, "inHonorOf"],
    ]);
    await postponeEmails();
    const { json: donation } = await record({});
    const receipt = (await runMailer()).find(({ to }) => to.address === body.email)!;
    expect(receipt.text).toContain("We'll print and mail Helen O'Connor's card soon.");
    const [stored] = await sql`select private.donation_receipt(${donation.id}) as receipt`;
    expect(stored?.receipt.announcedCard).toMatchObject({
      recipientName: "Helen O'Connor",
      isPostal: true,
    });
    const read = async (id: string) =>
      (await request("GET", `/api/donations/${id}`, { token })).json;
    const { tribute: card } = await read(donation.id);
    expect(card).toMatchObject({
      recipientName: "Helen O'Connor",
      isMemorial: true,
      state: "waiting",
    });
    const { json: corrected } = await request("POST", `/api/donations/${donation.id}/corrections`, {
      token,
      headers: { "Idempotency-Key": randomUUID() },
      body: {
        donorId: donation.donorId,
        amount: 75,
        method: "check",
        receivedOn: "2025-11-01",
        inHonorOf: "Paul",
        reason: "Misread",
      },
    });
    expect((await read(corrected.id)).tribute).toMatchObject({ id: card.id, state: "waiting" });
    expect((await read(donation.id)).tribute).toBeNull();
    const { updatedAt } = (await read(corrected.id)).tribute;
    const path = `/api/tributes/${card.id}/print`;
    const { json: printed } = await request("POST", path, { token, body: { updatedAt } });
    expect(printed.state).toBe("printed");
  });
});

describe("the link that stops cards", () => {
  it.each(["", "?utm_source=mail", ".", ")", "%3E", "="])(
    "leads a reader to the page with the button, with %j behind it, and changes nothing",
    async (ending) => {
      const card = await addCard();
      const response = await fetch(
        `${facts.apiUrl}/functions/v1/api/card-opt-outs/${card.token}${ending}`,
        { redirect: "manual" },
      );
      expect(response.status).toBe(303);
      const { pathname, hash } = new URL(response.headers.get("location") ?? "");
      expect([pathname, hash]).toEqual(["/stop-cards", `#token=${card.token}`]);
      expect(await readState(card.id)).not.toBe("stopped");
    },
  );

  it("works twice and stops waiting cards, and an unknown link says that it's unknown", async () => {
    const card = await addCard();
    const path = `/api/card-opt-outs/${card.token}`;
    const responses = [await request("POST", path), await request("POST", path)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readState(card.id)).toBe("stopped");
    const unknownLinkResponse = await request("POST", `/api/card-opt-outs/${randomUUID()}`);
    expect([unknownLinkResponse.status, unknownLinkResponse.json.code]).toEqual([
      404,
      "card_link_invalid",
    ]);
  });
});
