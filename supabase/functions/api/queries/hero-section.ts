import type { Row, Sql } from "../../_shared/clients/database.ts";

type HeroSection = Pick<Row<"hero_section">, "headline" | "coreMessage">;

export async function readHeroSection(sql: Sql) {
  const [row] = await sql<HeroSection[]>`
    select headline, core_message from public.hero_section`;
  return row;
}

/** There is one at most: the first is added, any other changes it. */
export async function saveHeroSection(sql: Sql, hero: HeroSection) {
  const [row] = await sql<[HeroSection]>`
    insert into public.hero_section ${sql(hero)}
    on conflict (singleton) do update
    set headline = excluded.headline, core_message = excluded.core_message
    returning headline, core_message`;
  return row;
}
