import { uniqueWord } from "../unique-word.ts";
import { addAdmin, type Person, catchSqlState, runAs, type Transaction } from "./connection.ts";

export async function addDonor(
  tx: Transaction,
  email: string | null = `${uniqueWord()}@example.org`,
) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Ann', 'Lee', ${email}) returning id`;
  return row.id;
}

export interface PaperCheck {
  readonly donorId: string;
  readonly amount: number;
  readonly depositId?: string;
}

/** Records a check as an administrator does; by default, as a new administrator. */
export const addCheck = async (
  tx: Transaction,
  { donorId, amount, depositId }: PaperCheck,
  recorder?: Person,
) => {
  const [row] = await runAs(
    tx,
    recorder ?? (await addAdmin(tx)),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_donation(
        ${donorId}, ${amount}, 'check', '2025-11-01', true, sends_receipt => false, deposit_id => ${depositId ?? null},
        confirms_duplicate => true
      ) as id`,
  );
  return row.id;
};

export const voidBouncedDonation = async (tx: Transaction, id: string) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`select private.void_donation(${id}, 'Bounced')`,
  );

/** Returns the code of the refusal, and keeps the transaction usable. */
export const catchRefusalCode = (
  tx: Transaction,
  work: (savepoint: Transaction) => Promise<unknown>,
): Promise<string | undefined> => catchSqlState(tx.savepoint(work));

/** Returns the total of the donor's donations, or `none` if no donation counts. */
export const readTotal = async (tx: Transaction, donorId: string) => {
  const [row] = await tx<{ total: string }[]>`
    select total_amount as total from public.donor_totals where id = ${donorId}`;
  return row?.total ?? "none";
};

/** Returns the differences between the stored totals and the donations. */
export const readDifferences = async (tx: Transaction) => [
  ...(await tx`select * from private.donation_totals_differences()`),
];

export interface EnteredDonation {
  readonly donorId?: string;
  readonly amount?: number;
  readonly method?: string;
  readonly receivedOn?: string;
  readonly reference?: string | null;
  readonly sendsReceipt?: boolean;
  readonly confirmsDuplicate?: boolean;
  readonly softCreditDonorId?: string | null;
  readonly depositId?: string | null;
}

/** Records a donation as an administrator does. */
export const record = async (tx: Transaction, donation: EnteredDonation, recorder?: Person) => {
  const { donorId, amount = 50, method = "check", receivedOn = "2026-03-31" } = donation;
  const { reference = null, sendsReceipt = false } = donation;
  // Without a number, the same amount on the same day looks like a duplicate, which most tests don't care about.
  const { confirmsDuplicate = reference === null } = donation;
  const { softCreditDonorId = null, depositId = null } = donation;
  const [row] = await runAs(
    tx,
    recorder ?? (await addAdmin(tx)),
    (asRecorder) => asRecorder<[{ id: string }]>`
      select private.record_donation(
        ${donorId ?? null}, ${amount}, ${method}, ${receivedOn}, true, reference => ${reference},
        sends_receipt => ${sendsReceipt}, confirms_duplicate => ${confirmsDuplicate},
        soft_credit_donor_id => ${softCreditDonorId}, deposit_id => ${depositId}) as id`,
  );
  return row.id;
};
