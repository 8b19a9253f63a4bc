import type { z } from "zod";
import type { homeContent } from "../../_shared/contracts/home.ts";
import type { Sql } from "../../_shared/clients/database.ts";

type Home = z.input<typeof homeContent>;

export async function readHome(sql: Sql): Promise<Home> {
  const [row] = await sql<[{ home: Home }]>`select private.home() as home`;
  return row.home;
}
