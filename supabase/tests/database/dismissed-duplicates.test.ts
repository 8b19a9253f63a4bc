import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import {
  addAdmin,
  catchSqlState,
  runAs,
  server,
  withRollback,
  type Transaction,
} from "./connection.ts";
import { giveOnline, addOnlineDonor } from "./merging.ts";

const ADDRESS = "12345 Main St\nFort Worth, TX 76102-1234";

interface Pair {
  readonly reason: string;
  readonly kept: { readonly id: string };
  readonly merged: { readonly id: string };
}

/** Returns the pairs that contain one of these donors, as `reason kept merged`. */
async function listPairs(tx: Transaction, donors: Readonly<Record<string, string>>) {
  const [row] = await runAs(
    tx,
    server,
    (asServer) =>
      asServer<[{ pairs: Pair[] }]>`select private.possible_duplicates('donor', 1000) as pairs`,
  );
  const findName = (id: string) => Object.keys(donors).find((name) => donors[name] === id);
  return row.pairs
    .filter(
      ({ kept, merged }) => findName(kept.id) !== undefined || findName(merged.id) !== undefined,
    )
    .map(({ reason, kept, merged }) => `${reason} ${findName(kept.id)} ${findName(merged.id)}`)
    .toSorted();
}

async function addPerson(tx: Transaction, details: object): Promise<string> {
  const [row] = await tx<[{ id: string }]>`insert into public.donors ${tx(details)} returning id`;
  return row.id;
}

const dismiss = async (tx: Transaction, one: string, other: string) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`
      insert into public.dismissed_duplicates (first_donor_id, second_donor_id)
      values (least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid))`,
  );

describe("possible duplicates", () => {
  test("have the same name and ZIP code, whatever the case and the rest of the address", async () => {
    await withRollback(async (tx) => {
      const last_name = uniqueWord();
      const person = { first_name: "Ann", last_name, address: ADDRESS };
      const ann = await addPerson(tx, person);
      const later = { created_at: "2027-01-01T12:00:00Z" };
      const same = await addPerson(tx, {
        ...later,
        first_name: "ÁNN",
        last_name: last_name.toUpperCase(),
        address: "PO Box 7, 76102",
      });
      // The house number isn't a ZIP code.
      const other = await addPerson(tx, { ...person, address: "12345 Main St\nDallas, TX 75201" });
      const withoutAddress = await addPerson(tx, { ...person, address: null });
      const bob = await addPerson(tx, { ...person, first_name: "Bob" });
      expect(await listPairs(tx, { ann, same, other, withoutAddress, bob })).toEqual([
        "name_and_zip_code ann same",
      ]);
    });
  });

  test("include donors whose name is that of their latest donation", async () => {
    await withRollback(async (tx) => {
      const last_name = uniqueWord();
      const online = (await giveOnline(tx, `${last_name}@example.org`, 5, { last_name })).donorId;
      const secondOnline = (await giveOnline(tx, `${last_name}-2@example.org`, 5, { last_name }))
        .donorId;
      await tx`update public.donors set address = ${ADDRESS} where id in ${tx([online, secondOnline])}`;
      const ann = await addPerson(tx, {
        first_name: "Ann",
        last_name,
        address: ADDRESS,
        created_at: "2027-01-01T12:00:00Z",
      });
      const pairs = await listPairs(tx, { online, secondOnline, ann });
      expect(pairs.filter((pair) => pair.endsWith("ann"))).toEqual([
        "name_and_zip_code online ann",
        "name_and_zip_code secondOnline ann",
      ]);
      expect(pairs).toHaveLength(3);
    });
  });

  test("share an email address", async () => {
    await withRollback(async (tx) => {
      const { id: ann, email } = await addOnlineDonor(tx);
      const copy = await addPerson(tx, {
        email: email.toUpperCase(),
        created_at: "2027-01-01T12:00:00Z",
      });
      expect(await listPairs(tx, { ann, copy })).toEqual(["email ann copy"]);
    });
  });

  test("don't include a pair twice, or hundreds of pairs for one name", async () => {
    await withRollback(async (tx) => {
      const last_name = uniqueWord();
      await tx`
        insert into public.donors (first_name, last_name, address)
        select 'Friend', ${last_name}, '76102' from generate_series(1, 300)`;
      const [row] = await tx<[{ pairs: number; distinct: number }]>`
        select count(*)::integer as pairs, count(distinct (first_id, second_id))::integer as distinct
        from private.donor_duplicate_pairs()
        join public.donors as donor on donor.id = first_id where donor.last_name = ${last_name}`;
      expect(row).toEqual({ pairs: 190, distinct: 190 });
    });
  });

  test("a pair is stored once, always in the same order", async () => {
    await withRollback(async (tx) => {
      const [one, other] = [
        await addPerson(tx, { email: null }),
        await addPerson(tx, { email: null }),
      ];
      await dismiss(tx, one, other);
      expect(await catchSqlState(tx.savepoint((savepoint) => dismiss(savepoint, other, one)))).toBe(
        "23505",
      );
      const reversedInsert = tx.savepoint(
        (savepoint) => savepoint`
          insert into public.dismissed_duplicates (first_donor_id, second_donor_id)
          values (greatest(${one}::uuid, ${other}::uuid), least(${one}::uuid, ${other}::uuid))`,
      );
      expect(await catchSqlState(reversedInsert)).toBe("23514");
    });
  });
});
