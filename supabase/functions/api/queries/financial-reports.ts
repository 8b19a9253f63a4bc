import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type Slice = { readonly limit: number; readonly offset: number };

export async function listPublishedReports(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<
    (Pick<
      Row<"financial_reports">,
      "id" | "filename" | "fileUrl" | "previewUrl" | "description" | "createdAt"
    > & { total: string })[]
  >`
    select id, filename, file_url, preview_url, description, created_at, count(*) over () as total
    from public.financial_reports
    where published
    order by created_at desc, id desc
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}
