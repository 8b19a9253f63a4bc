import type { Row, Sql } from "../../_shared/clients/database.ts";

type Section = Pick<Row<"section_content">, "header" | "content" | "imageUrl" | "imageAlt">;

export async function readSection(sql: Sql, section: string) {
  const [row] = await sql<Section[]>`
    select header, content, image_url, image_alt from public.section_content where section = ${section}`;
  return row;
}

/** The first of that name is added, any other changes it; what is left out stays as it is. */
export async function saveSection(
  sql: Sql,
  section: string,
  values: Pick<Section, "header" | "content"> & Partial<Section>,
) {
  const [row] = await sql<[Section]>`
    insert into public.section_content ${sql({ section, ...values })}
    on conflict (section) do update set ${sql(values)}
    returning header, content, image_url, image_alt`;
  return row;
}
