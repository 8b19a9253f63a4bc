import type { Sql, TransactionSql } from "postgres";
import { requireNewerList, type ListedErasure } from "./erasure-list.ts";
import { formatCount } from "./manifest.ts";
import type { ProjectStorage } from "./storage-client.ts";

export interface ErasuresToRepeat {
  readonly erasures: readonly ListedErasure[];
  readonly keys: readonly string[];
  readonly log: (line: string) => void;
}

interface StoredFileName {
  readonly bucket: string;
  readonly name: string;
}

/** Erases the data of everyone on the list again, in the transaction that restores the rows. */
export async function repeatErasures(
  tx: TransactionSql,
  { erasures, keys, log }: ErasuresToRepeat,
): Promise<void> {
  await requireNewerList(tx, erasures);
  if (erasures.length === 0) return;
  const [row] = await tx<[{ counts: { deletedRows: number; emptiedRows: number } }]>`
    select private.apply_erasures(
      ${JSON.stringify(erasures)}::text::jsonb, ${JSON.stringify(keys)}::text::jsonb
    ) as counts`;
  // Delete the logins in the database instead of through Auth, because Auth can't see the logins until this
  // transaction, which restored them, is committed.
  const logins = await tx<{ id: string; logins: string[] }[]>`
    select id, logins from public.erasures where logins <> '[]'`;
  for (const { id, logins: userIds } of logins) {
    await tx`
      delete from auth.users
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::text::jsonb))`;
    await tx`select private.record_erased_logins(${id}, ${JSON.stringify(userIds)}::text::jsonb)`;
  }
  const { deletedRows, emptiedRows } = row.counts;
  log(
    `${formatCount(erasures.length, "erasure")} repeated: ${formatCount(deletedRows, "row")} deleted, ${emptiedRows} emptied`,
  );
}

/**
 * Deletes the files of people whose data was erased again. The database stores the list of these files, so that they
 * can still be deleted if the restore is interrupted.
 */
export async function deleteErasedFiles(sql: Sql, storage: ProjectStorage): Promise<void> {
  const rows = await sql<{ id: string; files: StoredFileName[] }[]>`
    select id, files from public.erasures where files <> '[]'`;
  for (const { id, files } of rows) {
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name);
      await storage.remove(bucket, names);
    }
    await sql`select private.record_erased_files(${id}, ${JSON.stringify(files)}::text::jsonb)`;
  }
}
