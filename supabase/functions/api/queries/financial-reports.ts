import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { financialReportEndpoints } from "../../_shared/contracts/financial-reports.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";

type PublishedReport = Pick<
  Row<"financial_reports">,
  "id" | "filename" | "fileUrl" | "previewUrl" | "description" | "createdAt"
>;

export const listPublishedReports = (
  sql: Sql,
  query: ListQueryOf<typeof financialReportEndpoints.listPublishedReports>,
) =>
  readPage<PublishedReport>(sql, query, {
    columns: sql`id, filename, file_url, preview_url, description, created_at`,
    from: sql`public.financial_reports`,
    where: [sql`published`],
    searched: sql`lower(filename || ' ' || description)`,
    orders: { createdAt: [sql`created_at`] },
  });
