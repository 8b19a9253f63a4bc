import type { Row, Sql } from "../clients/database.ts";
import { createWrites } from "./write.ts";

/** The tables whose rows administrators put in order. Positions start at 1. */
type OrderedTable = "about_items" | "children_letters" | "team_members";
type Changes = Readonly<Record<string, unknown>> & { readonly order?: number | undefined };

/** Like `createWrites`, for an ordered table. Other rows, including hidden ones, move to make room. */
export const createOrderedWrites = <Name extends OrderedTable>(name: Name) => {
  const { insert, update, remove } = createWrites(name);
  const quoteTable = (sql: Sql) => sql(`public.${name}`);

  /** Locks all rows, so that concurrent changes to the order run one after another. */
  const lockAllRows = (sql: Sql) => sql`select 1 from ${quoteTable(sql)} order by id for update`;

  const setPosition = async (sql: Sql, id: string, order: number) => {
    await sql`
      with others as (
        select id, row_number() over (order by "order", created_at, id) as place
        from ${quoteTable(sql)}
        where id <> ${id}
      ), placed as (
        select id, case when place < ${order} then place else place + 1 end as place from others
        union all
        select ${id}::uuid, least(${order}, (select count(*) from others) + 1)
      )
      update ${quoteTable(sql)} as item
      set "order" = placed.place
      from placed
      where item.id = placed.id and item."order" <> placed.place`;
    return update(sql, id, {});
  };

  return {
    /** Adds the row at the end, unless it has a position. */
    insert: async (sql: Sql, row: Changes): Promise<Row<Name>> => {
      const [{ next }] = await sql<[{ next: number }]>`
        select coalesce(max("order"), 0) + 1 as next from ${quoteTable(sql)}`;
      if (row.order !== undefined) await lockAllRows(sql);
      const addedRow = await insert(sql, { order: next, ...row });
      if (row.order === undefined) return addedRow;
      return (await setPosition(sql, addedRow.id, row.order)) ?? addedRow;
    },
    update: async (
      sql: Sql,
      id: string,
      { order, ...changes }: Changes,
    ): Promise<Row<Name> | undefined> => {
      if (order !== undefined) await lockAllRows(sql);
      const changedRow = await update(sql, id, changes);
      if (changedRow === undefined || order === undefined) return changedRow;
      return setPosition(sql, id, order);
    },
    remove,
  };
};
