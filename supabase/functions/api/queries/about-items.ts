import type { Row, Sql } from "../../_shared/clients/database.ts";
import { orderedWritesOf } from "../../_shared/queries/ordered.ts";

type MissionItem = Row<"about_items">;

export const { insert: insertAboutItem, update: updateAboutItem } = orderedWritesOf("about_items");

/** Deleted items come only where they are asked for, and row-level security gives them to administrators alone. */
export function listAboutItems(sql: Sql, includeDeleted: boolean) {
  return sql<Pick<MissionItem, "id" | "title" | "description" | "order" | "isActive">[]>`
    select id, title, description, "order", is_active
    from public.about_items
    where is_active or ${includeDeleted}
    order by "order", created_at, id`;
}
