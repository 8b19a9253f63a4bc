import { afterAll, expect, test } from "vitest";
import { service } from "../../functions/_shared/caller.ts";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { ARCHIVED_TABLES } from "../../functions/_shared/contracts/table-facts.ts";
import { openArchivedTable, startArchive } from "../../functions/api/archives/queries.ts";
import {
  openDonationList,
  readDonationSums,
} from "../../functions/api/donations/queries/read-donations.ts";
import { readMailFigures } from "../../functions/api/system-status/queries.ts";
import { readList } from "../read-list.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, buildJwtClaims } from "./connection.ts";

const database = connectDatabase(readStackFacts().databaseUrl);
afterAll(() => database.close());

/** Runs as the owner of the tables, with the claims of an administrator who owns the site. */
const withRollback = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withRollbackIn(
    (run: (sql: Sql) => Promise<never>) => database.as(service, run),
    async (sql) => {
      await sql`set local role none`;
      const admin = await addAdmin(sql);
      await sql`select set_config('request.jwt.claims', ${buildJwtClaims(admin)}, true)`;
      return work(sql);
    },
  );

/** Adds one row of each kind of money for one donor. Returns the IDs of all rows except the donor's. */
async function addMoney(sql: Sql, word: string, isDemo: boolean): Promise<string[]> {
  const email = `${word}-${isDemo}@example.org`;
  const insert = async (query: ReturnType<Sql>) => {
    const [row] = (await query) as unknown as [{ id: string }];
    return row.id;
  };
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email, address)
    values ('Ann', ${word}, ${email}, 'Omaha, NE 68102') returning id`;
  const donationId = await insert(sql`
    insert into public.donations (donor_id, first_name, last_name, email, amount, method, is_demo, status, given_on)
    values (${donor.id}, 'Ann', ${word}, ${email}, 75, 'check', ${isDemo}, 'completed', private.today()) returning id`);
  return [
    donationId,
    await insert(sql`
      insert into public.donation_adjustments (donation_id, kind, amount, status)
      values (${donationId}, 'refund', 5, 'succeeded') returning id`),
    await insert(sql`
      insert into public.deposits (deposited_on, slip_total, is_demo)
      values (private.today(), 75, ${isDemo}) returning id`),
    await insert(sql`
      insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
      values (${donor.id}, 'goods', 'Socks', private.today(), ${isDemo}) returning id`),
    await insert(sql`
      insert into public.donor_tasks (donor_id, text, due_on, created_by)
      values (${donor.id}, 'Call', '1900-01-01', 'ann') returning id`),
  ];
}

const readIds = async (sql: Sql, name: OperationName, query: object = {}) => {
  const { list } = catalog[name] as EndpointDefinition;
  const page = await readList(name, sql, {
    limit: 200,
    offset: 0,
    sort: list?.sorts[0],
    ...query,
  });
  return page.items.map(({ id }) => id);
};

const MONEY_LISTS = ["listDonations", "listDeposits", "listNoncashDonations"] as const;

test("once a real donation has arrived, no list, sum, export, archive or task counts demo money", async () => {
  await withRollback(async (sql) => {
    const word = uniqueWord();
    const demoIds = await addMoney(sql, word, true);
    for (const name of [...MONEY_LISTS, "listDonorTasks"] as const)
      expect([name, await readIds(sql, name)]).toEqual([
        name,
        expect.toSatisfy((ids: string[]) => ids.some((id) => demoIds.includes(id))),
      ]);
    const [gift] = await sql<[{ donorId: string }]>`
      select donor_id from public.donations where id = ${demoIds[0]!}`;
    const realIds = await addMoney(sql, word, false);
    // The donor of the demo gives real money, which doesn't make the demo's task something to do.
    await sql`
      insert into public.donations (donor_id, first_name, last_name, email, amount, method, status, given_on)
      select donor_id, first_name, last_name, email, 5, 'check', 'completed', private.today()
      from public.donations where id = ${demoIds[0]!}`;
    const [newTask] = await sql<[{ id: string }]>`
      insert into public.donor_tasks (donor_id, text, due_on, created_by)
      values (${gift.donorId}, 'Thank', '1900-01-01', 'ann') returning id`;
    realIds.push(newTask.id);

    const lists = (Object.entries(catalog) as [OperationName, EndpointDefinition][])
      .filter(([, { list, access, area }]) => list !== undefined && (area ?? access) === "giving")
      .map(([name]) => name);
    const shownIds = new Set<string>();
    for (const name of new Set([...lists, ...MONEY_LISTS, "listDonorTasks"] as const)) {
      const ids = await readIds(sql, name);
      expect([name, ids.filter((id) => demoIds.includes(id))]).toEqual([name, []]);
      for (const id of ids) shownIds.add(id);
    }
    const [donationId, , ...otherIds] = realIds;
    expect([...shownIds]).toEqual(expect.arrayContaining([donationId, ...otherIds]));

    const filters = { search: word, sort: "-createdAt" } as const;
    expect(await readDonationSums(sql, filters)).toMatchObject({ count: "2", amount: "75.00" });
    const exported = await openDonationList(sql, filters);
    expect(await exported.count()).toBe(2);
    for (const name of MONEY_LISTS) {
      const ids = await readIds(sql, name, { isDemo: true });
      expect([name, ids.some((id) => demoIds.includes(id))]).toEqual([name, true]);
      expect([name, ids.filter((id) => realIds.includes(id))]).toEqual([name, []]);
    }
    const { pairs } = (
      await sql<[{ pairs: string }]>`
      select private.possible_duplicates('donor', 1000)::text as pairs`
    )[0];
    // The real donor may be the same person as the donor from the demo.
    expect(pairs).toContain(word);

    const archiveId = await startArchive(sql, "owner");
    const archivedLines: string[] = [];
    // The audit log says what was changed, also for money that doesn't count.
    for (const table of ARCHIVED_TABLES.filter((name) => name !== "audit_log")) {
      const { list } = await openArchivedTable(sql, archiveId, table);
      for await (const rows of list.read({ after: null, limit: 10_000, keepsOrder: false }))
        archivedLines.push(...rows.map(({ line }) => line));
    }
    const archive = archivedLines.join("\n");
    expect(demoIds.filter((id) => archive.includes(id))).toEqual([]);
    expect(realIds.filter((id) => !archive.includes(id))).toEqual([]);
  });
});

test("once real payments have started, undelivered emails about demo gifts need no attention, but stay in the log", async () => {
  await withRollback(async (sql) => {
    const word = uniqueWord();
    const queueAbout = async (ids: readonly string[]) => {
      const [donor] = await sql<[{ id: string }]>`
        select donor_id as id from public.donations where id = ${ids[0]!}`;
      const abouts = [
        { donationId: ids[0]! },
        { noncashDonationId: ids[3]! },
        { donorId: donor.id },
      ];
      for (const data of abouts)
        await sql`
          insert into public.email_outbox (template_name, to_email, data, status)
          values ('donation_receipt', ${`${word}@example.org`}, ${sql.json(data)}, 'failed')`;
    };
    const count = async (query: object) => {
      const ids = await readIds(sql, "listEmailOutbox", {
        search: word,
        status: "failed",
        ...query,
      });
      return ids.length;
    };
    const before = await readMailFigures(sql);
    const countFailed = async () => (await readMailFigures(sql)).failedCount - before.failedCount;
    await queueAbout(await addMoney(sql, word, true));
    expect([await count({ isFormerDemo: false }), await countFailed()]).toEqual([3, 3]);

    await queueAbout(await addMoney(sql, word, false));
    // An email about nothing in particular, such as a test email.
    await sql`
      insert into public.email_outbox (template_name, to_email, data, status)
      values ('test', ${`${word}@example.org`}, '{"donationId": "sample"}', 'failed')`;
    expect(await count({ isFormerDemo: false })).toBe(4);
    expect(await count({ isFormerDemo: true })).toBe(3);
    expect(await count({})).toBe(7);
    await sql`select private.resend_failed_emails()`;
    expect(await count({})).toBe(3);
    expect(await countFailed()).toBeLessThanOrEqual(0);
  });
});

test("failed donations are in the list, its sums and its export only if they, or all donations, are asked for", async () => {
  await withRollback(async (sql) => {
    const word = uniqueWord();
    const isDemo = (await sql<[{ shown: boolean }]>`select private.shows_demo_money() as shown`)[0]
      .shown;
    for (const status of ["completed", "pending", "failed"]) {
      await sql`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Ann', ${word}, ${`${word}@example.org`}, 5, ${isDemo}, ${status})`;
    }
    const count = async (query: { readonly status?: "failed" | "all" }) => {
      const filters = { search: word, sort: "-createdAt", ...query } as const;
      return [
        (await readIds(sql, "listDonations", { search: word, ...query })).length,
        await (await openDonationList(sql, filters)).count(),
        Number((await readDonationSums(sql, filters)).count),
      ];
    };
    expect(await count({})).toEqual([2, 2, 2]);
    expect(await count({ status: "failed" })).toEqual([1, 1, 1]);
    expect(await count({ status: "all" })).toEqual([3, 3, 3]);
  });
});
