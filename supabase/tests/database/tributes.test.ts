import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { TEXTS_WITH_LINKS, TEXTS_WITHOUT_LINKS } from "../card-texts.ts";
import { REAL_NAMES } from "../real-names.ts";
import { addAdmin, runAs, sql, withRollback, type Transaction } from "./connection.ts";
import { addCheck, addDonor, catchRefusalCode, voidBouncedDonation } from "./recording.ts";

interface NewCard {
  readonly donor?: string;
  readonly recipient?: string;
  readonly sendOn?: string;
  /** In the organization's time zone. */
  readonly completedAt?: string;
  readonly status?: string;
  readonly isMemorial?: boolean;
  readonly address?: string;
}

const address = (name = uniqueWord()) => `${name}@example.org`;

/** Adds a card for a day that no other test uses. Returns the card's id and its donation's id. */
async function addCard(tx: Transaction, card: NewCard = {}) {
  const { status = "completed", completedAt = "2025-06-01 08:00" } = card;
  const isPaid = status !== "pending";
  const [row] = await tx<[{ id: string; donationId: string }]>`
    with donation as (
      insert into public.donations (
        first_name, last_name, email, amount, is_demo, status, completed_at, in_honor_of, is_memorial
      )
      values (
        'Ann', 'Lee', ${card.donor ?? address()}, 75.25, true, ${status},
        case when ${isPaid} then ${completedAt}::text::timestamp at time zone private.time_zone() end,
        'Sgt. Paul Yates', ${card.isMemorial ?? false}
      )
      returning id
    )
    insert into public.tributes (donation_id, recipient_name, recipient_email, recipient_address, message, send_on)
    select id, 'Ruth Yates', ${card.address === undefined ? (card.recipient ?? address()) : null},
      ${card.address ?? null}, 'We remember him.', ${card.sendOn ?? "2025-06-01"}
    from donation
    returning id, donation_id as "donationId"`;
  return row;
}

/** Passes the time as text, because otherwise the driver would interpret it in the machine's time zone. */
const queueCardsAt = (tx: Transaction, moment: string) =>
  tx`select private.queue_tributes(${moment}::text::timestamp at time zone private.time_zone())`;

/** Pretends that each queued card went out as soon as it was queued. */
const sendMails = (tx: Transaction) => tx`
  update public.email_outbox as mail set status = 'sent', sent_at = card.left_at
  from public.tributes as card where card.email_id = mail.id and mail.status = 'queued'`;

const readState = async (tx: Transaction, id: string) => {
  const [row] = await tx`select state, stop_reason from private.tribute_records where id = ${id}`;
  return [row?.["state"], row?.["stop_reason"]];
};

const readStopToken = async (tx: Transaction, id: string) => {
  const [row] = await tx<[{ token: string }]>`
    select stop_token as token from public.tributes where id = ${id}`;
  return row.token;
};

/** Marks the card as printed at its current version. */
const printCard = (tx: Transaction, id: string) => tx`
  select private.mark_tribute_printed(${id}, (select updated_at from public.tributes where id = ${id}))`;

const readMails = (tx: Transaction, id: string) => tx<{ template: string; data: object }[]>`
  select template_name as template, data from public.email_outbox where dedupe_key = 'tribute:' || ${id}`;

describe("threat 63: a card", () => {
  test.for([
    ["before 9 a.m.", "2025-06-01 08:59:59", {}, "waiting"],
    ["from 9 a.m. of its day", "2025-06-01 09:00", {}, "leaving"],
    ["on the day before its day", "2025-06-01 23:59", { sendOn: "2025-06-02" }, "waiting"],
    [
      "within an hour of the payment",
      "2025-06-01 12:59:59",
      { completedAt: "2025-06-01 12:00" },
      "waiting",
    ],
    [
      "an hour after the payment",
      "2025-06-01 13:00",
      { completedAt: "2025-06-01 12:00" },
      "leaving",
    ],
    ["without a payment", "2025-06-05 12:00", { status: "pending" }, "unpaid"],
  ] as const)("%s", async ([, moment, card, state]) => {
    await withRollback(async (tx) => {
      const { id } = await addCard(tx, card);
      await queueCardsAt(tx, moment);
      expect((await readState(tx, id))[0]).toBe(state);
      expect(await readMails(tx, id)).toHaveLength(state === "leaving" ? 1 : 0);
    });
  });

  test("is sent once, and its email contains neither an amount nor the token of its link", async () => {
    await withRollback(async (tx) => {
      const { id } = await addCard(tx);
      const memorial = await addCard(tx, { isMemorial: true });
      for (const hour of ["10", "11", "12"]) await queueCardsAt(tx, `2025-06-01 ${hour}:00`);
      const mails = await readMails(tx, id);
      expect(mails.map(({ template }) => template)).toEqual(["Tribute Card"]);
      expect((await readMails(tx, memorial.id)).map(({ template }) => template)).toEqual([
        "Memorial Card",
      ]);
      const text = JSON.stringify(mails);
      expect(text).not.toMatch(/75\.25|amount/i);
      expect(text).not.toContain(await readStopToken(tx, id));
    });
  });

  test("is sent the next day if its donor has already sent three that day", async () => {
    await withRollback(async (tx) => {
      const name = uniqueWord();
      const ids: string[] = [];
      // The same person, no matter how the address is written.
      for (let count = 0; count < 4; count += 1) {
        const tag = count === 0 ? "" : `+${count}`;
        ids.push((await addCard(tx, { donor: `${name}${tag}@example.org` })).id);
      }
      await queueCardsAt(tx, "2025-06-01 10:00");
      const readStates = async () => {
        const states = await Promise.all(ids.map((id) => readState(tx, id)));
        return states.filter(([state]) => state === "leaving").length;
      };
      expect(await readStates()).toBe(3);
      await queueCardsAt(tx, "2025-06-01 23:00");
      expect(await readStates()).toBe(3);
      await queueCardsAt(tx, "2025-06-02 09:00");
      expect(await readStates()).toBe(4);
    });
  });

  test("waits if its mailbox got a card in the last seven days, however the address is written, and is stopped after 28 days", async () => {
    await withRollback(async (tx) => {
      const name = uniqueWord();
      const first = await addCard(tx, { recipient: `${name}@example.org` });
      const second = await addCard(tx, { recipient: `${name.toUpperCase()}+tag@example.org` });
      await queueCardsAt(tx, "2025-06-01 10:00");
      const states = [await readState(tx, first.id), await readState(tx, second.id)];
      expect(new Set(states.map(([state]) => state))).toEqual(new Set(["leaving", "waiting"]));
      const waiting = states[0]?.[0] === "waiting" ? first : second;
      await tx.savepoint(async (unsent) => {
        await queueCardsAt(unsent, "2025-06-20 09:00");
        expect((await readState(unsent, waiting.id))[0]).toBe("waiting");
      });
      await sendMails(tx);
      await queueCardsAt(tx, "2025-06-07 23:00");
      expect((await readState(tx, waiting.id))[0]).toBe("waiting");
      await tx.savepoint(async (later) => {
        await queueCardsAt(later, "2025-06-08 09:00");
        expect((await readState(later, waiting.id))[0]).toBe("leaving");
        await later`update public.tributes set status = 'waiting', left_at = null, email_id = null where id = ${waiting.id}`;
        await later`delete from public.email_outbox where dedupe_key = 'tribute:' || ${waiting.id}`;
      });
      // Pretends that the other card, which isn't waiting, was sent at this time.
      const setSentTime = (day: string) => tx`
        update public.email_outbox set sent_at = ${day}::text::timestamp at time zone private.time_zone()
        where dedupe_key in (${`tribute:${first.id}`}, ${`tribute:${second.id}`})`;
      await setSentTime("2025-06-28 10:00");
      await queueCardsAt(tx, "2025-06-29 09:00");
      expect((await readState(tx, waiting.id))[0]).toBe("waiting");
      await queueCardsAt(tx, "2025-06-30 09:00");
      expect(await readState(tx, waiting.id)).toEqual(["stopped", "late"]);
    });
  });

  test("is stopped by a refund or a void before it's sent, but not by a partial refund", async () => {
    await withRollback(async (tx) => {
      const refund = (donationId: string, amount: number) => tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${donationId}, 'refund', ${amount}, 'succeeded')`;
      const refunded = await addCard(tx);
      await refund(refunded.donationId, 75.25);
      const partlyRefunded = await addCard(tx);
      await refund(partlyRefunded.donationId, 20);
      const donationId = await addCheck(tx, { donorId: await addDonor(tx), amount: 20 });
      const voided = await addCard(tx);
      await tx`update public.donations set in_honor_of = 'Paul' where id = ${donationId}`;
      await tx`update public.tributes set donation_id = ${donationId} where id = ${voided.id}`;
      await voidBouncedDonation(tx, donationId);
      await queueCardsAt(tx, "2025-06-20 10:00");
      expect(await readState(tx, refunded.id)).toEqual(["stopped", "refunded"]);
      expect(await readState(tx, voided.id)).toEqual(["stopped", "refunded"]);
      expect((await readState(tx, partlyRefunded.id))[0]).toBe("leaving");
      expect(await readMails(tx, refunded.id)).toEqual([]);
    });
  });

  test("waits while a refund is pending, and is sent if the refund fails", async () => {
    await withRollback(async (tx) => {
      const emailedCard = await addCard(tx);
      const postalCard = await addCard(tx, { address: "1 Main Street" });
      const ids = [emailedCard.donationId, postalCard.donationId];
      for (const id of ids) {
        await tx`
          insert into public.donation_adjustments (donation_id, kind, amount, status)
          values (${id}, 'refund', 75.25, 'pending')`;
      }
      const admin = await addAdmin(tx);
      const print = () => runAs(tx, admin, (asAdmin) => printCard(asAdmin, postalCard.id));
      await queueCardsAt(tx, "2025-06-01 10:00");
      expect((await readState(tx, emailedCard.id))[0]).toBe("waiting");
      expect(await catchRefusalCode(tx, print)).toBe("CP042");
      await tx`update public.donation_adjustments set status = 'failed' where donation_id in ${tx(ids)}`;
      await queueCardsAt(tx, "2025-06-01 11:00");
      expect((await readState(tx, emailedCard.id))[0]).toBe("leaving");
      await print();
      expect((await readState(tx, postalCard.id))[0]).toBe("printed");
    });
  });

  test("is never sent if it was blocked for more than four weeks", async () => {
    await withRollback(async (tx) => {
      const timelyCard = await addCard(tx, { sendOn: "2025-06-02" });
      const late = await addCard(tx, { sendOn: "2025-06-01" });
      await queueCardsAt(tx, "2025-06-30 09:00");
      expect((await readState(tx, timelyCard.id))[0]).toBe("leaving");
      expect(await readState(tx, late.id)).toEqual(["stopped", "late"]);
    });
  });

  test("isn't sent a second time", async () => {
    await withRollback(async (tx) => {
      const { id } = await addCard(tx);
      await queueCardsAt(tx, "2025-06-01 10:00");
      await sendMails(tx);
      const admin = await addAdmin(tx);
      const resend = () =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin`
            select private.resend_email((select email_id from public.tributes where id = ${id}))`,
        );
      expect(await catchRefusalCode(tx, resend)).toBe("CP043");
      await tx`update public.email_outbox set status = 'failed', sent_at = null where dedupe_key = 'tribute:' || ${id}`;
      await resend();
      expect((await readState(tx, id))[0]).toBe("leaving");
    });
  });

  test("isn't resent, alone or with all failed cards, within a week of another card to the mailbox", async () => {
    await withRollback(async (tx) => {
      const name = uniqueWord();
      const failed = await addCard(tx, { recipient: `${name}@example.org` });
      await queueCardsAt(tx, "2025-06-01 10:00");
      await tx`update public.email_outbox set status = 'failed' where dedupe_key = 'tribute:' || ${failed.id}`;
      const admin = await addAdmin(tx);
      const resend = () =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin`
            select private.resend_email((select email_id from public.tributes where id = ${failed.id}))`,
        );
      const resendAll = () =>
        runAs(tx, admin, (asAdmin) => asAdmin`select private.resend_failed_emails()`);
      const newerCard = await addCard(tx, { recipient: `${name}+tag@example.org` });
      await queueCardsAt(tx, "2025-06-20 10:00");
      expect((await readState(tx, newerCard.id))[0]).toBe("leaving");
      await resendAll();
      expect((await readState(tx, failed.id))[0]).toBe("failed");
      expect(await catchRefusalCode(tx, resend)).toBe("CP047");
      const setSentDaysAgo = (days: number) => tx`
        update public.email_outbox
        set status = 'sent', sent_at = ((private.today() - ${days}::integer) + time '12:00') at time zone private.time_zone()
        where dedupe_key = 'tribute:' || ${newerCard.id}`;
      await setSentDaysAgo(6);
      expect(await catchRefusalCode(tx, resend)).toBe("CP047");
      await tx`update public.email_outbox set status = 'failed', sent_at = null where dedupe_key = 'tribute:' || ${newerCard.id}`;
      await resendAll();
      expect([(await readState(tx, failed.id))[0], (await readState(tx, newerCard.id))[0]]).toEqual(
        ["failed", "failed"],
      );
      await setSentDaysAgo(7);
      await resend();
      expect((await readState(tx, failed.id))[0]).toBe("leaving");
    });
  });

  test("has a link that stops all other cards to the mailbox, including future ones, and works twice", async () => {
    await withRollback(async (tx) => {
      const name = uniqueWord();
      const sent = await addCard(tx, { recipient: `${name}@example.org` });
      await queueCardsAt(tx, "2025-06-01 10:00");
      const waiting = await addCard(tx, { recipient: `${name}+other@example.org` });
      const stranger = await addCard(tx, { sendOn: "2025-07-01" });
      const token = await readStopToken(tx, sent.id);
      const optOut = async () =>
        (await tx`select private.opt_out_of_cards(${token}) as known`)[0]?.["known"];
      expect([await optOut(), await optOut()]).toEqual([true, true]);
      expect(await readState(tx, waiting.id)).toEqual(["stopped", "opted_out"]);
      const later = await addCard(tx, { recipient: `${name}@example.org` });
      await queueCardsAt(tx, "2025-06-20 10:00");
      expect(await readState(tx, later.id)).toEqual(["stopped", "opted_out"]);
      expect((await readState(tx, stranger.id))[0]).toBe("waiting");
    });
  });

  test("is never emailed if it goes to a postal address, and can't be changed once it's marked as printed", async () => {
    await withRollback(async (tx) => {
      const { id } = await addCard(tx, { address: "1 Main Street\nAustin, TX 78701" });
      await queueCardsAt(tx, "2025-06-01 10:00");
      expect((await readState(tx, id))[0]).toBe("waiting");
      const admin = await addAdmin(tx);
      const print = () => runAs(tx, admin, (asAdmin) => printCard(asAdmin, id));
      await print();
      expect((await readState(tx, id))[0]).toBe("printed");
      expect(await catchRefusalCode(tx, print)).toBe("CP040");
    });
  });

  test("refuses links in the database by the same rule as in the form", async () => {
    const read = async (texts: readonly string[]) =>
      (
        await sql`select has_links from unnest(${texts as string[]}::text[]) as text, private.has_links(text)`
      ).map((row) => row["has_links"]);
    expect(await read(TEXTS_WITH_LINKS)).toEqual(TEXTS_WITH_LINKS.map(() => true));
    // The contract puts a space after each period of a name.
    const names = Object.values(REAL_NAMES).flatMap((group) =>
      group.map((name) => name.replaceAll(/\.(?=\p{L}{2})/gu, ". ")),
    );
    const texts = [...TEXTS_WITHOUT_LINKS, ...names];
    const verdicts = await read(texts);
    expect(texts.filter((_text, index) => verdicts[index])).toEqual([]);
    await withRollback(async (tx) => {
      const { id } = await addCard(tx);
      const write = (savepoint: Transaction) =>
        savepoint`update public.tributes set message = 'See https://example.org' where id = ${id}`;
      expect(await catchRefusalCode(tx, write)).toBe("23514");
    });
  });
});
