import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { catchSqlState, sql, withRollback, type Transaction } from "./connection.ts";

/** Another value for each field of a repeated attempt, and what happens: it's another donation, or the field doesn't matter. */
type OtherValues = Readonly<Record<string, readonly ["refused" | "ignored", unknown]>>;

const DONATION = {
  amount: 50,
  first_name: "Ann",
  last_name: "Lee",
  email: "ann@example.org",
  is_recurring: false,
  is_demo: true,
  payment_intent_id: null,
  is_anonymous: false,
  in_honor_of: "Sgt. Paul Yates",
  fee_covered: 2,
  subscription_id: null,
  source: "a-letter",
  is_memorial: false,
} as const;

const OTHER_DONATION: OtherValues = {
  amount: ["refused", 51],
  first_name: ["ignored", "Anna"],
  last_name: ["ignored", "Leigh"],
  email: ["refused", "other@example.org"],
  is_recurring: ["refused", true],
  is_demo: ["refused", false],
  payment_intent_id: ["ignored", "pi_repeated"],
  is_anonymous: ["refused", true],
  in_honor_of: ["refused", "Ruth Yates"],
  fee_covered: ["ignored", 1],
  subscription_id: ["ignored", null],
  source: ["ignored", "another-letter"],
  is_memorial: ["refused", true],
};

const CARD = {
  recipientName: "Ruth Yates",
  recipientEmail: "ruth@example.org",
  recipientAddress: null,
  message: "He packed the socks himself.",
  sendOn: null,
} as const;

const OTHER_CARD: OtherValues = {
  recipientName: ["refused", "Ruth Yeats"],
  recipientEmail: ["refused", "ruth.yates@example.org"],
  recipientAddress: ["refused", "7 Pier Road"],
  message: ["refused", "He packed them."],
  sendOn: ["refused", "today + 2"],
};

const create = async (tx: Transaction, attempt: string, values: object) => {
  const names = Object.keys(values);
  const [row] = await tx.unsafe<[{ id: string }]>(
    `select private.create_pending_donation(
      attempt_id => $1, ${names.map((name, index) => `${name} => $${index + 2}`).join(", ")}
    ) ->> 'id' as id`,
    [attempt, ...(Object.values(values) as string[])],
  );
  return row.id;
};

const setCard = (tx: Transaction, donationId: string, isNew: boolean, card: object | null) =>
  tx`select private.set_pending_tribute(${donationId}, ${isNew}, ${card && tx.json(card as never)})`;

const judge = async (tx: Transaction, repeat: (savepoint: Transaction) => Promise<unknown>) =>
  (await catchSqlState(tx.savepoint(repeat))) === "CP001" ? "refused" : "ignored";

/** Returns a day as the card has it, such as `today + 2`. */
const readDay = async (tx: Transaction, expression: string) => {
  const [row] = await tx.unsafe<[{ day: string }]>(
    `select (${expression.replace("today", "private.today()")})::text as day`,
  );
  return row.day;
};

describe("threat 18: an attempt that is repeated with another value", () => {
  test("has a verdict for every field of a donation and a card", async () => {
    const [row] = await sql<[{ names: string[] }]>`
      select proargnames as names from pg_proc where proname = 'create_pending_donation'`;
    expect(Object.keys(OTHER_DONATION).toSorted()).toEqual(
      row.names.filter((name) => name !== "attempt_id").toSorted(),
    );
    expect(Object.keys(OTHER_CARD)).toEqual(Object.keys(CARD));
  });

  test.each(Object.entries(OTHER_DONATION))("of %s is %j", async (name, [verdict, value]) => {
    await withRollback(async (tx) => {
      const attempt = randomUUID();
      await create(tx, attempt, DONATION);
      expect(await judge(tx, (sp) => create(sp, attempt, DONATION))).toBe("ignored");
      expect(await judge(tx, (sp) => create(sp, attempt, { ...DONATION, [name]: value }))).toBe(
        verdict,
      );
    });
  });

  test.each([
    ...Object.entries(OTHER_CARD),
    // A visitor west of the organization may choose yesterday, which is stored as today.
    ["sendOn", ["ignored", "today"]],
    ["sendOn", ["ignored", "today - 1"]],
  ] as const)("of the card's %s is %j", async (name, [verdict, value]) => {
    await withRollback(async (tx) => {
      const id = await create(tx, randomUUID(), DONATION);
      await setCard(tx, id, true, CARD);
      expect(await judge(tx, (sp) => setCard(sp, id, false, CARD))).toBe("ignored");
      const other = name === "sendOn" ? await readDay(tx, value as string) : value;
      expect(await judge(tx, (sp) => setCard(sp, id, false, { ...CARD, [name]: other }))).toBe(
        verdict,
      );
      expect(await judge(tx, (sp) => setCard(sp, id, false, null))).toBe("refused");
    });
  });
});
