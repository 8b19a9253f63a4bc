import type { Row, Sql } from "../../_shared/clients/database.ts";
import { writesOf } from "../../_shared/queries/write.ts";

type MissionItem = Row<"about_items">;
type Changes = Partial<Pick<MissionItem, "title" | "description" | "order" | "isActive">>;

const { insert, update } = writesOf("about_items");

/** Deleted items come only where they are asked for, and row-level security gives them to administrators alone. */
export function listAboutItems(sql: Sql, includeDeleted: boolean) {
  return sql<Pick<MissionItem, "id" | "title" | "description" | "order" | "isActive">[]>`
    select id, title, description, "order", is_active
    from public.about_items
    where is_active or ${includeDeleted}
    order by "order", created_at, id`;
}

/** At the end, unless it is told its place. */
export async function insertAboutItem(sql: Sql, item: Changes): Promise<MissionItem> {
  const [{ next }] = await sql<[{ next: number }]>`
    select count(*)::int + 1 as next from public.about_items`;
  if (item.order !== undefined) await lockAll(sql);
  const added = await insert(sql, { order: next, ...item });
  return (item.order === undefined ? undefined : await place(sql, added.id, item.order)) ?? added;
}

export async function updateAboutItem(
  sql: Sql,
  id: string,
  { order, ...changes }: Changes,
): Promise<MissionItem | undefined> {
  if (order !== undefined) await lockAll(sql);
  const changed = await update(sql, id, changes);
  if (changed === undefined || order === undefined) return changed;
  return place(sql, id, order);
}

/** Two who change the order at once wait for each other, before either has touched a row. */
const lockAll = (sql: Sql) => sql`select 1 from public.about_items order by id for update`;

/** Moves an item to that place among all, counted from 1 and the deleted ones included; those between move up or on. */
async function place(sql: Sql, id: string, order: number): Promise<MissionItem | undefined> {
  await sql`
    with others as (
      select id, row_number() over (order by "order", created_at, id) as place
      from public.about_items
      where id <> ${id}
    ), placed as (
      select id, case when place < ${order} then place else place + 1 end as place from others
      union all
      select ${id}::uuid, least(${order}, (select count(*) from others) + 1)
    )
    update public.about_items as item
    set "order" = placed.place
    from placed
    where item.id = placed.id and item."order" <> placed.place`;
  return update(sql, id, {});
}
