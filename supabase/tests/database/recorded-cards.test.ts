import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, runAs, withRollback, type Transaction } from "./connection.ts";
import { addDonor, catchRefusalCode, voidBouncedDonation } from "./recording.ts";

interface CardChange {
  readonly donorId: string;
  readonly honoree?: string | null;
  readonly tribute?: object | null;
}

const createCard = (recipient = `${uniqueWord()}@example.org`) => ({
  recipientName: "Helen O'Connor",
  recipientEmail: recipient,
  recipientAddress: null,
  message: "He taught me to fish.",
  sendOn: null,
});

/** Leaves out an undefined card, and passes null as JSON null. */
const toJson = (tribute: object | null | undefined) =>
  tribute === undefined ? null : JSON.stringify(tribute);

const recordWithCard = async (tx: Transaction, { donorId, honoree, tribute }: CardChange) => {
  const [row] = await runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_donation(
        ${donorId}, 50, 'check', private.today() - 5, true, sends_receipt => false, confirms_duplicate => true,
        in_honor_of => ${honoree === undefined ? "Sgt. Paul Yates" : honoree}, is_memorial => true,
        tribute => ${toJson(tribute)}::text::jsonb) as id`,
  );
  return row.id;
};

const correctWithCard = async (tx: Transaction, id: string, change: CardChange) => {
  const { donorId, honoree = "Sgt. Paul Yates", tribute } = change;
  const [row] = await runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.correct_donation(
        ${id}, 'Misread', ${donorId}, 75, 'check', private.today() - 5, null, null, ${honoree}, false, false, null,
        tribute => ${toJson(tribute)}::text::jsonb) as id`,
  );
  return row.id;
};

const queueCards = (tx: Transaction, days: number, time = "10:00") => tx`
  select private.queue_tributes(
    (private.today() + ${days}::integer + ${time}::text::time) at time zone private.time_zone())`;

const readCards = async (tx: Transaction, donationIds: readonly string[]) => {
  const rows = await tx<Record<"id" | "state", string>[]>`
    select record.donation_id as id, record.state, record.stop_reason as reason, mail.data ->> 'donorName' as donor,
      mail.template_name as template
    from private.tribute_records as record
    join public.tributes as tribute using (id)
    left join public.email_outbox as mail on mail.id = tribute.email_id
    where record.donation_id in ${tx(donationIds)}`;
  return rows.map(({ id, ...card }) => ({ donation: donationIds.indexOf(id), ...card }));
};

const WAITING = { state: "waiting", reason: null, donor: null, template: null };
const LEAVING = { state: "leaving", reason: null, donor: "Ann Lee", template: "Memorial Card" };

describe("threat 63: a recorded donation's card", () => {
  test("leaves an hour after it was entered, whatever the donation's date", async () => {
    await withRollback(async (tx) => {
      const id = await recordWithCard(tx, { donorId: await addDonor(tx), tribute: createCard() });
      await tx`
        update public.tributes set created_at = (private.today() + 1 + time '12:00') at time zone private.time_zone()
        where donation_id = ${id}`;
      await queueCards(tx, 1, "12:59:59");
      expect(await readCards(tx, [id])).toEqual([{ donation: 0, ...WAITING }]);
      await queueCards(tx, 1, "13:00");
      expect(await readCards(tx, [id])).toEqual([{ donation: 0, ...LEAVING }]);
    });
  });

  test("isn't sent to a recipient who doesn't want cards, and at most one a week is", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx, null);
      const recipient = `${uniqueWord()}@example.org`;
      const tribute = createCard(recipient);
      const ids = [
        await recordWithCard(tx, { donorId, tribute }),
        await recordWithCard(tx, { donorId, tribute }),
      ];
      await queueCards(tx, 1);
      expect((await readCards(tx, ids)).map(({ state }) => state).sort()).toEqual([
        "leaving",
        "waiting",
      ]);
      await tx`insert into public.card_opt_outs (mailbox) values (${recipient})`;
      await queueCards(tx, 9);
      expect(await readCards(tx, ids)).toContainEqual(
        expect.objectContaining({ state: "stopped", reason: "opted_out" }),
      );
    });
  });

  test.for([
    ["no one to remember", null, undefined, "Ann"],
    ["a link in the honored person's name", "example.com", undefined, "Ann"],
    ["a link in the donor's name", "Paul", undefined, "example.com"],
    ["a link in the message", "Paul", { message: "See example.com" }, "Ann"],
    ["a past day", "Paul", { sendOn: "2025-01-01" }, "Ann"],
  ] as const)("is refused with %s", async ([, honoree, changes, firstName]) => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      await tx`update public.donors set first_name = ${firstName} where id = ${donorId}`;
      const tribute = { ...createCard(), ...changes };
      const work = (savepoint: Transaction) =>
        recordWithCard(savepoint, { donorId, honoree, tribute });
      expect(await catchRefusalCode(tx, work)).toBe("23514");
    });
  });

  test("is stopped by a void before it leaves", async () => {
    await withRollback(async (tx) => {
      const id = await recordWithCard(tx, { donorId: await addDonor(tx), tribute: createCard() });
      await voidBouncedDonation(tx, id);
      await queueCards(tx, 1);
      expect(await readCards(tx, [id])).toEqual([
        { donation: 0, ...WAITING, state: "stopped", reason: "refunded" },
      ]);
    });
  });
});

describe("correcting a donation with a card", () => {
  const addOther = async (tx: Transaction) => {
    const donorId = await addDonor(tx);
    await tx`update public.donors set first_name = 'Nora' where id = ${donorId}`;
    return donorId;
  };

  test.for(["waiting", "leaving", "sent"])(
    "keeps a card that is %s, and sends it once",
    async (state) => {
      await withRollback(async (tx) => {
        const tribute = createCard();
        const first = await recordWithCard(tx, { donorId: await addDonor(tx), tribute });
        if (state !== "waiting") await queueCards(tx, 1);
        if (state === "sent") {
          await tx`update public.email_outbox set status = 'sent', sent_at = now() where to_email = ${tribute.recipientEmail}`;
        }
        const second = await correctWithCard(tx, first, { donorId: await addOther(tx) });
        await queueCards(tx, 1);
        const isSent = state === "sent";
        expect(await readCards(tx, [first, second])).toEqual([
          {
            donation: 1,
            ...LEAVING,
            state: isSent ? "sent" : "leaving",
            donor: isSent ? "Ann Lee" : "Nora Lee",
          },
        ]);
        const mails =
          await tx`select from public.email_outbox where to_email = ${tribute.recipientEmail}`;
        expect(mails).toHaveLength(1);
      });
    },
  );

  test("changes, adds or stops the card if the correction says so", async () => {
    await withRollback(async (tx) => {
      const donorId = await addDonor(tx);
      const read = async (id: string) => {
        const [row] = await tx`
          select recipient_name as name, status from public.tributes where donation_id = ${id}`;
        return row;
      };
      const plain = await recordWithCard(tx, { donorId });
      const added = await correctWithCard(tx, plain, { donorId, tribute: createCard() });
      expect(await read(added)).toEqual({ name: "Helen O'Connor", status: "waiting" });
      const change = { ...createCard(), recipientName: "Ruth" };
      const changed = await correctWithCard(tx, added, { donorId, tribute: change });
      expect(await read(changed)).toEqual({ name: "Ruth", status: "waiting" });
      const withoutHonoree = (savepoint: Transaction) =>
        correctWithCard(savepoint, changed, { donorId, honoree: null });
      expect(await catchRefusalCode(tx, withoutHonoree)).toBe("23514");
      const stopped = await correctWithCard(tx, changed, { donorId, tribute: null });
      expect(await read(stopped)).toEqual({ name: "Ruth", status: "stopped" });
      const again = (savepoint: Transaction) =>
        correctWithCard(savepoint, stopped, { donorId, tribute: createCard() });
      expect(await catchRefusalCode(tx, again)).toBe("CP040");
      const last = await correctWithCard(tx, stopped, { donorId, honoree: null });
      // The list of cards shows each card's honored person.
      expect([await read(last), await read(stopped)]).toEqual([
        undefined,
        { name: "Ruth", status: "stopped" },
      ]);
    });
  });
});
