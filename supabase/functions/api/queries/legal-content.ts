import type { Row, Sql } from "../../_shared/clients/database.ts";

type LegalContent = Pick<Row<"legal_content">, "content" | "updatedAt">;

export async function readLegalContent(sql: Sql, key: string) {
  const [row] = await sql<LegalContent[]>`
    select content, updated_at from public.legal_content where key = ${key}`;
  return row;
}

/** There is one of each at most: the first is added, any other changes it. */
export async function saveLegalContent(sql: Sql, key: string, content: string) {
  const [row] = await sql<[LegalContent]>`
    insert into public.legal_content ${sql({ key, content })}
    on conflict (key) do update set content = excluded.content
    returning content, updated_at`;
  return row;
}
