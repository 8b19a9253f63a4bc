import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { SITE_SECTIONS, type SiteSection } from "../../_shared/contracts/choices.ts";
import type { sectionContentEndpoints } from "../../_shared/contracts/section-content.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

interface Section extends Pick<Row<"section_content">, "imageUrl" | "imageAlt"> {
  readonly header: string | null;
  readonly content: string | null;
  /** Null until the section is edited. */
  readonly updatedAt: string | null;
}

const EMPTY_SECTION: Section = {
  header: null,
  content: null,
  imageUrl: null,
  imageAlt: null,
  updatedAt: null,
};

const selectColumns = (sql: Sql) =>
  sql`nullif(header, '') as header, nullif(content, '') as content, image_url, image_alt, updated_at`;

/** Returns the sections in the site's order, including those without content. */
export async function readSections(sql: Sql) {
  const editedSections = await sql<(Section & { section: SiteSection })[]>`
    select section, ${selectColumns(sql)} from public.section_content`;
  return SITE_SECTIONS.map(
    (section) =>
      editedSections.find((row) => row.section === section) ?? { section, ...EMPTY_SECTION },
  );
}

export async function readSection(sql: Sql, section: SiteSection): Promise<Section> {
  const [row] = await sql<Section[]>`
    select ${selectColumns(sql)} from public.section_content where section = ${section}`;
  return row ?? EMPTY_SECTION;
}

export const saveSection = (
  sql: Sql,
  { section, ...changes }: z.output<typeof sectionContentEndpoints.updateSectionHeader.body>,
) =>
  saveSingleton(
    sql,
    { table: "section_content", key: { section }, where: () => sql`section = ${section}` },
    changes,
    () => readSection(sql, section),
  );
