import { createRecordRow, type RecordKind } from "../records.ts";
import { sql } from "./stack.ts";

const MIN_ROW_COUNT = 4;
/** Enough for sorting and filtering, even if only half of the rows are public. */
const ADDED_ROW_COUNT = 8;

/** Adds rows with different values to a table that has too few to sort and filter, and returns their ids. */
export async function addRows(kind: RecordKind): Promise<string[]> {
  const { table } = kind;
  const [{ rows: existingRowCount }] = await sql<[{ rows: number }]>`
    select count(*)::integer as rows from ${sql(table)}`;
  const ids: string[] = [];
  if (existingRowCount >= MIN_ROW_COUNT) return ids;
  for (let variant = 1; variant <= ADDED_ROW_COUNT; variant += 1) {
    const [row] = await sql<[{ id: string }]>`
      insert into ${sql(table)} ${sql(await createRecordRow(kind, { variant, includesOptionalFields: true }))} returning id`;
    ids.push(row.id);
  }
  return ids;
}
