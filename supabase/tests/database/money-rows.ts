import { uniqueWord } from "../unique-word.ts";
import { addAdmin, type Transaction } from "./connection.ts";
import { eraseAs } from "./erasing.ts";

/**
 * One donation of each kind. In cents, each amount is a round base and a power of two, so a sum says which donations are
 * in it.
 */
export const MONEY_KINDS = [
  "plain",
  "recorded",
  "imported",
  "merged",
  "demo",
  "testMode",
  "pending",
  "failed",
  "voided",
  "refunded",
  "partlyRefunded",
  "disputed",
  "returned",
  "erased",
] as const;

export type MoneyKind = (typeof MONEY_KINDS)[number];

const BASE_CENTS = 100_000;
const REFUND_CENTS = 50_000;
/** The base of the part that covers the fee, so that sums of fees can be told apart, too. */
export const FEE_CENTS = 30_000;

export const getCents = (kind: MoneyKind): number => BASE_CENTS + 2 ** MONEY_KINDS.indexOf(kind);
const toDollars = (cents: number) => (cents / 100).toFixed(2);
export const getAmount = (kind: MoneyKind): string => toDollars(getCents(kind));

export const getFee = (kind: MoneyKind): string =>
  toDollars(getCents(kind) - BASE_CENTS + FEE_CENTS);

/** The name of the person who gets the donation's card. */
export const getCardName = (kind: MoneyKind): string => `Card of ${kind}`;

const isDemo = (kind: MoneyKind) => kind === "demo" || kind === "testMode";
const METHODS: Partial<Record<MoneyKind, string>> = {
  recorded: "check",
  voided: "check",
  imported: "other_platform",
};

/** What lowers the donation's amount, and by how many cents. */
const ADJUSTMENTS: Partial<
  Record<MoneyKind, readonly [kind: string, status: string, cents: number]>
> = {
  voided: ["void", "succeeded", getCents("voided")],
  refunded: ["refund", "succeeded", getCents("refunded")],
  partlyRefunded: ["refund", "succeeded", REFUND_CENTS],
  disputed: ["dispute", "lost", getCents("disputed")],
  returned: ["return", "lost", getCents("returned")],
};

interface MoneyRows {
  readonly word: string;
  readonly email: string;
  readonly donorId: string;
  readonly linkId: string;
  /** Adds the donation of this kind, with a card. It was given today, and the kinds that don't count are the newest. */
  readonly add: (kind: MoneyKind) => Promise<void>;
}

type Giver = Pick<MoneyRows, "email"> & { readonly id: string };

async function addPersonToErase(tx: Transaction): Promise<Giver> {
  const email = `${uniqueWord()}@example.org`;
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Erika', 'Lang', ${email}) returning id`;
  return { id: donor.id, email };
}

const erasePerson = async (tx: Transaction, id: string) =>
  eraseAs(tx, await addAdmin(tx), [{ kind: "donor", id }]);

/** Adds a donor to whom another one was merged, for the donations of each kind. */
export async function addMoneyDonor(tx: Transaction): Promise<MoneyRows> {
  const word = uniqueWord();
  const email = `${word}@example.org`;
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Mona', ${word}, ${email}) returning id`;
  await tx`
    insert into public.donor_emails (donor_id, email_key) values (${donor.id}, ${email}) on conflict do nothing`;
  const [link] = await tx<[{ id: string }]>`
    insert into public.donor_links (email_key, expires_at, used_at)
    values (${email}, now() + interval '1 hour', now()) returning id`;
  const [merged] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, merged_into_id) values ('Mo', ${word}, ${donor.id}) returning id`;
  const [imported] = await tx<[{ id: string }]>`
    insert into public.imports (
      kind, source, file_name, file_hash, headings, mapping, row_count, is_demo, state, imported_at
    )
    values (
      'donations', 'givewp', ${`${word}.csv`}, ${"e".repeat(64)}, '["Amount"]', '{"amount": 0}', 1, false, 'imported', now()
    )
    returning id`;
  const givers: Partial<Record<MoneyKind, Giver>> = { merged: { id: merged.id, email } };
  const add = async (kind: MoneyKind) => {
    if (kind === "erased") givers.erased = await addPersonToErase(tx);
    const giver = givers[kind] ?? { id: donor.id, email };
    const status = kind === "pending" || kind === "failed" ? kind : "completed";
    const method = METHODS[kind] ?? "online";
    const [donation] = await tx<[{ id: string }]>`
      insert into public.donations (
        donor_id, first_name, last_name, email, amount, method, is_demo, status, completed_at, failed_at, import_id,
        stripe_payment_intent_id, in_honor_of, fee_covered
      )
      values (
        ${giver.id}, 'Mona', ${word}, ${giver.email}, ${getAmount(kind)}, ${method},
        ${isDemo(kind)}, ${status}, 
        case when ${status === "completed"} then now() + make_interval(secs => ${MONEY_KINDS.indexOf(kind) / 1000}) end,
        case when ${status === "failed"} then now() end, ${kind === "imported" ? imported.id : null},
        ${method === "online" && kind !== "demo" ? `pi_${word}_${kind}` : null}, 'Sgt. Paul Yates',
        ${getFee(kind)}
      )
      returning id`;
    await tx`
      insert into public.tributes (donation_id, recipient_name, recipient_email, send_on)
      values (${donation.id}, ${getCardName(kind)}, ${`${kind}-${email}`}, private.today() + 9)`;
    const [adjustment, result, cents] = ADJUSTMENTS[kind] ?? [];
    if (adjustment !== undefined)
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id, reason, lowered_on)
        values (
          ${donation.id}, ${adjustment}, ${toDollars(cents!)}, ${result!},
          ${adjustment === "void" ? null : `${kind}_${word}`}, 'A reason', private.today()
        )`;
    if (kind === "erased") await erasePerson(tx, giver.id);
  };
  return { word, email, donorId: donor.id, linkId: link.id, add };
}
