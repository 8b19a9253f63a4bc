import type { Row, Sql } from "../../_shared/clients/database.ts";

export async function readLegalContent(sql: Sql, key: string) {
  const [row] = await sql<Pick<Row<"legal_content">, "content" | "updatedAt">[]>`
    select content, updated_at from public.legal_content where key = ${key}`;
  return row;
}
