import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { type Transaction, withRollback } from "./connection.ts";
import { createImporter, donationRow } from "./import-fixture.ts";

describe("details in an import", () => {
  const readDonor = async (tx: Transaction, email: string) => {
    const [donor] = await tx`select phone, address, tags from public.donors where email = ${email}`;
    return donor;
  };

  test("of a new donor come from the latest row that has them", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const email = `${word}@example.org`;
      const id = await importer.import([
        donationRow({
          email,
          receivedOn: "2023-01-01",
          phone: "1",
          address: "1 Old St",
          sourceDonorId: word,
        }),
        donationRow({ email, receivedOn: "2024-01-01", phone: "2", address: "2 New St" }),
        donationRow({
          email,
          receivedOn: "2025-01-01",
          phone: "3",
          firstName: "Anonymous",
          lastName: "",
          isAnonymous: true,
        }),
        // This row has no email address, but its ID is that of a row with one.
        donationRow({ receivedOn: "2026-01-01", sourceDonorId: word }),
      ]);
      expect(await readDonor(tx, email)).toEqual({ phone: "3", address: "2 New St", tags: [] });
      const donations = await tx<{ first_name: string; is_anonymous: boolean; donor_id: string }[]>`
        select first_name, is_anonymous, donor_id from public.donations where import_id = ${id} order by completed_at`;
      expect(donations.map(({ first_name }) => first_name)).toEqual([
        "Grace",
        "Grace",
        "Grace",
        "Grace",
      ]);
      expect(donations.map(({ is_anonymous }) => is_anonymous)).toEqual([
        false,
        false,
        true,
        false,
      ]);
      expect(new Set(donations.map(({ donor_id }) => donor_id)).size).toBe(1);
    });
  });

  test("fill the blanks of known people, overwrite nothing, and are gone with the import", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const emails = [`${word}-a@example.org`, `${word}-b@example.org`] as const;
      await tx`
        insert into public.donors (email, phone, addressee) values
          (${emails[0]}, '1', 'The Lees'), (${emails[1]}, null, null)`;
      await tx`
        insert into public.donor_emails (email_key, donor_id)
        select email, id from public.donors where email in ${tx(emails)}`;
      await tx`
        insert into public.volunteers (name, email, city) values
          ('A', ${emails[0]}, 'Waco'), ('A', ${emails[1]}, null)`;
      const details = {
        phone: "2",
        address: "2 New St",
        city: "Austin",
        zipCode: "78701",
        tags: ["Board"],
        availability: "weekends",
        addressee: "Ann and Bo Lee",
        salutation: "Ann and Bo",
      };
      const kinds = [
        [
          "donations",
          emails.map((email) => donationRow({ email, ...details })),
          { address: 2, phone: 1, addressee: 1, salutation: 2, notes: 0, tags: 0, availability: 0 },
        ],
        [
          "donors",
          emails.map((email) => ({ fields: { firstName: "A", lastName: "", email, ...details } })),
          { address: 2, phone: 1, addressee: 1, salutation: 2, notes: 0, tags: 2, availability: 0 },
        ],
        [
          "volunteers",
          emails.map((email) => ({ fields: { firstName: "A", email, ...details } })),
          { address: 1, phone: 2, addressee: 0, salutation: 0, notes: 0, tags: 2, availability: 2 },
        ],
      ] as const;
      for (const [kind, staged, fills] of kinds) {
        const table = tx(kind === "volunteers" ? "volunteers" : "donors");
        const read = async () => {
          const people = await tx<{ phone: string | null; place: string | null; names: string }[]>`
            select phone, coalesce(to_jsonb(person) ->> 'address', to_jsonb(person) ->> 'city') as place,
              concat_ws('/', to_jsonb(person) ->> 'addressee', to_jsonb(person) ->> 'salutation') as names
            from public.${table} as person where email in ${tx(emails)} order by email`;
          return people.map(({ phone, place, names }) => [phone, place, names]);
        };
        const before = await read();
        const id = await importer.stage(staged, { kind });
        expect((await importer.check(id)).fills).toEqual(fills);
        await importer.store(id);
        expect(await read()).toEqual(
          kind === "volunteers"
            ? [
                ["2", "Waco", ""],
                ["2", "Austin", ""],
              ]
            : [
                ["1", "2 New St", "The Lees/Ann and Bo"],
                ["2", "2 New St", "Ann and Bo Lee/Ann and Bo"],
              ],
        );
        // What someone has corrected since then stays.
        await tx`update public.${table} set phone = '3' where email = ${emails[1]}`;
        await importer.undo(id);
        expect(await read()).toEqual([before[0], ["3", null, ""]]);
        await tx`update public.${table} set phone = null where email = ${emails[1]}`;
      }
    });
  });
});
