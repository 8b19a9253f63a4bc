import type { Sql } from "postgres";
import { requireManifestMigrations } from "./applied-migrations.ts";
import { withDatabase } from "./connection.ts";
import { applyMigrations, requireNoOtherFiles, requireNoRows } from "./empty-project.ts";
import {
  computeManifestSha256,
  type Manifest,
  readManifest,
  requireIntactBackup,
} from "./manifest.ts";
import { type ErasureSource, readErasures } from "./erasure-list.ts";
import { listNextSteps } from "./next-steps.ts";
import { deleteErasedFiles } from "./repeat-erasures.ts";
import { requireSameShape } from "./require-same-shape.ts";
import { restoreFiles } from "./restore-files.ts";
import { restoreTables } from "./restore-tables.ts";
import { type StorageAccess, ProjectStorage } from "./storage-client.ts";

export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly storageAccess: StorageAccess;
  /** The people whose data must be erased again, because the backup may be older than the erasure. */
  readonly erasures: ErasureSource;
  readonly log: (line: string) => void;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** True if an earlier run had already restored everything. */
  readonly wasAlreadyRestored: boolean;
  readonly nextSteps: readonly string[];
}

/**
 * Restores the files first and the rows last, in one transaction. Until that transaction has been committed, the project
 * has no content at all, so an interrupted restore can't be mistaken for a complete one.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { databaseUrl, folder, storageAccess, log } = options;
  const manifest = await readManifest(folder);
  await requireManifestMigrations(manifest);
  await requireIntactBackup(folder, manifest);
  const erasures = await readErasures(folder, options.erasures);
  log(`The backup of ${manifest.takenAt} is intact.`);
  const storage = new ProjectStorage(storageAccess);
  return withDatabase(databaseUrl, async (sql) => {
    const wasAlreadyRestored = await isRestored(sql, manifest);
    if (!wasAlreadyRestored) {
      await applyMigrations(sql, log);
      await sql.begin("read only", (tx) => requireSameShape(tx, manifest));
      await requireNoRows(sql, manifest.tables);
      await requireNoOtherFiles(sql, manifest);
      await storage.requireSameProject(sql);
      await restoreFiles({ sql, storage, folder }, manifest, log);
      await restoreTables(sql, {
        manifest,
        folder,
        log,
        erasuresToRepeat: { erasures, keys: options.erasures.keys, log },
      });
    }
    await deleteErasedFiles(sql, storage);
    return { manifest, wasAlreadyRestored, nextSteps: await listNextSteps(sql) };
  });
}

/**
 * Returns whether an earlier run has already restored the rows. That run may have been killed before it printed its
 * result.
 */
async function isRestored(sql: Sql, manifest: Manifest): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.restores') is not null as exists`;
  if (!table!.exists) return false;
  const rows = await sql`
    select 1 from public.restores
    where backup_id = ${manifest.id} and manifest_sha256 = ${computeManifestSha256(manifest)}`;
  return rows.length > 0;
}
