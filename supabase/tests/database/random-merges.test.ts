import { afterAll, beforeAll, expect, test } from "vitest";
import { firstSeed, createRandomGenerator, getRoundCount } from "../random.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, connect, type Person, type Transaction } from "./connection.ts";
import { giveOnline, addOnlineDonor, computeFingerprint } from "./merging.ts";
import { MergeWalk, pickFrom } from "./random-merging.ts";

const DONOR_COUNT = 120;

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

/** To whom each donation belongs once everything is undone. */
const originalDonorIds = new Map<string, string>();
/** Donations that an administrator entered between merges and that aren't voided. */
const recorded = new Set<string>();

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

/** Adds a donation from one of the addresses, or one that an administrator enters for one of the donors. */
async function addLaterDonation(
  tx: Transaction,
  walk: MergeWalk,
  donors: readonly { readonly id: string; readonly email: string }[],
  random: () => number,
) {
  const donor = pickFrom(donors, random);
  if (random() < 0.5) {
    const gift = await giveOnline(tx, donor.email, 3);
    originalDonorIds.set(gift.id, donor.id);
    return;
  }
  const [check] = await tx<[{ id: string }]>`
    select private.record_donation(${donor.id}, 4, 'check', '2025-11-01', true, sends_receipt => false, confirms_duplicate => true) as id`;
  const [row] = await tx<[{ email: string | null }]>`
    select email from public.donations where id = ${check.id}`;
  const home = donors.find(({ email }) => email === row.email?.toLowerCase())?.id;
  originalDonorIds.set(check.id, home ?? walk.findKept(donor.id));
  recorded.add(check.id);
}

/** Corrects a donation that was entered between merges, often by moving it to another donor. */
async function correctLaterDonation(
  tx: Transaction,
  walk: MergeWalk,
  donorIds: readonly string[],
  random: () => number,
) {
  const id = pickFrom([...recorded], random);
  const home = originalDonorIds.get(id)!;
  const donorId = walk.findKept(random() < 0.3 ? home : pickFrom(donorIds, random));
  const [correction] = await tx<[{ id: string }]>`
    select private.correct_donation(
      ${id}, 'Misread', ${donorId}, 5, 'check', '2025-11-01', null, null, null, false, false, null,
      confirms_duplicate => true
    ) as id`;
  recorded.delete(id);
  recorded.add(correction.id);
  // The correction stays with the corrected donation's donor, unless it was moved to another donor.
  originalDonorIds.set(correction.id, donorId === walk.findKept(home) ? home : donorId);
}

async function expectNothingLost(walk: MergeWalk, donorIds: readonly string[]) {
  const owners = await connection<{ id: string; owner: string }[]>`
    select id, donor_id as owner from public.donations where id in ${connection([...originalDonorIds.keys()])}`;
  expect(owners.length).toBe(originalDonorIds.size);
  expect(
    owners.filter(({ id, owner }) => owner !== walk.findKept(originalDonorIds.get(id)!)),
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
  const donors = await connection.begin((tx) => addDonors(tx, random));
  const ids = donors.map(({ id }) => id);
  for (const { id, owner } of await connection<{ id: string; owner: string }[]>`
    select id, donor_id as owner from public.donations where donor_id in ${connection(ids)}`) {
    originalDonorIds.set(id, owner);
  }
  const before = await connection.begin((tx) => computeFingerprint(tx, ids));
  const originalDonationIds = new Set(originalDonorIds.keys());
  const fields = ["name", "email", "phone", "address", "notes", "tags"];
  const walk = new MergeWalk({ noun: "donor", ids, fields, random });
  await walk.run({
    connection,
    admin,
    pairCount: getRoundCount(50, 2000),
    doSomethingElse: async (tx, choice) => {
      if (choice < 0.1) await addLaterDonation(tx, walk, donors, random);
      else if (choice < 0.2 && recorded.size > 0) await correctLaterDonation(tx, walk, ids, random);
      else return false;
      return true;
    },
    expectConsistency: () => expectNothingLost(walk, ids),
  });
  const addedDonationIds = [...originalDonorIds.keys()].filter(
    (id) => !originalDonationIds.has(id),
  );
  const { merged, undone, refused } = walk.counts;
  console.log(
    `${merged} merges, ${undone} undone, ${refused} refusals, ${addedDonationIds.length} donations in between`,
  );
  expect(addedDonationIds.length).toBeGreaterThan(0);
  // Apart from the donations added between merges, nothing has changed.
  await connection`
    delete from public.donation_adjustments where donation_id in ${connection(addedDonationIds)}`;
  await connection`delete from public.donations where id in ${connection(addedDonationIds)}`;
  expect(await connection.begin((tx) => computeFingerprint(tx, ids))).toBe(before);
}, 300_000);
