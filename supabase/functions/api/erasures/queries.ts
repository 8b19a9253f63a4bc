import type { Sql } from "../../_shared/clients/database.ts";
import type { Output, SentInput } from "../../_shared/contracts/endpoint.ts";
import type { erasureEndpoints } from "../../_shared/contracts/erasures.ts";
import type { PersonRecord } from "../../_shared/contracts/person-records.ts";
import { recordJobRun } from "../../_shared/queries/job-runs.ts";

type Erasure = Output<typeof erasureEndpoints.startErasure>;
type Preview = Output<typeof erasureEndpoints.previewErasure>;
type NewErasure = SentInput<typeof erasureEndpoints.startErasure>["body"];

export { lacksErasureKey } from "../../_shared/queries/erasure-key.ts";

/** Erasing a donor with thousands of donations takes longer than the usual time limit of a request. */
const ERASURE_TIMEOUT = "60s";

export async function previewErasure(sql: Sql, records: readonly PersonRecord[]): Promise<Preview> {
  await sql`select set_config('statement_timeout', ${ERASURE_TIMEOUT}, true)`;
  const [row] = await sql<[{ preview: Preview }]>`
    select private.preview_erasure(${sql.json(records)}) as preview`;
  return row.preview;
}

export async function startErasure(
  sql: Sql,
  { records, confirmation, fingerprint, mentions = [] }: NewErasure,
  hashKeys: readonly string[],
): Promise<Erasure> {
  await sql`select set_config('statement_timeout', ${ERASURE_TIMEOUT}, true)`;
  const [row] = await sql<[{ erasure: Erasure }]>`
    select private.start_erasure(
      ${sql.json(records)}, ${confirmation}, ${fingerprint}, ${JSON.stringify(hashKeys)}::text::jsonb,
      ${sql.json(mentions)}
    ) as erasure`;
  return row.erasure;
}

export async function listErasures(sql: Sql): Promise<Erasure[]> {
  const [row] = await sql<[{ erasures: Erasure[] }]>`select private.erasures() as erasures`;
  return row.erasures;
}

export async function findErasure(sql: Sql, id: string): Promise<Erasure | undefined> {
  const [row] = await sql<[{ erasures: Erasure[] }]>`
    select private.erasures(array[${id}::uuid]) as erasures`;
  return row.erasures[0];
}

/** The part of an erasure that isn't done yet. */
export interface OpenErasure {
  readonly id: string;
  readonly finishedSteps: readonly string[];
  readonly files: readonly { readonly bucket: "images" | "uploads"; readonly name: string }[];
  readonly logins: readonly string[];
}

/**
 * Returns the unfinished erasures, or only the one with this id. Those that still have files or logins come first, and
 * older ones come before newer ones.
 */
export const listOpenErasures = (sql: Sql, onlyId: string | null) =>
  sql<OpenErasure[]>`
    select id, finished_steps, files, logins from public.erasures
    where finished_at is null and (${onlyId}::uuid is null or id = ${onlyId}::uuid)
    order by files = '[]' and logins = '[]', requested_at
    limit 20`;

export const recordErasedFiles = (sql: Sql, id: string, files: OpenErasure["files"]) =>
  sql`select private.record_erased_files(${id}, ${sql.json(files)})`;

export const recordErasedLogins = (sql: Sql, id: string, logins: OpenErasure["logins"]) =>
  sql`select private.record_erased_logins(${id}, ${sql.json(logins)})`;

export const checkErasedPages = (sql: Sql, id: string, hasHook: boolean) =>
  sql`select private.check_erased_pages(${id}, ${hasHook})`;

/** Returns whether the erasure is done now. */
export async function finishErasure(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<[{ isDone: boolean }]>`select private.finish_erasure(${id}) as is_done`;
  return row.isDone;
}

export const recordProblem = (sql: Sql, id: string, problem: string | null) =>
  sql`update public.erasures set problem = ${problem} where id = ${id} and finished_at is null`;

export const recordErasureRun = (sql: Sql) => recordJobRun(sql, "continue-erasures");
