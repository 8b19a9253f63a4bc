import type { Sql, TransactionSql } from "postgres";
import { Problem } from "../machine/problem.ts";
import { prepareTransaction } from "./connection.ts";
import { copyIn } from "./copy.ts";
import { requireNoRows } from "./empty-project.ts";
import { type ErasuresToRepeat, repeatErasures } from "./repeat-erasures.ts";
import { computeManifestSha256, formatCount, type Manifest } from "./manifest.ts";
import {
  countTotalsDifferences,
  listSequences,
  readFingerprint,
  requireFreeNumbers,
} from "./tables.ts";

export interface TableRestoreOptions {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly erasuresToRepeat: ErasuresToRepeat;
}

/**
 * Restores all rows in one transaction that also records the backup's ID, so a restore that is killed leaves either all
 * rows or none. The transaction needs only the privileges of the tables' owner, which is always the role that runs the
 * migrations.
 */
export async function restoreTables(
  sql: Sql,
  { manifest, folder, log, erasuresToRepeat }: TableRestoreOptions,
): Promise<void> {
  await sql.begin(async (tx) => {
    await prepareTransaction(tx);
    const { tables } = manifest;
    // Scheduled jobs may already be running in this project.
    const names = tables.map(({ name }) => name);
    await tx.unsafe(`lock table ${names.join(", ")} in share row exclusive mode`);
    await requireNoRows(tx, tables);
    const triggers = await listTriggers(tx, names);
    for (const { table, name } of triggers)
      await tx.unsafe(`alter table ${table} disable trigger ${name}`);
    for (const name of names.toReversed()) await tx.unsafe(`delete from ${name}`);
    for (const table of tables) {
      if (table.rowCount > 0) await copyIn(tx, table, folder);
      log(`${table.name}: ${formatCount(table.rowCount, "row")}`);
    }
    for (const { name, lastValue, isCalled } of manifest.sequences)
      await tx`select setval(${name}::text::regclass, ${lastValue}::text::bigint, ${isCalled})`;
    await requireFreeNumbers(tx, await listSequences(tx, tables));
    await requireSameContent(tx, manifest);
    for (const { table, name } of triggers)
      await tx.unsafe(`alter table ${table} enable trigger ${name}`);
    // The same transaction repeats the erasures, so no one ever sees the restored rows of people whose data was erased.
    await repeatErasures(tx, erasuresToRepeat);
    await tx`
      insert into public.restores (backup_id, backup_taken_at, manifest_sha256)
      values (${manifest.id}, ${manifest.takenAt}, ${computeManifestSha256(manifest)})`;
  });
}

interface Trigger {
  readonly table: string;
  readonly name: string;
}

/**
 * Returns the triggers that must not fire for restored rows, because they would add to totals, write to the audit log
 * and queue emails. Triggers that check references are internal and stay enabled. Auth's tables belong to another role
 * and have no insert triggers.
 */
async function listTriggers(tx: TransactionSql, tables: readonly string[]): Promise<Trigger[]> {
  return tx<Trigger[]>`
    select format('%I.%I', namespace.nspname, class.relname) as "table", quote_ident(tgname) as name
    from pg_trigger
    join pg_class as class on class.oid = tgrelid
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    where not tgisinternal and tgenabled = 'O' and namespace.nspname <> 'auth'
      and format('%I.%I', namespace.nspname, class.relname) in ${tx(tables)}`;
}

async function requireSameContent(tx: TransactionSql, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const { rowCount, fingerprint } = await readFingerprint(tx, table);
    if (rowCount !== table.rowCount || fingerprint !== table.fingerprint) {
      throw new Problem(
        `${table.name} isn't the same as in the backup (${formatCount(rowCount, "row")} instead of ${table.rowCount}, or other values), so no rows were restored.`,
      );
    }
  }
  const count = await countTotalsDifferences(tx);
  if (count !== manifest.totalsDifferenceCount) {
    throw new Problem(
      `The donation totals differ from the donations in ${formatCount(count, "place")} instead of ${manifest.totalsDifferenceCount}, so no rows were restored.`,
    );
  }
}
