import { createHmac, randomUUID } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import type { Sql, TransactionSql } from "postgres";
import { z } from "zod";
import { Problem } from "../machine/problem.ts";
import { formatCount } from "./manifest.ts";
import { sealJson, unsealJson } from "./sealed-json.ts";

/*
 * The list of erasures outlives the backups. It is stored next to their folders, and restoring an older backup erases
 * the data of everyone on the list again. The list contains IDs and keyed hashes, but no names or addresses.
 */

export const erasureListFileName = "erasures.json";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const erasureSchema = z.strictObject({
  id: z.uuid(),
  requestedAt: z.iso.datetime({ offset: true }),
  requestedBy: z.string(),
  records: z.array(z.json()),
  keptRecords: z.array(z.json()),
  blanked: z.array(z.json()),
  mailboxHashes: z.array(hash),
  /** Tells whether a value of ERASURE_KEY is the one that the hashes were computed with. */
  keyCheck: hash,
});

const listSchema = z.strictObject({
  format: z.literal(1),
  renewedAt: z.iso.datetime(),
  erasures: z.array(erasureSchema),
});

export type ListedErasure = z.infer<typeof erasureSchema>;
export type ErasureList = z.infer<typeof listSchema>;

/** Returns the path of the list, which is in the same folder as the backups. */
export const getErasureListPath = (backupFolder: string): string =>
  path.join(path.dirname(path.resolve(backupFolder)), erasureListFileName);

/** Reads the list of erasures. Returns undefined if there is no such file. */
async function readListIfExists(file: string): Promise<ErasureList | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Problem(`${file} can't be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  const { value, isIntact } = unsealJson(text);
  const list = isIntact ? listSchema.safeParse(value) : undefined;
  if (list?.success) return list.data;
  throw new Problem(
    `${file} isn't a list of erasures, or it was changed after it was written. Use another copy of the newest list.`,
  );
}

/** Writes the list to a temporary file first, so that an interrupted write doesn't damage the earlier list. */
async function writeList(file: string, list: ErasureList): Promise<void> {
  const temporaryFile = `${file}.${randomUUID()}`;
  const handle = await open(temporaryFile, "w", 0o600);
  try {
    await handle.writeFile(sealJson(list));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporaryFile, file);
}

/** Adds the database's erasures to the list. Keeps entries that only the list has, because the database may be older. */
export async function renewErasureList(sql: Sql, file: string): Promise<ErasureList> {
  const earlierList = await readListIfExists(file);
  const [row] = await sql<[{ erasures: unknown }]>`select private.erasure_list() as erasures`;
  const databaseErasures = z.array(erasureSchema).parse(row.erasures);
  const ids = new Set(databaseErasures.map(({ id }) => id));
  const erasures = [
    ...(earlierList?.erasures.filter(({ id }) => !ids.has(id)) ?? []),
    ...databaseErasures,
  ].toSorted((one, other) => Date.parse(one.requestedAt) - Date.parse(other.requestedAt));
  const list: ErasureList = { format: 1, renewedAt: new Date().toISOString(), erasures };
  await writeList(file, list);
  return list;
}

export interface ErasureSource {
  /** The list to use instead of the one next to the backup. */
  readonly file?: string | undefined;
  /** True if the operator states that no one's data was ever erased. */
  readonly hasNoErasures?: boolean | undefined;
  /** The values of ERASURE_KEY. */
  readonly keys: readonly string[];
}

/**
 * Returns the erasures to repeat. Throws if there is no list, unless the operator states that no data was ever erased.
 */
export async function readErasures(
  backupFolder: string,
  { file, hasNoErasures = false, keys }: ErasureSource,
): Promise<readonly ListedErasure[]> {
  const listFile = file ?? getErasureListPath(backupFolder);
  const list = await readListIfExists(listFile);
  if (list === undefined && (file !== undefined || !hasNoErasures)) {
    throw new Problem(
      `There's no list of erasures at ${listFile}, so data that was erased since this backup would come back. Give the newest list with --erasures <file>. Add --no-erasures only if no one's data was ever erased. Nothing was restored.`,
    );
  }
  if (hasNoErasures && list !== undefined && list.erasures.length > 0) {
    throw new Problem(
      `${listFile} lists ${formatCount(list.erasures.length, "erasure")}. Leave out --no-erasures, so that the data of these people is erased again. Nothing was restored.`,
    );
  }
  const erasures = list?.erasures ?? [];
  requireKeys(erasures, keys);
  return erasures;
}

/** Computes the same value as `private.key_check()`. */
export const computeKeyCheck = (key: string): string =>
  createHmac("sha256", key).update("erasure key").digest("hex");

/** Throws unless these values of ERASURE_KEY include the key of each erasure. */
function requireKeys(erasures: readonly ListedErasure[], keys: readonly string[]): void {
  const keyChecks = new Set(keys.map(computeKeyCheck));
  const unknownCount = erasures.filter(({ keyCheck }) => !keyChecks.has(keyCheck)).length;
  if (unknownCount === 0) return;
  const reason =
    keys.length === 0
      ? "Set ERASURE_KEY to the same value as for the functions."
      : `ERASURE_KEY isn't the key of ${formatCount(unknownCount, "erasure")} on the list. Set it to the same value as for the functions, with all of its parts.`;
  throw new Problem(
    `${reason} Without the right key, the email addresses of people whose data was erased can't be found in this backup. Nothing was restored.`,
  );
}

/** Throws if the list is older than the backup, because data that was erased in between would come back. */
export async function requireNewerList(
  tx: TransactionSql,
  erasures: readonly ListedErasure[],
): Promise<void> {
  const rows = await tx<{ id: string }[]>`select id from public.erasures`;
  const missingErasures = rows.filter(({ id }) => !erasures.some((erasure) => erasure.id === id));
  if (missingErasures.length === 0) return;
  throw new Problem(
    `The list of erasures is older than this backup: it lacks ${formatCount(missingErasures.length, "erasure")}. Give the newest list with --erasures <file>. No rows were restored.`,
  );
}
