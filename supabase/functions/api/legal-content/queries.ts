import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { Version } from "../../_shared/queries/versions.ts";
import { createVersionQueries } from "../../_shared/queries/kept-versions.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type LegalContent = Pick<Row<"legal_content">, "content"> & { readonly updatedAt: string | null };

/** Until content is saved, the page shows its built-in text (LEGAL-06). */
const EMPTY_CONTENT: LegalContent = { content: "", updatedAt: null };

export async function readLegalContent(sql: Sql, key: string): Promise<LegalContent> {
  const [row] = await sql<LegalContent[]>`
    select content, updated_at from public.legal_content where key = ${key}`;
  return row ?? EMPTY_CONTENT;
}

export const legalContentVersions = createVersionQueries(
  "legal_content_versions",
  "content_id",
  (sql) => sql`lower(saved_by)`,
);

/** Selects the ID of the stored text, or null if none is stored. */
export const selectLegalContentId = (sql: Sql, key: string) =>
  sql`(select text.id from public.legal_content as text where text.key = ${key})`;

export const saveLegalContent = (
  sql: Sql,
  key: string,
  changes: { readonly content: string; readonly updatedAt: Version | undefined },
) =>
  saveSingleton(
    sql,
    { table: "legal_content", key: { key }, where: () => sql`key = ${key}` },
    changes,
    () => readLegalContent(sql, key),
  );
