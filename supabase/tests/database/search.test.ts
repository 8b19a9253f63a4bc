import type postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { service } from "../../functions/_shared/caller.ts";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { visitorName } from "../../functions/_shared/contracts/fields.ts";
import { createConditions } from "../../functions/_shared/queries/list-source.ts";
import { extractVisibleText } from "../../functions/_shared/rules/excerpts.ts";
import { fold, foldWords } from "../../functions/_shared/rules/fold.ts";
import { formatFullName, splitName } from "../../functions/_shared/rules/names.ts";
import { FOLDED_TEXTS } from "../folded-texts.ts";
import { MISSPELLED_NAMES } from "../misspelled-names.ts";
import { readList } from "../read-list.ts";
import { REAL_NAMES } from "../real-names.ts";
import { NIGHTLY } from "../results.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { sql } from "./connection.ts";

const database = connectDatabase(readStackFacts().databaseUrl);
afterAll(() => database.close());

const realNames = Object.values(REAL_NAMES).flat();

/** What is typed to find each name: the name as it's spelled, its words in another order, and a misspelling. */
const searches: readonly (readonly [name: string, typed: string])[] = [
  ...realNames.flatMap((name) => [
    [name, name] as const,
    [name, foldWords(name).toReversed().join(" ").toUpperCase()] as const,
  ]),
  ...MISSPELLED_NAMES,
];

/** Returns for each pair whether the search finds the text. */
async function listFound(pairs: readonly (readonly [text: string, typed: string])[]) {
  const rows = pairs.map(([text, typed], index) => {
    const [condition] = createConditions(sql as unknown as Sql, typed, {
      searchedText: sql`private.search_text(${text})`,
    });
    return sql`select ${index}::int as index, coalesce(${condition as postgres.Fragment}, false) as "isFound"`;
  });
  const found = new Set<number>();
  // A statement has at most 65,535 parameters.
  for (let start = 0; start < rows.length; start += 200) {
    const part = rows
      .slice(start, start + 200)
      .reduce((joined, row) => sql`${joined} union all ${row}`);
    for (const { index, isFound } of await part) if (isFound) found.add(index as number);
  }
  return pairs.map((_pair, index) => found.has(index));
}

describe("the folded form of a text", () => {
  test("is the same in SQL as in the browser", async () => {
    const rows = await sql`
      select text, private.fold(text) as folded
      from unnest(${FOLDED_TEXTS.map(([text]) => text)}::text[]) with ordinality as given (text, place) order by place`;
    expect(rows.map(({ text, folded }) => [text, folded])).toEqual(FOLDED_TEXTS);
  });

  test("is the same for every character", async () => {
    const rows = await sql<{ text: string; folded: string }[]>`
      select 'a' || chr(code) || 'b' as text, private.fold('a' || chr(code) || 'b') as folded
      from generate_series(1, 131071) as code
      where code not between 55296 and 57343 and code % 65536 < 65534 and unicode_assigned(chr(code))`;
    expect(rows.length).toBeGreaterThan(80_000);
    expect(rows.filter(({ text, folded }) => fold(text) !== folded)).toEqual([]);
  });
});

describe("a search", () => {
  test("finds names of the world, however they are typed, and no form refuses them", async () => {
    expect(realNames.length).toBeGreaterThanOrEqual(300);
    expect(MISSPELLED_NAMES.length).toBeGreaterThanOrEqual(100);
    const found = await listFound(searches);
    expect(searches.filter((_pair, index) => !found[index])).toEqual([]);
    const names = searches.flatMap((pair) => pair);
    expect(names.filter((name) => !visitorName.safeParse(name).success)).toEqual([]);
  });

  test.each([
    ["Ann Lee", "Ann Lee Smith", false],
    ["Ann Lee", "nn", false],
    ["Ann Lee", "L", true],
    ["Ann Lee", "e Ann", false],
    ["Ann Lee", "L Ann", true],
    ["Ann Lee", "ann@example.org", false],
    ["Ann Lee ann.lee+x@example.org", "ann.lee+x@Example.org", true],
    ["Ann Lee ann.lee@example.org", "Lee example.org", true],
    ["Ann Lee", "%", false],
    ["Ann Lee", "Ann_Leo", false],
    ["Ann Lee", "🙂", false],
    ["Annex Leeward", "Ann Lee", true],
  ])("of %j for %j finds it: %j", async (text, typed, isFound) => {
    expect(await listFound([[text, typed]])).toEqual([isFound]);
  });

  test("never takes long for a text that is hard to read", async () => {
    const texts = ["a", "@", "-", "o ", "![", "](", "a-", "山 ", "`", "*", "´"].map((part) =>
      part.repeat(100_000 / part.length),
    );
    for (const text of texts) {
      const startedAt = performance.now();
      await sql`select private.search_text(private.visible_markdown(${text})) is null`;
      expect(performance.now() - startedAt, text.slice(0, 4)).toBeLessThan(3000);
    }
  });
});

const PEOPLE_LISTS = [
  ["listDonations", "-createdAt"],
  ["listConsolidatedDonors", "lastName"],
  ["listDonors", "lastName"],
  ["listVolunteerApplications", "-createdAt"],
  ["listVolunteers", "name"],
] as const;

const addNamedPeople = (own: Sql, names: readonly string[]) => {
  const people = names.map((name, index) => ({
    ...splitName(name),
    name,
    email: `named-${index}@example.org`,
  }));
  const given = own`
    jsonb_to_recordset(${own.json(people)}) as given ("firstName" text, "lastName" text, name text, email text)`;
  return Promise.all([
    own`
      insert into public.donations (first_name, last_name, email, amount, status, completed_at, is_demo)
      select "firstName", "lastName", email, 25, 'completed', now(), (select private.shows_demo_money()) from ${given}`,
    own`
      insert into public.volunteer_applications (first_name, last_name, email, availability)
      select "firstName", "lastName", email, 'weekends' from ${given}`,
    own`insert into public.volunteers (name, email) select name, email from ${given}`,
  ]);
};

/** Reads each list, and returns the searches that don't find the name. */
const listMissing = (
  pairs: readonly (readonly [name: string, typed: string])[],
): Promise<unknown[]> =>
  withRollbackIn(
    (run: (own: Sql) => Promise<never>) => database.as(service, run),
    async (own) => {
      await own`set local role none`;
      await addNamedPeople(own, [...new Set(pairs.map(([name]) => name))]);
      const missing: unknown[] = [];
      for (const [list, sort] of PEOPLE_LISTS) {
        for (const [name, typed] of pairs) {
          const query = { search: typed, limit: 100, offset: 0, sort };
          const { items } = await readList(list, own, query);
          const shown = (items as readonly object[]).map((item) => {
            const {
              name: fullName,
              firstName = "",
              lastName = "",
            } = item as Record<string, string>;
            return fullName ?? formatFullName({ firstName, lastName });
          });
          if (!shown.includes(name)) missing.push([list, name, typed]);
        }
      }
      return missing;
    },
  );

const POSTS = [
  "We packed **200** boxes and __30__ *more*, ~~not~~ _never_ `alone`.",
  'A [link to **them**](https://example.org/hidden_(page) "Hidden title") and ![hidden alt](/images/hidden.jpg).',
  "# Heading\n\n- one\n- [x] two\n\n> quoted\n\n| a | b |\n| --- | --- |\n| c | d |\n",
  "Un**believ**able, 2\\*3, <https://example.org/shown>\n\n~~~hidden\ncode\n~~~\n",
  "![a [nested] alt](<hidden picture.png>) [reading](hidden.html)",
];

describe("a post", () => {
  test("is found by the words that its readers see", async () => {
    const rows = await sql`
      select private.fold(private.visible_markdown(text)) as words
      from unnest(${POSTS}::text[]) with ordinality as given (text, place) order by place`;
    // The alt text of a picture with nested brackets is found, too.
    expect(rows.map(({ words }) => words.replace("a nested alt ", ""))).toEqual(
      POSTS.map((post) => fold(extractVisibleText(post))),
    );
    expect(rows.map(({ words }) => words).join(" ")).not.toContain("hidden");
  });

  test("isn't found by the address of a picture", async () => {
    const post = POSTS.join("\n\n");
    const rows = await sql`
      select private.search_text(private.visible_markdown(${post})) as text`;
    const text = rows[0]!["text"];
    expect(
      await listFound([
        [text, "200 boxes"],
        [text, "images"],
        [text, "unbelievable"],
      ]),
    ).toEqual([true, false, true]);
  });
});

describe("lists of people, which pickers and the palette read, too", () => {
  test("find names by how people type them", async () => {
    const few = MISSPELLED_NAMES.filter((_pair, index) => index % 12 === 0);
    expect(await listMissing(few)).toEqual([]);
  });

  test("find every name by how people type it", { tags: [NIGHTLY] }, async () => {
    expect(await listMissing(searches)).toEqual([]);
  });
});
