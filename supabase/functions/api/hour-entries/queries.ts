import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { hourEntryEndpoints } from "../../_shared/contracts/hour-entries.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type Endpoints = typeof hourEntryEndpoints;
type Entry = Output<Endpoints["createHourEntry"]>;
export type ListedEntry = Output<Endpoints["listHourEntries"]>[number];
type OwnEntry = Output<Endpoints["handInHours"]>;

/** The columns of their own hours that volunteers may read. */
const selectOwnColumns = (sql: Sql) => sql`id, date, hours, activity, status, is_beside_shift`;

export const entryWrites = createWrites<Entry>("hour_entries");
export const ownEntryWrites = createWrites<OwnEntry>("hour_entries", {
  returnedColumns: selectOwnColumns,
});

const createEntrySource = (
  sql: Sql,
  { personId, status }: WholeListQueryOf<Endpoints["listHourEntries"]>,
) => ({
  columns: sql`*`,
  from: sql`(
    select entry.*, person.name as person_name, private.shift_on(entry.person_id, entry.date) as shift_that_day,
      exists (select from private.counted_entries as counted where counted.id = entry.id) as is_counted,
      lower(entry.activity) || ' ' || person.search_text as search_text
    from public.hour_entries as entry
    join public.volunteers as person on person.id = entry.person_id
  ) as entry`,
  where: [
    ...(personId === undefined ? [] : [sql`person_id = ${personId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ],
  searchedText: sql`search_text`,
  orders: { date: [sql`date`] },
});

export const listHourEntries = (sql: Sql, query: ListQueryOf<Endpoints["listHourEntries"]>) =>
  readPage<ListedEntry>(sql, query, createEntrySource(sql, query));

export const openHourEntryList = (
  sql: Sql,
  query: WholeListQueryOf<Endpoints["listHourEntries"]>,
) => openWholeList<ListedEntry>(sql, query, createEntrySource(sql, query));

export const listOwnHours = (sql: Sql) =>
  sql<OwnEntry[]>`
    select ${selectOwnColumns(sql)} from public.hour_entries order by date desc, id limit 500`;
