import { uniqueWord } from "../unique-word.ts";
import { addAdmin, type Person, runAs, type Transaction } from "./connection.ts";

export async function addDonor(
  tx: Transaction,
  email: string | null = `${uniqueWord()}@example.org`,
) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Ann', 'Lee', ${email}) returning id`;
  return row.id;
}

export interface Check {
  readonly donorId: string;
  readonly amount: number;
  readonly depositId?: string;
}

/** Records a check as an administrator does; by default, as a new one. */
export const addCheck = async (
  tx: Transaction,
  { donorId, amount, depositId }: Check,
  recorder?: Person,
) => {
  const [row] = await runAs(
    tx,
    recorder ?? (await addAdmin(tx)),
    (asAdmin) => asAdmin<[{ id: string }]>`
      select private.record_donation(
        ${donorId}, ${amount}, 'check', '2025-11-01', true, sends_receipt => false, deposit_id => ${depositId ?? null}
      ) as id`,
  );
  return row.id;
};
