import type { Row, Sql } from "../../_shared/clients/database.ts";

type HeroSection = Pick<Row<"hero_section">, "headline" | "coreMessage" | "imageUrl" | "imageAlt">;

export async function readHeroSection(sql: Sql) {
  const [row] = await sql<HeroSection[]>`
    select headline, core_message, image_url, image_alt from public.hero_section`;
  return row;
}

/** There is one at most: the first is added, any other changes it; what is left out stays as it is. */
export async function saveHeroSection(
  sql: Sql,
  hero: Pick<HeroSection, "headline" | "coreMessage"> & Partial<HeroSection>,
) {
  const [row] = await sql<[HeroSection]>`
    insert into public.hero_section ${sql(hero)}
    on conflict (singleton) do update set ${sql(hero)}
    returning headline, core_message, image_url, image_alt`;
  return row;
}
