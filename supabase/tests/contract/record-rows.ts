import { newRow, type RecordKind } from "../records.ts";
import { sql } from "./stack.ts";

const MIN_ROWS = 4;
/** Enough that more than `FEW` rows are public, even if half of them are not. */
const ROWS_ADDED = 8;

/** Adds rows with different values to a table that has too few to sort and filter, and returns their ids. */
export async function addRows(kind: RecordKind): Promise<string[]> {
  const { table } = kind;
  const [existing] = await sql<[{ rows: number }]>`
    select count(*)::integer as rows from ${sql(table)}`;
  const ids: string[] = [];
  if (existing.rows >= MIN_ROWS) return ids;
  for (let turn = 1; turn <= ROWS_ADDED; turn += 1) {
    const [row] = await sql<[{ id: string }]>`
      insert into ${sql(table)} ${sql(newRow(kind, { turn, isWhole: true }))} returning id`;
    ids.push(row.id);
  }
  return ids;
}
