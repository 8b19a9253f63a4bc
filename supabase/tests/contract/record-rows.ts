import { newRow, type RecordKind } from "../records.ts";
import { sql } from "./stack.ts";

/** Enough for sorting and filtering, even if only half of the rows are public. */
const ADDED_ROW_COUNT = 8;

/** Adds rows with different values, because sample rows may be few or alike, and returns their ids. */
export async function addRows(kind: RecordKind): Promise<string[]> {
  const ids: string[] = [];
  for (let variant = 1; variant <= ADDED_ROW_COUNT; variant += 1) {
    const [row] = await sql<[{ id: string }]>`
      insert into ${sql(kind.table)}
        ${sql(newRow(kind, { variant, includesOptionalFields: true }))} returning id`;
    ids.push(row.id);
  }
  return ids;
}
