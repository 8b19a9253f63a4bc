import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { financialReportEndpoints } from "../../_shared/contracts/financial-reports.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

export const reportWrites = createWrites("financial_reports", { readCurrent: readReport });

export type Report = Row<"financial_reports">;
type PublishedReport = Omit<Report, "published" | "updatedAt">;

/** The file's URL is on our own site, so that every request checks whether the caller may read the report. */
const selectColumns = (sql: Sql) => sql`
  id, filename, description, cover_url, cover_alt, file_size, created_at,
  '/api/financial-reports/' || id || '/file' as file_url,
  case when preview_url is not null then '/api/financial-reports/' || id || '/file' end as preview_url`;

/** Lists the reports that visitors see. Row-level security returns only published reports. */
export const listPublishedReports = (
  sql: Sql,
  query: ListQueryOf<typeof financialReportEndpoints.listPublishedReports>,
) =>
  readPage<PublishedReport>(sql, query, {
    columns: selectColumns(sql),
    from: sql`public.financial_reports`,
    searchedText: sql`private.search_text(filename || ' ' || description)`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Selects the reports for administrators, including unpublished ones. */
const createReportSource = (
  sql: Sql,
  { published }: WholeListQueryOf<typeof financialReportEndpoints.listReports>,
) => ({
  columns: sql`${selectColumns(sql)}, published, updated_at`,
  from: "financial_reports" as const,
  where: published === undefined ? [] : [sql`published = ${published}`],
  searchedText: sql`private.search_text(filename || ' ' || description)`,
  orders: { createdAt: [sql`created_at`], filename: [sortName(sql, sql`filename`)] },
  fixedOrder: "createdAt" as const,
});

export const listReports = (
  sql: Sql,
  query: ListQueryOf<typeof financialReportEndpoints.listReports>,
) => readPage<Report>(sql, query, createReportSource(sql, query));

export const openReportList = (
  sql: Sql,
  query: WholeListQueryOf<typeof financialReportEndpoints.listReports>,
) => openWholeList<Report>(sql, query, createReportSource(sql, query));

/** Sets the state, or toggles it in one statement if no state is given. Returns the new state. */
export async function setReportPublished(sql: Sql, id: string, published: boolean | undefined) {
  const [row] = await sql<Pick<Report, "published">[]>`
    update public.financial_reports set published = coalesce(${published ?? null}, not published)
    where id = ${id}
    returning published`;
  return row;
}

type EditableFields = Partial<Pick<Report, "description" | "coverUrl" | "coverAlt" | "updatedAt">>;
type NewReport = EditableFields &
  Pick<Report, "published" | "filename" | "fileUrl" | "previewUrl" | "fileSize">;

export async function createReport(sql: Sql, report: NewReport) {
  const [row] = await sql<[Report]>`
    insert into public.financial_reports ${sql(report)}
    returning ${selectColumns(sql)}, published, updated_at`;
  return row;
}

export async function updateReport(sql: Sql, id: string, changes: EditableFields) {
  await reportWrites.update(sql, id, changes);
  return readReport(sql, id);
}

async function readReport(sql: Sql, id: string) {
  const [row] = await sql<Report[]>`
    select ${selectColumns(sql)}, published, updated_at from public.financial_reports where id = ${id}`;
  return row;
}

/** Returns a report's file if the caller may read it. */
export async function findReportFile(sql: Sql, id: string) {
  const [row] = await sql<Pick<Report, "filename" | "fileUrl">[]>`
    select filename, file_url from public.financial_reports where id = ${id}`;
  return row;
}
