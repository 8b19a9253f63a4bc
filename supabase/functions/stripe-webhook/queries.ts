import type { Sql } from "../_shared/clients/database.ts";

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly api_version: string | null;
  /** Unix time in seconds. */
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Returns false for a duplicate event. A concurrent duplicate waits for the first to commit. */
export async function claimStripeEvent(sql: Sql, event: StripeEvent): Promise<boolean> {
  const { id: objectId = null } = event.data.object as { readonly id?: string };
  const rows = await sql`
    insert into public.stripe_events (id, type, livemode, api_version, object_id, created_at)
    values (${event.id}, ${event.type}, ${event.livemode}, ${event.api_version ?? null}, ${objectId}, to_timestamp(${event.created}))
    on conflict do nothing
    returning 1`;
  return rows.length > 0;
}
