import type { Row, Sql } from "../../_shared/clients/database.ts";
import { createOrderedWrites } from "../../_shared/queries/ordered.ts";
import { requireShownVersion } from "../../_shared/queries/versions.ts";

type MissionItem = Row<"about_items">;

const writes = createOrderedWrites("about_items");

/** Deleting only hides an item. Administrators can restore it by setting `isActive`. */
export const aboutItemWrites = {
  ...writes,
  remove: async (sql: Sql, id: string, shownVersion?: string) => {
    await requireShownVersion(sql, "about_items", id, shownVersion);
    return writes.update(sql, id, { isActive: false });
  },
};

/** Lists the items that visitors see. Row-level security returns only active items. */
export const listAboutItems = (sql: Sql) =>
  sql<Pick<MissionItem, "id" | "title" | "description" | "order">[]>`
    select id, title, description, "order" from public.about_items order by "order", id`;

/** Lists the items for administrators, optionally with deleted ones. */
export const listMissionItems = (sql: Sql, includeDeleted: boolean) =>
  sql<Omit<MissionItem, "createdAt">[]>`
    select id, title, description, "order", is_active, updated_at
    from public.about_items
    where is_active or ${includeDeleted}
    order by "order", created_at, id`;
