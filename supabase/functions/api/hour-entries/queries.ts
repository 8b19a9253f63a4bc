import type { Fragment, Sql } from "../../_shared/clients/database.ts";
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
  columns: sql`*,
    (select person.name from public.volunteers as person where person.id = person_id) as person_name,
    (
      select shift.name from private.named_shifts as shift
      where shift.person_id = hour_entries.person_id
        and hour_entries.date between shift.date and shift.last_date
      order by shift.starts_at
      limit 1
    ) as shift_that_day,
    (
      select true from private.counted_entries as counted where counted.id = hour_entries.id
    ) is not null as is_counted`,
  from: "hour_entries" as const,
  where: [
    ...(personId === undefined ? [] : [sql`person_id = ${personId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ],
  searchedText: sql`search_text`,
  relatedMatches: (matches: (text: Fragment) => Fragment) => sql`
    person_id = any(array(
      select person.id from public.volunteers as person where ${matches(sql`person.search_text`)}
    ))`,
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
