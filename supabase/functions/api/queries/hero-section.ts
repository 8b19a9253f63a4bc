import type { Row, Sql } from "../../_shared/clients/database.ts";

export async function readHeroSection(sql: Sql) {
  const [row] = await sql<Pick<Row<"hero_section">, "headline" | "coreMessage">[]>`
    select headline, core_message from public.hero_section`;
  return row;
}
