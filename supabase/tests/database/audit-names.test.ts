import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AUDITED_RECORDS } from "../../functions/_shared/contracts/audit-log.ts";
import { addPersonNames } from "../../functions/api/audit-log/queries.ts";
import type { Sql } from "../../functions/_shared/clients/database.ts";
import { addAdmin, runAs, withRollback, type Person, type Transaction } from "./connection.ts";

interface LoggedRow {
  readonly tableName: string;
  readonly rowId: string;
}

/** Adds a volunteer and a donor with a task. */
async function addPeople(tx: Transaction) {
  const [volunteer] = await tx<[{ id: string }]>`
    insert into public.volunteers (name, email) values ('Vera Visser', 'vera@names.example.org') returning id`;
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Ann', 'Lee', 'ann@names.example.org') returning id`;
  const [task] = await tx<[{ id: string }]>`
    insert into public.donor_tasks (donor_id, text, due_on) values (${donor.id}, 'Call', '2026-12-01') returning id`;
  return [
    { tableName: "volunteers", rowId: volunteer.id },
    { tableName: "donors", rowId: donor.id },
    { tableName: "donor_tasks", rowId: task.id },
    // Rows of single-record tables are numbered, and some entries aren't about a row.
    { tableName: "settings", rowId: "1" },
    { tableName: "users", rowId: "audited" },
  ];
}

const readNames = (tx: Transaction, reader: Person, rows: readonly LoggedRow[]) =>
  runAs(tx, reader, async (asReader) => {
    const named = await addPersonNames(asReader as unknown as Sql, rows);
    return named.map(({ personName }) => personName);
  });

test.for([
  [null, ["Vera Visser", "Ann Lee", "Ann Lee", null, null]],
  [["volunteers"], ["Vera Visser", null, null, null, null]],
  [["giving"], [null, "Ann Lee", "Ann Lee", null, null]],
  [
    ["content", "settings"],
    [null, null, null, null, null],
  ],
] as const)(
  "threat 2: the audit log names people to an administrator with %j only from their areas",
  ([areas, names]) =>
    withRollback(async (tx) => {
      const rows = await addPeople(tx);
      const reader = await addAdmin(tx, areas === null ? undefined : { areas: [...areas] });
      expect(await readNames(tx, reader, rows)).toEqual(names);
    }),
);

test("every administrator may ask for the names in any table", () =>
  withRollback(async (tx) => {
    const rows = AUDITED_RECORDS.map((tableName) => ({ tableName, rowId: randomUUID() }));
    for (const options of [{}, { areas: ["content" as const] }]) {
      const reader = await addAdmin(tx, options);
      expect(await readNames(tx, reader, rows)).toEqual(rows.map(() => null));
    }
  }));

test("threat 48: the audit log shows today's name, and none once it's gone", () =>
  withRollback(async (tx) => {
    const [row, ...others] = await addPeople(tx);
    const reader = await addAdmin(tx);
    await tx`update public.volunteers set name = 'Vera Novak' where id = ${row!.rowId}`;
    expect((await readNames(tx, reader, [row!, ...others]))[0]).toBe("Vera Novak");
    await tx`delete from public.volunteers where id = ${row!.rowId}`;
    expect((await readNames(tx, reader, [row!, ...others]))[0]).toBeNull();
  }));
