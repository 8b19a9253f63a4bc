import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { SiteSection } from "../../_shared/contracts/choices.ts";

interface Section extends Pick<Row<"section_content">, "imageUrl" | "imageAlt"> {
  readonly header: string | null;
  readonly content: string | null;
}

const columns = (sql: Sql) =>
  sql`nullif(header, '') as header, nullif(content, '') as content, image_url, image_alt`;

export const readSections = (sql: Sql) =>
  sql<(Section & { section: SiteSection })[]>`
    select section, ${columns(sql)} from public.section_content`;

export async function readSection(sql: Sql, section: SiteSection) {
  const [row] = await sql<Section[]>`
    select ${columns(sql)} from public.section_content where section = ${section}`;
  return row;
}

/** The first of that name is added, any other changes it; what is left out stays as it is. */
export async function saveSection(
  sql: Sql,
  section: SiteSection,
  values: Partial<Section>,
): Promise<Section> {
  const [row] = await sql<[Section]>`
    insert into public.section_content ${sql({ section, ...values })}
    on conflict (section) do update set ${sql(values)}
    returning ${columns(sql)}`;
  return row;
}
