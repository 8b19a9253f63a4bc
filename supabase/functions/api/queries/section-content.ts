import type { Row, Sql } from "../../_shared/clients/database.ts";

export async function readSection(sql: Sql, section: string) {
  const [row] = await sql<
    Pick<Row<"section_content">, "header" | "content" | "imageUrl" | "imageAlt">[]
  >`
    select header, content, image_url, image_alt from public.section_content where section = ${section}`;
  return row;
}
