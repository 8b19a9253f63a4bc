import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { heroSectionEndpoints } from "../../_shared/contracts/hero-section.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type HeroSection = Pick<
  Row<"hero_section">,
  "headline" | "coreMessage" | "imageUrl" | "imageAlt" | "updatedAt"
>;

export async function readHeroSection(sql: Sql) {
  const [row] = await sql<HeroSection[]>`
    select headline, core_message, image_url, image_alt, updated_at from public.hero_section`;
  return row;
}

export const saveHeroSection = (
  sql: Sql,
  changes: z.output<typeof heroSectionEndpoints.updateHeroSection.body>,
) =>
  saveSingleton(
    sql,
    { table: "hero_section", where: () => sql`singleton` },
    changes,
    readHeroSection,
  );
