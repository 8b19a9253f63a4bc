import { describe, expect, test } from "vitest";
import { formatPublicName } from "../../functions/_shared/rules/names.ts";
import { addVolunteer, runAs, withRollback, visitor, type Transaction } from "./connection.ts";

const SHOWN_NAMES = [
  ["Anna", "Turner", "Anna T."],
  ["Mary-Jo", "  reyes", "Mary-Jo R."],
  ["D'Arcy Ann", "r.", "D'Arcy Ann R."],
  ["Zoë", "", "Zoë"],
  ["李", "李", "李 李."],
  ["  Ann ", "Lee", "Ann L."],
  ["a".repeat(30), "Lee", `${"a".repeat(30)} L.`],
  ["𝓐".repeat(30), "𝓐", `${"𝓐".repeat(30)} 𝓐.`],
  ["می\u200cخواهم", "", "می\u200cخواهم"],
  ["Anna", "5550100", "Anna"],
  ["Anna", "<b>", "Anna"],
  ["Anna", "/", "Anna"],
] as const;

const HIDDEN_NAMES = [
  "a".repeat(31),
  "ﷺ".repeat(2),
  "Call 5550100",
  "Call ５５５",
  "٥٥٥",
  "and/or",
  "<b>Ann",
  "evil.example",
  "evil．example",
  "evil。example",
  "evil\u202eAnn",
  "Ann\u200bie",
  "Ann\nLee",
] as const;

/** Adds a donation and a highlight, and returns the names that visitors then see for the donor and the author. */
async function addAndReadPublicNames(tx: Transaction, firstName: string, lastName: string) {
  const { id } = await addVolunteer(tx);
  await tx`
    update public.volunteer_accounts set first_name = ${firstName}, last_name = ${lastName || "x"}
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

interface Donor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

describe("HOME-26: the public name of a donor or an author", () => {
  test.each(SHOWN_NAMES)("%j %j becomes %j", async (firstName, lastName, expectedName) => {
    const { donors, homeDonors, author } = await withRollback((tx) =>
      addAndReadPublicNames(tx, firstName, lastName),
    );
    expect(donors.map(formatPublicName)).toEqual([expectedName]);
    expect(homeDonors.slice(0, 1)).toEqual(donors);
    if (lastName !== "") expect(author).toBe(expectedName);
  });

  test.each(HIDDEN_NAMES)(
    "%j becomes Anonymous in public and is stored as entered",
    async (firstName) => {
      const { donation, donors, homeDonors, author } = await withRollback((tx) =>
        addAndReadPublicNames(tx, firstName, "Lee"),
      );
      expect(donation.storedName).toBe(firstName);
      expect(donors).toMatchObject([{ id: donation.id, firstName: "Anonymous", lastName: "" }]);
      expect(homeDonors.slice(0, 1)).toEqual(donors);
      expect(donors.map(formatPublicName)).toEqual(["Anonymous"]);
      expect(author).toBe("Anonymous");
    },
  );
});
