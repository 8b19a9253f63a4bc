import type { MergeNoun } from "../../functions/_shared/contracts/merges.ts";
import { KEPT_CHOICES, type MergeChoices } from "../merge-choices.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, buildJwtClaims, runAs, type Person, type Transaction } from "./connection.ts";

interface Merge {
  readonly keptId: string;
  readonly mergedId: string;
  readonly choices?: MergeChoices;
}

/** Merges as the administrator named in the transaction's claims. */
export async function mergeRows(
  tx: Transaction,
  noun: MergeNoun,
  { keptId, mergedId, choices = {} }: Merge,
) {
  const table = tx(`public.${noun}s`);
  const [row] = await tx<[{ id: string }]>`
    select private.merge_records(
      ${noun}, ${keptId}, ${mergedId},
      (select date_trunc('milliseconds', updated_at) from ${table} where id = ${keptId}),
      (select date_trunc('milliseconds', updated_at) from ${table} where id = ${mergedId}),
      ${tx.json({ ...KEPT_CHOICES[noun], ...choices })}
    ) as id`;
  return row.id;
}

export const mergeAs = (tx: Transaction, admin: Person, noun: MergeNoun, merge: Merge) =>
  runAs(tx, admin, (asAdmin) => mergeRows(asAdmin, noun, merge));

export const undoMergeRows = (tx: Transaction, noun: MergeNoun, mergeId: string) =>
  tx`select private.undo_merge(${noun}, ${mergeId})`;

export const undoMergeAs = (tx: Transaction, admin: Person, noun: MergeNoun, mergeId: string) =>
  runAs(tx, admin, (asAdmin) => undoMergeRows(asAdmin, noun, mergeId));

/** Acts as the administrator but keeps the database owner's privileges, which saves a step in each call. */
export const setAdminClaims = (tx: Transaction, admin: Person) => tx`
  select set_config('request.jwt.claims', ${buildJwtClaims(admin)}, true),
    set_config('request.jwt.claim.sub', ${admin.id}, true)`;

/** Merges and undoes as one administrator, who has only the area of volunteers if those are merged. */
export async function setUpMerges(tx: Transaction, noun: MergeNoun = "donor") {
  const admin = await addAdmin(tx, noun === "volunteer" ? { areas: ["volunteers"] } : {});
  return {
    admin,
    merge: (kept: { id: string }, merged: { id: string }, choices: MergeChoices = {}) =>
      mergeAs(tx, admin, noun, { keptId: kept.id, mergedId: merged.id, choices }),
    undo: (mergeId: string) => undoMergeAs(tx, admin, noun, mergeId),
    makePermanent: (mergeId: string) =>
      runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`select private.make_merge_permanent(${noun}, ${mergeId})`,
      ),
  };
}

/** Adds a donor as an online donation does. */
export async function addOnlineDonor(
  tx: Transaction,
  email = `${uniqueWord()}@example.org`,
  amount = 50,
) {
  const { donorId, id } = await giveOnline(tx, email, amount);
  return { id: donorId, email, donationId: id };
}

export async function giveOnline(
  tx: Transaction,
  email: string,
  amount = 50,
  overrides: object = {},
) {
  const [row] = await tx<[{ id: string; donorId: string }]>`
    insert into public.donations ${tx({
      first_name: "Ann",
      last_name: "Lee",
      email,
      amount,
      is_demo: true,
      status: "completed",
      completed_at: "2025-03-01T12:00:00Z",
      ...overrides,
    })} returning id, donor_id as "donorId"`;
  return row;
}

/** Returns the rows of these tables whose column has one of the IDs, as one text. */
export async function computeRowsFingerprint(
  tx: Transaction,
  sources: readonly (readonly [table: string, column: string, ids: readonly string[]])[],
): Promise<string> {
  const lines: string[] = [];
  for (const [table, column, ids] of sources) {
    const rows = await tx<{ row: string }[]>`
      select (to_jsonb(entry) - 'updated_at')::text as row from ${tx(`public.${table}`)} as entry
      where entry.${tx(column)} = any (${ids}::uuid[])`;
    lines.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return lines.toSorted().join("\n");
}

/** Returns everything that belongs to these donors or refers to them, as one text. */
export const computeFingerprint = (tx: Transaction, donorIds: readonly string[]) =>
  computeRowsFingerprint(tx, [
    ["donors", "id", donorIds],
    ["donor_emails", "donor_id", donorIds],
    ["donations", "donor_id", donorIds],
    ["donations", "soft_credit_donor_id", donorIds],
    ["subscriptions", "donor_id", donorIds],
    ["noncash_donations", "donor_id", donorIds],
    ["donor_tasks", "donor_id", donorIds],
    ["former_donor_details", "donor_id", donorIds],
    ["donor_totals", "id", donorIds],
    ["donors_without_donations", "id", donorIds],
  ]);

export const readSiteTotals = async (tx: Transaction) => {
  const [row] = await tx<[{ amount: string; donors: number; returning: number }]>`
    select total_amount as amount, donor_count::integer as donors, returning_donor_count::integer as returning
    from public.donation_site_totals where is_demo`;
  return row;
};

export const readDonor = async (tx: Transaction, id: string) => {
  const [row] = await tx<
    {
      firstName: string | null;
      lastName: string | null;
      email: string | null;
      phone: string | null;
      notes: string | null;
      tags: string[];
      mergedIntoId: string | null;
    }[]
  >`
    select first_name as "firstName", last_name as "lastName", email, phone, notes, tags, merged_into_id as "mergedIntoId"
    from public.donors where id = ${id}`;
  return row!;
};

export const readOwnerId = async (tx: Transaction, donationId: string) => {
  const [row] = await tx`select donor_id from public.donations where id = ${donationId}`;
  return row?.["donor_id"] as string;
};

export const catchHint = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (reason: { code: string; hint?: string }) => reason,
  );
  return error && `${error.code} ${error.hint ?? ""}`.trim();
};
