import { describe, expect, test } from "vitest";
import { recentDonor } from "../../functions/_shared/contracts/donations.ts";
import { formatFullName, splitName } from "../../functions/_shared/rules/names.ts";
import { getInitial } from "../../functions/_shared/rules/initial.ts";
import { MISSPELLED_NAMES } from "../misspelled-names.ts";
import { PUBLIC_NAMES } from "../public-names.ts";
import { REAL_NAMES } from "../real-names.ts";
import { addVolunteer, runAs, sql, visitor, withRollback, type Transaction } from "./connection.ts";

interface Donor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Adds a donation and a highlight, and returns the names that visitors then see for the donor and the author. */
async function addAndReadPublicNames(tx: Transaction, firstName: string, lastName: string) {
  const { id } = await addVolunteer(tx);
  await tx`
    update public.volunteer_accounts set first_name = ${firstName}, last_name = ${lastName}
    where id = ${id}`;
  const [highlight] = await tx<{ id: string }[]>`
    insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
    values (${id}, 'A day', 'Packed', true) returning id`;
  const [donation] = await tx<{ id: string; storedName: string }[]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values (${firstName}, ${lastName}, 'a@example.org', 77, true, 'completed', now() + interval '1 minute')
    returning id, first_name as "storedName"`;
  const [row] = await runAs(
    tx,
    visitor,
    (savepoint) => savepoint`
      select private.recent_donors(1) as donors, private.home() -> 'recentDonations' as "homeDonors", (
        select volunteer_name from private.published_highlights(array[${highlight!.id}::uuid])
      ) as author`,
  );
  return {
    donation: donation!,
    ...(row as { donors: Donor[]; homeDonors: Donor[]; author: string }),
  };
}

const readPublicNames = async (names: readonly (readonly string[])[]) =>
  (await sql`
    select shown_name as "firstName", initial as "lastName", private.public_name(first_name, last_name) as name
    from jsonb_array_elements(${sql.json(names)}) with ordinality as pair (name, place),
      lateral (select pair.name ->> 0, pair.name ->> 1) as stored (first_name, last_name),
      lateral private.public_name_parts(first_name, last_name)
    order by place`) as unknown as { firstName: string; lastName: string; name: string }[];

describe("HOME-26, threat 40: the public name of a donor or an author", () => {
  test("shows the first name, or both of a couple, and the first letter of the last name", async () => {
    const shown = await readPublicNames(PUBLIC_NAMES);
    const cases = PUBLIC_NAMES.map(([first, last]) => [first, last]);
    expect(cases.map((names, index) => [...names, shown[index]!.name])).toEqual(PUBLIC_NAMES);
    expect(shown.map(formatFullName)).toEqual(shown.map(({ name }) => name));
    const { firstName, lastName } = recentDonor.shape;
    for (const name of shown) {
      expect(firstName.parse(name.firstName)).toBe(name.firstName);
      expect(lastName.parse(name.lastName)).toBe(name.lastName);
    }
  });

  test("has the same initial in the browser", async () => {
    const names = [
      ...PUBLIC_NAMES.map(([, last]) => last),
      ...Object.values(REAL_NAMES).flatMap((group) =>
        group.map((name) => splitName(name).lastName),
      ),
    ];
    const initials = await sql`
      select private.public_initial(name) as initial from unnest(${names}::text[]) as name`;
    expect(names.map((name) => [name, getInitial(name)])).toEqual(
      names.map((name, index) => [name, initials[index]!["initial"].replace(/\.$/, "")]),
    );
  });

  test("never ends in a sign, whatever the name", async () => {
    const names = [...Object.values(REAL_NAMES).flat(), ...MISSPELLED_NAMES.flat()];
    expect(names.length).toBeGreaterThanOrEqual(500);
    const shown = await readPublicNames(
      names.flatMap((name) => {
        const { firstName, lastName } = splitName(name);
        return [
          [firstName, lastName],
          [name, ""],
        ];
      }),
    );
    const ends = /^(?:[\p{L}\p{M}].*)?[\p{L}\p{M}]\.?$/u;
    expect(shown.filter(({ name }) => !ends.test(name))).toEqual([]);
    // The first names without digits and slashes are all shown.
    const hidden = names.filter((_name, index) => shown[index * 2]!.name === "Anonymous");
    expect(hidden.filter((name) => !/[\d/]/.test(splitName(name).firstName))).toEqual([]);
  });

  test("is the same in the list of recent donations, which has a shortcut for plain names", async () => {
    const longName = `A${"n".repeat(29)}`;
    const names = [
      ...["Andy", "And", "Lee", "Anderson", "McKay", "anders", "& Bob Smith", ""].map((last) => [
        "Ann",
        last,
      ]),
      ...["Anonymous", "ann", "Ann Kate", longName, `${longName}n`, "Bertrand"].map((first) => [
        first,
        "Smith",
      ]),
    ];
    const rows = await withRollback(async (tx) => {
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, is_anonymous, status, completed_at)
        select name ->> 0, name ->> 1, 'a@example.org', 77, true, is_anonymous, 'completed', now() + interval '1 minute'
        from jsonb_array_elements(${tx.json(names)}) as name, unnest(array[false, true]) as is_anonymous`;
      return tx`
        select shown ->> 'firstName' || '|' || (shown ->> 'lastName') as listed, case
          when donation.is_anonymous then 'Anonymous|' else parts.shown_name || '|' || parts.initial
        end as expected
        from jsonb_array_elements(private.recent_donors(${names.length * 2})) as shown
        join public.donations as donation on donation.id = (shown ->> 'id')::uuid,
          lateral private.public_name_parts(donation.first_name, donation.last_name) as parts`;
    });
    expect(rows).toHaveLength(names.length * 2);
    expect(rows.map(({ listed }) => listed)).toEqual(rows.map(({ expected }) => expected));
  });

  test.each([
    ["John", "& Jane Smith", "John & Jane S."],
    ["evil.example", "Lee", "Anonymous"],
  ])("%j %j becomes %j on the site and is stored as entered", async (first, last, expectedName) => {
    const { donation, donors, homeDonors, author } = await withRollback((tx) =>
      addAndReadPublicNames(tx, first, last),
    );
    expect(donation.storedName).toBe(first);
    expect(donors.map(({ id }) => id)).toEqual([donation.id]);
    expect(donors.map(formatFullName)).toEqual([expectedName]);
    expect(homeDonors.slice(0, 1)).toEqual(donors);
    expect(author).toBe(expectedName);
  });
});
