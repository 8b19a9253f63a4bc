import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anonymous, service, type Caller } from "../../functions/_shared/caller.ts";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { COUNT_MAX } from "../../functions/_shared/contracts/limits.ts";
import type { ListQuery } from "../../functions/_shared/contracts/list.ts";
import { type Page, readPage } from "../../functions/_shared/queries/page.ts";
import { foldWords } from "../../functions/_shared/rules/fold.ts";
import { listEmailOutbox } from "../../functions/api/email-outbox/queries.ts";
import { superuser } from "../../local/database/cluster.ts";
import { measuredLists } from "../bench/measured-lists.ts";
import { readList } from "../read-list.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { OWNER_AREAS } from "../../functions/_shared/rules/admin-areas.ts";
import { type Person, catchSqlState } from "./connection.ts";
import { addPeopleOnce, type Actor } from "./people.ts";

const { databaseUrl } = readStackFacts();
const database = connectDatabase(databaseUrl);
afterAll(() => database.close());

/** Runs as the server, without row-level security, in a transaction that is always rolled back. */
const withRollback = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withRollbackIn((run) => database.as(service, run), work);

const ownerCaller: Caller = {
  kind: "admin",
  areas: OWNER_AREAS,
  userId: "",
  accessToken: "",
  claims: { sub: "", role: "authenticated", session_id: "", exp: 0 },
};

const toCaller = ({ id, sessionId }: Person): Caller =>
  id === ""
    ? anonymous
    : {
        kind: "admin",
        areas: OWNER_AREAS,
        userId: id,
        accessToken: "",
        claims: { sub: id, role: "authenticated", session_id: sessionId, exp: 0 },
      };

describe("reading without row-level security", () => {
  const people = addPeopleOnce();
  const readDonationsRole = (caller: Caller) =>
    database.asAdminReader(caller, "giving", async (sql) => {
      const [row] = await sql<[{ role: string }]>`
        select current_user as role from public.donations limit 1`;
      return row.role;
    });

  test("is allowed only for administrators with a live session, whatever role a caller claims", async () => {
    const readAs = (actor: Actor) => readDonationsRole(toCaller(people()[actor]));
    expect(await readAs("admin")).toBe("service_role");
    expect(await readAs("givingAdmin")).toBe("service_role");
    for (const otherAdmin of [
      "volunteersAdmin",
      "contentAdmin",
      "settingsAdmin",
      "adminWithoutArea",
    ] as const) {
      expect([otherAdmin, await catchSqlState(readAs(otherAdmin))]).toEqual([otherAdmin, "CP044"]);
    }
    const otherActors: readonly Actor[] = [
      "visitor",
      "owner",
      "other",
      "applicant",
      "disabled",
      "loggedOutOwner",
      "expiredAdmin",
      "loggedOutAdmin",
      "changedAdmin",
    ];
    for (const otherActor of otherActors) {
      expect([otherActor, await catchSqlState(readAs(otherActor))]).toEqual([otherActor, "CP010"]);
    }
    expect(await catchSqlState(readDonationsRole(service))).toBe("CP010");
  });

  test("is read-only, and row-level security applies to the next caller on the same connection", async () => {
    const writeAttempt = database.asAdminReader(
      toCaller(people().admin),
      "giving",
      (sql) => sql`update public.donations set first_name = 'Changed'`,
    );
    expect(await catchSqlState(writeAttempt)).toBe("25006");
    const settings = await database.as(anonymous, async (sql) => {
      const [row] = await sql<[{ role: string; readOnly: string }]>`
        select current_user as role, current_setting('transaction_read_only') as read_only`;
      return row;
    });
    expect(settings).toEqual({ role: "anon", readOnly: "off" });
  });
});

const searchTerms = ["ann", "tie", "x"];

/** More rows than fit on a page, so that a page ends between rows that differ only by id. */
const TIED_ROW_COUNT = 20;

/** Adds rows of each kind that differ only by id. */
async function addTiedRows(sql: Sql): Promise<void> {
  const numbers = sql`generate_series(1, ${TIED_ROW_COUNT}::integer) as number`;
  await sql`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at)
    select 'Ann', 'Tie', 'tie' || number || '@example.org', 50, 'completed', now() from ${numbers}`;
  await sql`
    insert into public.volunteer_applications (first_name, last_name, email, availability)
    select 'Ann', 'Tie', 'tie' || number || '@example.org', 'weekends' from ${numbers}`;
  await sql`
    insert into public.volunteers (name, email)
    select 'Ann Tie', 'tie' || number || '@example.org' from ${numbers}`;
  await sql`
    insert into public.events (event_type, date, start_time, end_time, address)
    select 'Food Drive', private.today() + 5, '10:00', '12:00', 'Tie Street' from ${numbers}`;
}

const lists = (Object.entries(catalog) as [OperationName, EndpointDefinition][]).flatMap(
  ([name, { list, params }]) => (list && !params ? [{ name, sorts: list.sorts }] : []),
);

const listIds = (page: Page<{ id: string }>) => page.items.map(({ id }) => id);

async function readAllIds(name: OperationName, sql: Sql, query: object): Promise<string[]> {
  const allIds: string[] = [];
  for (let cursor: string | undefined; ; cursor = allIds.at(-1)) {
    // Lists may be long, such as the history that other tests leave behind.
    const limit = allIds.length < 500 ? TIED_ROW_COUNT - 1 : 200;
    const page = await readList(name, sql, { limit, offset: 0, ...query, cursor });
    allIds.push(...listIds(page));
    if (!page.hasMore) return allIds;
  }
}

test("every list that is read without row-level security is measured at full size", async () => {
  const namesReadAsAdmin = new Set<string>();
  await withRollback(async (sql) => {
    for (const { name, sorts } of lists) {
      const recordCaller = (caller: string) =>
        void (caller === "asAdminReader" && namesReadAsAdmin.add(name));
      await readList(name, sql, { limit: 1, offset: 0, sort: sorts[0] }, recordCaller);
    }
  });
  expect(namesReadAsAdmin.size).toBeGreaterThan(8);
  const measuredOperations = new Set<string>(measuredLists.map(({ operation }) => operation));
  expect(
    [...namesReadAsAdmin].filter((name) => !measuredOperations.has(name)),
    "supabase/tests/bench/measured-lists.ts needs its size, filters and searches",
  ).toEqual([]);
});

describe("a list", () => {
  /** One transaction with the rows for all lists, because adding them takes longer than reading most lists. */
  let sqlWithTiedRows: Sql;
  const { promise: allListsRead, resolve: endTransaction } = Promise.withResolvers<void>();
  let transaction: Promise<void>;
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) => {
        transaction = withRollback(async (sql) => {
          await addTiedRows(sql);
          sqlWithTiedRows = sql;
          resolve();
          await allListsRead;
        });
        transaction.catch(reject);
      }),
  );
  afterAll(async () => {
    endTransaction();
    await transaction;
  });

  describe.for(lists)("$name", ({ name, sorts }) => {
    test("has more than one sort order", () => {
      expect(sorts.length).toBeGreaterThan(1);
    });

    test("returns each row on exactly one page, by cursor and by offset, even for equal sort keys", async () => {
      const sql = sqlWithTiedRows;
      const idsBySort = new Map<string, string[]>();
      for (const sort of sorts) idsBySort.set(sort, await readAllIds(name, sql, { sort }));
      for (const [sort, pagedIds] of idsBySort) {
        const query = { limit: 200, offset: 0, sort };
        const wholeList = await readList(name, sql, query);
        const expected = listIds(wholeList);
        expect(new Set(expected).size).toBe(expected.length);
        if (!wholeList.hasMore) expect(wholeList.total).toBe(expected.length);
        expect([sort, pagedIds.slice(0, expected.length)]).toEqual([sort, expected]);
        expect(new Set(pagedIds).size).toBe(pagedIds.length);
        const laterPage = await readList(name, sql, { ...query, limit: 5, offset: 9 });
        expect(listIds(laterPage)).toEqual(pagedIds.slice(9, 14));
        const reversedIds = idsBySort.get(sort.startsWith("-") ? sort.slice(1) : `-${sort}`);
        if (reversedIds !== undefined) expect(reversedIds).toEqual(pagedIds.toReversed());
      }
    });

    test("finds the same rows for a search in every sort order", async () => {
      for (const search of searchTerms) {
        const foundIds = new Set<string>();
        for (const sort of sorts) {
          const pagedIds = await readAllIds(name, sqlWithTiedRows, { sort, search });
          if (foundIds.size === 0) for (const id of pagedIds) foundIds.add(id);
          expect([sort, new Set(pagedIds)]).toEqual([sort, foundIds]);
        }
      }
    });
  });
});

/** Reads a list whose items are plain numbers instead of rows of a table. */
const readNumbers = (
  sql: Sql,
  count: number,
  query: Partial<ListQuery<"number" | "-number">> = {},
) =>
  readPage<{ id: string; number: number }>(
    sql,
    { limit: 3, offset: 0, sort: "number", ...query },
    {
      columns: sql`id, number`,
      from: sql`(
        select md5(number::text)::uuid as id, number from generate_series(1, ${count}::integer) as number
      ) as numbers`,
      searchedText: sql`number::text`,
      orders: { number: [sql`number`] },
    },
  );

describe("a page", () => {
  test.for([
    [0, 0, 0, false],
    [2, 0, 2, false],
    [3, 0, 3, false],
    [4, 0, 4, true],
    [10, 9, 10, false],
    [COUNT_MAX, 0, COUNT_MAX, true],
    [COUNT_MAX + 1, 0, COUNT_MAX + 1, true],
    [COUNT_MAX + 500, 0, COUNT_MAX + 1, true],
    [COUNT_MAX + 500, COUNT_MAX, COUNT_MAX + 1, true],
  ] as const)(
    "of a list with %d rows, starting at row %d, has total %d and hasMore %s",
    async ([rows, offset, total, hasMore]) => {
      const page = await withRollback((sql) => readNumbers(sql, rows, { offset }));
      expect({ total: page.total, hasMore: page.hasMore }).toEqual({ total, hasMore });
    },
  );

  test("has an exact total for a very long table only if the list is filtered", async () => {
    const url = new URL(databaseUrl);
    url.username = superuser;
    const superuserDatabase = connectDatabase(url.href);
    const readTotals = withRollbackIn(
      (run: (sql: Sql) => Promise<never>) => superuserDatabase.as(service, run),
      async (sql) => {
        const readTotal = async (status?: "queued" | "canceled") => {
          const query = { limit: 1, offset: 0, sort: "-createdAt", search: "", status } as const;
          return (await listEmailOutbox(sql, ownerCaller, query)).total;
        };
        await sql`set local role none`;
        await sql`delete from public.email_outbox where status = 'canceled'`;
        await sql`
          insert into public.email_outbox (template_name, to_email, status)
          select 'Newsletter', 'ann@example.org', 'canceled' from generate_series(1, 2)`;
        // Sets the estimate that ANALYZE would store if there really were that many emails.
        await sql`
          update pg_catalog.pg_class set reltuples = ${COUNT_MAX * 5 + 1} where oid = 'public.email_outbox'::regclass`;
        return { all: await readTotal(), filtered: await readTotal("canceled") };
      },
    );
    await expect(readTotals).resolves.toEqual({ all: COUNT_MAX + 1, filtered: 2 });
    await superuserDatabase.close();
  });

  test("has a total for a search only if all results fit on it", async () => {
    const { shortTablePage, longTablePage } = await withRollback(async (sql) => ({
      shortTablePage: await readNumbers(sql, 1000, { search: "999" }),
      longTablePage: await readNumbers(sql, 10_000, { search: "999" }),
    }));
    expect(shortTablePage).toMatchObject({ total: 1, hasMore: false });
    expect(longTablePage).toMatchObject({ total: undefined, hasMore: true });
  });

  test("fails if its cursor's row was deleted, instead of looking like the end of the list", async () => {
    const page = withRollback((sql) => readNumbers(sql, 10, { cursor: randomUUID() }));
    await expect(page).rejects.toMatchObject({ code: "not_found" });
    const [lastId] = await withRollback(async (sql) =>
      listIds(await readNumbers(sql, 10, { sort: "-number", limit: 1 })),
    );
    const nextPage = await withRollback((sql) => readNumbers(sql, 10, { cursor: lastId }));
    expect(nextPage).toMatchObject({ items: [], hasMore: false });
  });
});

describe("a search", () => {
  const readTexts = (sql: Sql, texts: readonly string[], search: string) =>
    readPage<{ id: string; line: string }>(
      sql,
      { limit: 200, offset: 0, sort: "line", search },
      {
        columns: sql`id, line`,
        from: sql`(
          select md5(line)::uuid as id, line from jsonb_array_elements_text(${sql.json([...texts])}::jsonb) as line
        ) as lines`,
        searchedText: sql`private.search_text(line)`,
        orders: { line: [sql`line`] },
      },
    );

  /** Parts of search terms, including characters that could end a literal, a pattern or a statement. */
  const fragments = ["a", "B", "%", "_", "\\", "'", '"', " ", ";", "$1", "--", "é", "${", "()"];
  const randomText = (random: () => number, length: number) =>
    Array.from({ length }, () => fragments[Math.floor(random() * fragments.length)]).join("");

  /** The same rule as in list-source.ts, word by word. */
  const isFound = (searchText: string, term: string): boolean => {
    const words = foldWords(term);
    const longest = words.toSorted((one, other) => other.length - one.length)[0];
    return (
      words.length > 0 &&
      words.every((word, index) => {
        if (word.length > 2) return searchText.includes(word);
        const isAlone = word === longest && index === words.indexOf(word);
        const neighbors = [words.slice(index - 1, index + 1), words.slice(index, index + 2)];
        return (
          searchText.includes(` ${word}`) ||
          (!isAlone &&
            neighbors.some((pair) => pair.length > 1 && searchText.includes(pair.join(""))))
        );
      })
    );
  };

  test("finds exactly the rows that contain the words, whatever their characters", async () => {
    let state = 20_261_121;
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
    const texts = [...new Set(Array.from({ length: 150 }, () => randomText(random, 12)))];
    await withRollback(async (sql) => {
      const rows = await sql<{ text: string }[]>`
        select private.search_text(line) as text
        from jsonb_array_elements_text(${sql.json(texts)}::jsonb) with ordinality as given (line, place) order by place`;
      for (let round = 0; round < 200; round += 1) {
        const term = randomText(random, 3 + (round % 3));
        const page = await readTexts(sql, texts, term);
        const expected = texts.filter((_text, index) => isFound(rows[index]!.text, term));
        expect([term, page.items.map(({ line }) => line).toSorted()]).toEqual([
          term,
          expected.toSorted(),
        ]);
      }
    });
  });

  test("compares a long term up to its last character", async () => {
    const texts = ["olga.lindwood3654@mail.example.org", "olga.lindwood3654@mail.example.com"];
    const findMatches = (search: string) =>
      withRollback(async (sql) =>
        (await readTexts(sql, texts, search)).items.map(({ line }) => line),
      );
    expect(await findMatches("Olga.Lindwood3654@mail.example.ORG")).toEqual(texts.slice(0, 1));
    expect(await findMatches("lindwood3654@mail.example")).toEqual(texts.toSorted());
    expect(await findMatches("olga.lindwood36545@")).toEqual([]);
  });

  test("for one or two letters matches only the start of a word", async () => {
    const texts = ["Ann Lee", "Joann Ames", "Lee Ann", "Dan 50% off", "Dan 500"];
    const findMatches = (search: string) =>
      withRollback(async (sql) =>
        (await readTexts(sql, texts, search)).items.map(({ line }) => line),
      );
    expect(await findMatches("AN")).toEqual(["Ann Lee", "Lee Ann"]);
    expect(await findMatches("a")).toEqual(["Ann Lee", "Joann Ames", "Lee Ann"]);
    expect(await findMatches("0%")).toEqual([]);
    expect(await findMatches("50%")).toEqual(["Dan 50% off", "Dan 500"]);
    expect(await findMatches("off 50")).toEqual(["Dan 50% off"]);
    expect(await findMatches("_n")).toEqual([]);
  });
});
