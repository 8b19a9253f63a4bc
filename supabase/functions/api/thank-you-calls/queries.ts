import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { thankYouCallEndpoints } from "../../_shared/contracts/thank-you-calls.ts";

export const listThankYouCalls = (sql: Sql, maxCount: number) =>
  sql<Output<typeof thankYouCallEndpoints.listThankYouCalls>>`
    select * from private.thank_you_calls() limit ${maxCount}`;

export async function recordThankYouCall(sql: Sql, donorId: string): Promise<Row<"donor_tasks">> {
  // These are two statements, because the first one doesn't see the rows that its function writes.
  const [recordedCall] = await sql<[{ id: string }]>`
    select private.record_thank_you_call(${donorId}) as id`;
  const [call] = await sql<[Row<"donor_tasks">]>`
    select * from public.donor_tasks where id = ${recordedCall.id}`;
  return call;
}
