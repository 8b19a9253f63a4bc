import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { overviewEndpoints } from "../../_shared/contracts/overview.ts";

type Overview = Output<typeof overviewEndpoints.getOverview>;

export async function readOverview(sql: Sql): Promise<Overview> {
  const [row] = await sql<[{ overview: Overview }]>`select private.overview() as overview`;
  return row.overview;
}
