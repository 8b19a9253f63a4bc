import type { MergeNoun } from "../../functions/_shared/contracts/merges.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, buildJwtClaims, runAs, type Person, type Transaction } from "./connection.ts";

export type MergeChoices = Readonly<Record<string, string>>;

const CHOICES: Readonly<Record<MergeNoun, MergeChoices>> = {
  donor: {
    name: "kept",
    email: "kept",
    phone: "kept",
    address: "kept",
    notes: "both",
    tags: "both",
  },
  volunteer: {
    name: "kept",
    email: "kept",
    phone: "kept",
    location: "kept",
    availability: "kept",
    interests: "kept",
    emergencyContact: "kept",
    notes: "both",
    tags: "both",
  },
};

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
      ${tx.json({ ...CHOICES[noun], ...choices })}
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

/** Returns everything that belongs to these donors or refers to them, as one text. */
export async function computeFingerprint(
  tx: Transaction,
  donorIds: readonly string[],
): Promise<string> {
  const [row] = await tx<[{ rows: string }]>`
    select jsonb_pretty(jsonb_agg(entry.row order by entry.kind, entry.row::text)) as rows
    from (
      select 'donor' as kind, to_jsonb(donor) - 'updated_at' as row
      from public.donors as donor where id in ${tx(donorIds)}
      union all
      select 'address', to_jsonb(address) from public.donor_emails as address where donor_id in ${tx(donorIds)}
      union all
      select 'donation', to_jsonb(donation) - 'updated_at' from public.donations as donation
      where donor_id in ${tx(donorIds)} or soft_credit_donor_id in ${tx(donorIds)}
      union all
      select 'subscription', to_jsonb(subscription) - 'updated_at' from public.subscriptions as subscription
      where donor_id in ${tx(donorIds)}
      union all
      select 'noncash', to_jsonb(noncash) - 'updated_at' from public.noncash_donations as noncash
      where donor_id in ${tx(donorIds)}
      union all
      select 'task', to_jsonb(task) - 'updated_at' from public.donor_tasks as task
      where donor_id in ${tx(donorIds)}
      union all
      select 'former detail', to_jsonb(detail) from public.former_donor_details as detail
      where donor_id in ${tx(donorIds)}
      union all
      select 'totals', to_jsonb(totals) from public.donor_totals as totals where id in ${tx(donorIds)}
      union all
      select 'without donations', to_jsonb(prospect) from public.donors_without_donations as prospect
      where id in ${tx(donorIds)}
    ) as entry`;
  return row.rows;
}

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
