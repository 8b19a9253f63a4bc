import { afterAll, beforeAll, expect, test } from "vitest";
import { firstSeed, createRandomGenerator, getRoundCount } from "../random.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, connect, catchSqlState, type Person, type Transaction } from "./connection.ts";
import {
  giveOnline,
  addOnlineDonor,
  setAdminClaims,
  computeFingerprint,
  mergeDonorRows,
} from "./merging.ts";

const DONOR_COUNT = 120;
const PAIR_COUNT = getRoundCount(200);
const STEPS_PER_TRANSACTION = 50;

const word = uniqueWord();
const connection = connect();
let admin: Person;

beforeAll(async () => {
  admin = await connection.begin(addAdmin);
});
afterAll(async () => {
  const donors = connection`(select id from public.donors where email like ${`${word}%`})`;
  await connection`delete from public.donor_merges where kept_id in ${donors}`;
  await connection`update public.donors set merged_into_id = null where id in ${donors}`;
  await connection`delete from public.noncash_donations where donor_id in ${donors}`;
  await connection`delete from public.donor_tasks where donor_id in ${donors}`;
  await connection`
    delete from public.donation_adjustments where donation_id in (
      select id from public.donations where donor_id in ${donors}
    )`;
  await connection`delete from public.donations where donor_id in ${donors}`;
  await connection`delete from public.subscriptions where donor_id in ${donors}`;
  await connection`delete from public.donors where email like ${`${word}%`}`;
  await connection`delete from auth.users where id = ${admin.id}`;
  await connection.end();
});

interface OpenMerge {
  readonly id: string;
  readonly keptId: string;
  readonly mergedId: string;
}

/**
 * The expected state of the database: who was merged into whom, and to whom each donation belongs once everything is
 * undone.
 */
class Model {
  readonly mergedInto = new Map<string, string>();
  readonly originalDonorIds = new Map<string, string>();
  readonly openMerges: OpenMerge[] = [];
  /** Donations that an administrator entered between merges and that aren't voided. */
  readonly recorded = new Set<string>();

  findKeptDonor(donorId: string): string {
    const keptId = this.mergedInto.get(donorId);
    return keptId === undefined ? donorId : this.findKeptDonor(keptId);
  }

  isLast({ keptId }: OpenMerge, position: number): boolean {
    const isLater = ({ keptId: otherId }: OpenMerge, index: number) =>
      index > position && otherId === keptId;
    return !this.mergedInto.has(keptId) && !this.openMerges.some(isLater);
  }

  /** Picks the position of a merge that can be undone or, one time in ten, of any merge. */
  pickPositionToUndo(random: () => number): number {
    const positions = [...this.openMerges.keys()];
    const lastPositions = positions.filter((position) =>
      this.isLast(this.openMerges[position]!, position),
    );
    return pickFrom(random() < 0.1 ? positions : lastPositions, random);
  }
}

async function addDonors(tx: Transaction, random: () => number) {
  const donors: { readonly id: string; readonly email: string }[] = [];
  for (let number = 0; number < DONOR_COUNT; number += 1) {
    const { id, email } = await addOnlineDonor(tx, `${word}-${number}@example.org`, 1 + number);
    donors.push({ id, email });
    const details = {
      phone: number % 3 === 0 ? `555-0${number}` : null,
      address: number % 4 === 0 ? `${number} Main St\nFort Worth, TX 76102` : null,
      notes: number % 5 === 0 ? `Note ${number}` : null,
      tags: JSON.stringify(number % 6 === 0 ? [`t${number % 4}`] : []),
    };
    await tx`
      update public.donors set phone = ${details.phone}, address = ${details.address}, notes = ${details.notes},
        tags = ${details.tags}::text::jsonb where id = ${id}`;
    for (let gift = 0; gift < random() * 4; gift += 1) {
      const methods = ["online", "check", "donor_advised_fund", "stock"];
      const method = methods[Math.floor(random() * methods.length)]!;
      const person = donors[Math.floor(random() * donors.length)]!.id;
      await giveOnline(
        tx,
        random() < 0.2 ? email.toUpperCase() : email,
        1 + Math.floor(random() * 90),
        {
          method,
          first_name: `N${Math.floor(random() * 3)}`,
          completed_at: new Date(Date.UTC(2025, 1, 1) + random() * 1e10),
          soft_credit_donor_id: method === "donor_advised_fund" && person !== id ? person : null,
        },
      );
    }
    if (number % 3 === 1) {
      await tx`
        insert into public.subscriptions (first_name, last_name, email, amount) values ('A', 'L', ${email}, 10)`;
    }
    if (number % 4 === 1) {
      await tx`
        insert into public.noncash_donations (donor_id, kind, description, received_on)
        values (${id}, 'goods', 'Socks', '2025-11-03')`;
    }
    if (number % 5 === 1) {
      await tx`
        insert into public.donor_tasks (donor_id, text, due_on) values (${id}, 'Call in March', '2026-03-02')`;
    }
  }
  return donors;
}

const pickFrom = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!;

/** Merges two random donors. Some pairs are refused, because one donor is credited for the other's donation. */
async function mergeRandomPair(
  tx: Transaction,
  model: Model,
  donorIds: readonly string[],
  random: () => number,
) {
  const unmergedIds = donorIds.filter((id) => !model.mergedInto.has(id));
  const [keptId, mergedId] = [pickFrom(unmergedIds, random), pickFrom(unmergedIds, random)];
  if (keptId === mergedId) return "none";
  const side = () => (random() < 0.5 ? "kept" : "merged");
  const choices = {
    name: side(),
    email: side(),
    phone: side(),
    address: side(),
    notes: side(),
    tags: side(),
  };
  let id = "";
  const code = await catchSqlState(
    tx.savepoint(async (savepoint) => {
      id = await mergeDonorRows(savepoint, { keptId, mergedId, choices });
    }),
  );
  if (code === "CP031") return "refused";
  expect(code).toBeUndefined();
  model.mergedInto.set(mergedId, keptId);
  model.openMerges.push({ id, keptId, mergedId });
  return "merged";
}

/** Undoes a merge, which is refused unless it is the donor's last merge. */
async function undoMerge(tx: Transaction, model: Model, position: number) {
  const merge = model.openMerges[position]!;
  const code = await catchSqlState(
    tx.savepoint((savepoint) => savepoint`select private.undo_donor_merge(${merge.id})`),
  );
  expect(code).toBe(model.isLast(merge, position) ? undefined : "CP032");
  if (code !== undefined) return;
  model.openMerges.splice(position, 1);
  model.mergedInto.delete(merge.mergedId);
}

/** Adds a donation from one of the addresses, or one that an administrator enters for one of the donors. */
async function addLaterDonation(
  tx: Transaction,
  model: Model,
  donors: readonly { readonly id: string; readonly email: string }[],
  random: () => number,
) {
  const donor = pickFrom(donors, random);
  if (random() < 0.5) {
    const gift = await giveOnline(tx, donor.email, 3);
    model.originalDonorIds.set(gift.id, donor.id);
    return;
  }
  const [check] = await tx<[{ id: string }]>`
    select private.record_donation(${donor.id}, 4, 'check', '2025-11-01', true, sends_receipt => false) as id`;
  const [row] = await tx<[{ email: string | null }]>`
    select email from public.donations where id = ${check.id}`;
  const home = donors.find(({ email }) => email === row.email?.toLowerCase())?.id;
  model.originalDonorIds.set(check.id, home ?? model.findKeptDonor(donor.id));
  model.recorded.add(check.id);
}

/** Corrects a donation that was entered between merges, often by moving it to another donor. */
async function correctLaterDonation(
  tx: Transaction,
  model: Model,
  donorIds: readonly string[],
  random: () => number,
) {
  const id = pickFrom([...model.recorded], random);
  const home = model.originalDonorIds.get(id)!;
  const donorId = model.findKeptDonor(random() < 0.3 ? home : pickFrom(donorIds, random));
  const [correction] = await tx<[{ id: string }]>`
    select private.correct_donation(
      ${id}, 'Misread', ${donorId}, 5, 'check', '2025-11-01', null, null, null, false, false, null
    ) as id`;
  model.recorded.delete(id);
  model.recorded.add(correction.id);
  // The correction stays with the corrected donation's donor, unless it was moved to another donor.
  model.originalDonorIds.set(correction.id, donorId === model.findKeptDonor(home) ? home : donorId);
}

async function expectNothingLost(model: Model, donorIds: readonly string[]) {
  const owners = await connection<{ id: string; owner: string }[]>`
    select id, donor_id as owner from public.donations where id in ${connection([...model.originalDonorIds.keys()])}`;
  expect(owners.length).toBe(model.originalDonorIds.size);
  expect(
    owners.filter(
      ({ id, owner }) => owner !== model.findKeptDonor(model.originalDonorIds.get(id)!),
    ),
  ).toEqual([]);
  const orphans = await connection`
    select owner.id from public.donors as owner
    where owner.id in ${connection(donorIds)} and owner.merged_into_id is not null and (
      exists (select from public.donations where owner.id in (donor_id, soft_credit_donor_id))
      or exists (select from public.subscriptions where donor_id = owner.id)
      or exists (select from public.noncash_donations where donor_id = owner.id)
      or exists (select from public.donor_emails where donor_id = owner.id)
      or exists (select from public.donor_tasks where donor_id = owner.id)
      or exists (select from public.former_donor_details where donor_id = owner.id)
      or exists (select from public.donor_totals where id = owner.id)
      or exists (select from public.donors_without_donations where id = owner.id)
    )`;
  expect([...orphans]).toEqual([]);
  expect([...(await connection`select * from private.donation_totals_differences()`)]).toEqual([]);
}

test("threat 21: merging and undoing random pairs of donors changes no total, loses nothing, and can be undone entirely", async () => {
  const random = createRandomGenerator(firstSeed);
  const model = new Model();
  const donors = await connection.begin((tx) => addDonors(tx, random));
  const donorIds = donors.map(({ id }) => id);
  for (const { id, owner } of await connection<{ id: string; owner: string }[]>`
    select id, donor_id as owner from public.donations where donor_id in ${connection(donorIds)}`) {
    model.originalDonorIds.set(id, owner);
  }
  const before = await connection.begin((tx) => computeFingerprint(tx, donorIds));
  const originalDonationIds = new Set(model.originalDonorIds.keys());
  const counts = { merged: 0, refused: 0, none: 0 };

  while (counts.merged < PAIR_COUNT) {
    await connection.begin(async (tx) => {
      await setAdminClaims(tx, admin);
      for (let step = 0; step < STEPS_PER_TRANSACTION && counts.merged < PAIR_COUNT; step += 1) {
        const choice = random();
        const areMostMerged = model.mergedInto.size > DONOR_COUNT / 2;
        if (choice < 0.05) await addLaterDonation(tx, model, donors, random);
        else if (choice < 0.1 && model.recorded.size > 0) {
          await correctLaterDonation(tx, model, donorIds, random);
        } else if (model.openMerges.length > 0 && (areMostMerged || choice < 0.4)) {
          await undoMerge(tx, model, model.pickPositionToUndo(random));
        } else counts[await mergeRandomPair(tx, model, donorIds, random)] += 1;
      }
    });
    await expectNothingLost(model, donorIds);
  }

  await connection.begin(async (tx) => {
    await setAdminClaims(tx, admin);
    while (model.openMerges.length > 0) await undoMerge(tx, model, model.openMerges.length - 1);
  });
  await expectNothingLost(model, donorIds);
  const addedDonationIds = [...model.originalDonorIds.keys()].filter(
    (id) => !originalDonationIds.has(id),
  );
  console.log(
    `${counts.merged} merges, ${counts.refused} refused, ${addedDonationIds.length} donations in between`,
  );
  expect(addedDonationIds.length).toBeGreaterThan(5);
  // Apart from the donations added between merges, nothing has changed.
  await connection`
    delete from public.donation_adjustments where donation_id in ${connection(addedDonationIds)}`;
  await connection`delete from public.donations where id in ${connection(addedDonationIds)}`;
  expect(await connection.begin((tx) => computeFingerprint(tx, donorIds))).toBe(before);
}, 300_000);
