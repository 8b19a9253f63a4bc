import type { z } from "zod";
import type { Fragment, Sql } from "../../_shared/clients/database.ts";
import type { importEndpoints } from "../../_shared/contracts/imports.ts";
import {
  BATCH_SIZE,
  type PositionedRow,
  WHOLE_LIST_TIMEOUT,
  type WholeList,
} from "../../_shared/queries/whole-list.ts";
import type { ImportRow } from "../../_shared/rules/imports/read-row.ts";

export { readToday } from "../../_shared/queries/today.ts";

type ImportRecord = z.input<typeof importEndpoints.getImport.output>;
export type NewImport = z.output<typeof importEndpoints.startImport.body>;
type Outcome = z.output<typeof importEndpoints.listImportRows.query>["outcome"];

export type ImportStep = "check" | "store" | "undo";

const IMPORTS_LIMIT = 50;
const ROWS_LIMIT = 200;

/**
 * Storing or undoing the largest file may take this long. Requests time out earlier, so steps run in the background.
 */
const STEP_TIMEOUT = "170s";

const selectImports = (sql: Sql, clauses: Fragment) => sql<ImportRecord[]>`
  select
    id, kind, source, file_name, file_hash, headings, mapping, date_order, decimal_mark, meanings, row_count, state, failure, stored_count,
    started_by, created_at, imported_at, undone_at, owes_receipts,
    case
      when state = 'imported' and now() < imported_at + interval '24 hours' then imported_at + interval '24 hours'
    end as undo_until,
    case
      when state = 'imported' and now() < imported_at + interval '24 hours' then (
        select min(donation.given_on) from public.donations as donation where donation.import_id = imports.id
      )
    end as first_given_on,
    case when counts <> '{}' then counts end as counts,
    (select count(*) from public.import_rows where import_id = imports.id) as staged_count
  from public.imports ${clauses}`;

export const listImports = (sql: Sql) =>
  selectImports(sql, sql`order by created_at desc, id desc limit ${IMPORTS_LIMIT}`);

export async function findImport(sql: Sql, id: string): Promise<ImportRecord | undefined> {
  const [row] = await selectImports(sql, sql`where id = ${id}`);
  return row;
}

export async function startImport(
  sql: Sql,
  newImport: NewImport,
  isDemo: boolean,
): Promise<string> {
  const { kind, source, fileName, fileHash, headings, mapping, rowCount } = newImport;
  const { dateOrder, decimalMark, meanings } = newImport;
  const [row] = await sql<[{ id: string }]>`
    select private.start_import(
      ${kind}, ${source}, ${fileName}, ${fileHash}, ${sql.json(headings)}, ${sql.json(mapping)}, ${dateOrder},
      ${decimalMark}, ${sql.json(meanings)}, ${rowCount}, ${isDemo}
    ) as id`;
  return row.id;
}

export const stageRows = (
  sql: Sql,
  id: string,
  rows: readonly (ImportRow & { readonly rowNumber: number; readonly cells: readonly string[] })[],
) =>
  sql`select private.stage_import_rows(${id}, ${sql.json(
    rows.map(({ rowNumber, cells, fields, problems, skipped }) => ({
      row_number: rowNumber,
      cells,
      fields,
      problems,
      skipped,
    })),
  )})`;

export const beginStep = (
  sql: Sql,
  id: string,
  step: ImportStep,
  { leavesOutProblems, leavesOutLookalikes, joinsNamesakes, owesReceipts } = {
    leavesOutProblems: false,
    leavesOutLookalikes: true,
    joinsNamesakes: false,
    owesReceipts: false,
  },
) =>
  sql`
    select private.begin_import_step(
      ${id}, ${step}, ${leavesOutProblems}, ${leavesOutLookalikes}, ${joinsNamesakes}, ${owesReceipts}
    )`;

export async function runStep(sql: Sql, id: string, step: ImportStep): Promise<void> {
  await sql`select set_config('statement_timeout', ${STEP_TIMEOUT}, true)`;
  switch (step) {
    case "check":
      await sql`select private.check_import(${id})`;
      break;
    case "store":
      await sql`select private.store_import(${id})`;
      break;
    case "undo":
      await sql`select private.undo_import(${id})`;
      break;
  }
}

export const failStep = (sql: Sql, id: string, failure: string) =>
  sql`select private.fail_import_step(${id}, ${failure})`;

export const discardImport = (sql: Sql, id: string) => sql`select private.discard_import(${id})`;

export interface RowWithVerdict {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly problems: string[];
  readonly label: string;
  readonly lookalike: { readonly id: string; readonly name: string } | null;
}

const selectRowsWithVerdict = (sql: Sql, id: string, outcome: Outcome) => sql<RowWithVerdict[]>`
  select
    staged.row_number, staged.cells,
    staged.problems || case
      when verdict.problem is not null then jsonb_build_array(verdict.problem)
      when staged.skipped is not null then jsonb_build_array(staged.skipped)
      else '[]'
    end as problems,
    concat_ws(
      ', ', nullif(btrim(concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName')), ''),
      -- Without an email address, the postal address distinguishes people with the same name.
      coalesce(fields ->> 'email', replace(fields ->> 'address', e'\\n', ', ')),
      '$' || nullif(fields ->> 'amount', '0.00'), fields ->> 'receivedOn'
    ) as label,
    case when verdict.outcome = 'lookalike' then (
      select jsonb_build_object('id', donor.id, 'name', btrim(known.first_name || ' ' || known.last_name))
      from public.donors as donor
      cross join lateral private.donor_name(donor.id) as known
      where donor.id = verdict.person_id
      union all
      select jsonb_build_object('id', volunteer.id, 'name', volunteer.name)
      from public.volunteers as volunteer
      where volunteer.id = verdict.person_id
    ) end as lookalike
  from public.import_rows as staged
  join public.import_verdicts as verdict using (import_id, row_number)
  where import_id = ${id} and verdict.outcome = ${outcome}
  order by staged.row_number`;

export const listRows = (sql: Sql, id: string, outcome: Outcome) =>
  sql<Omit<RowWithVerdict, "cells">[]>`
    select row_number, problems, label, lookalike
    from (${selectRowsWithVerdict(sql, id, outcome)}) as judged limit ${ROWS_LIMIT}`;

/** Opens the rows with this outcome, in the order of the file. */
export async function openRowList(
  sql: Sql,
  id: string,
  outcome: Outcome,
): Promise<WholeList<RowWithVerdict>> {
  await sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`;
  return {
    hasFixedOrder: true,
    count: async () => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::integer as count from public.import_verdicts
        where import_id = ${id} and outcome = ${outcome}`;
      return row.count;
    },
    read: ({ after, limit }) =>
      sql<PositionedRow<RowWithVerdict>[]>`
        select *, json_build_array(row_number::text) as position
        from (${selectRowsWithVerdict(sql, id, outcome)}) as judged
        where row_number > ${Number(after?.[0] ?? 0)}
        order by row_number limit ${limit}`.cursor(BATCH_SIZE),
  };
}
