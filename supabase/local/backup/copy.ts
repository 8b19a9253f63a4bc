import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "postgres";
import { type TableBackup, getTablePath } from "./manifest.ts";
import type { TableShape } from "./tables.ts";

/** Writes the rows of a table to a stream. */
export async function copyOut(
  tx: TransactionSql,
  table: TableShape,
  destination: Writable,
): Promise<Pick<TableBackup, "size" | "sha256">> {
  const hash = createHash("sha256");
  let size = 0;
  const measuringStream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const rows = await tx
    .unsafe(`copy ${table.name} (${table.columns.join(", ")}) to stdout`)
    .readable();
  await pipeline(rows, measuringStream, destination);
  // postgres.js pauses the connection while the stream's buffer is full. If that happened with the last rows, nothing
  // would ever resume the connection, because an ended stream isn't read again.
  // oxlint-disable-next-line no-underscore-dangle -- Node named this method
  rows._read(0);
  return { size, sha256: hash.digest("hex") };
}

/** Adds the rows in a table's backup file to the table. */
export async function copyIn(tx: TransactionSql, table: TableShape, folder: string): Promise<void> {
  const query = tx.unsafe(`copy ${table.name} (${table.columns.join(", ")}) from stdin`);
  // If PostgreSQL refuses the rows after the last one has arrived (for example, because of a broken reference),
  // postgres.js only rejects the query's promise, but that promise has already resolved to the stream. Without this
  // second promise, the error would be lost and the stream would never finish.
  const refusalPromise = new Promise<never>((_, reject) => {
    void Object.assign(query, { reject });
  });
  refusalPromise.catch(() => undefined);
  const rows = await Promise.race([query.writable(), refusalPromise]);
  const transferPromise = pipeline(createReadStream(getTablePath(folder, table)), rows);
  transferPromise.catch(() => undefined);
  await Promise.race([transferPromise, refusalPromise]);
}
