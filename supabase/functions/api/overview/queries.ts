import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { overviewEndpoints } from "../../_shared/contracts/overview.ts";

type Overview = Output<typeof overviewEndpoints.getOverview>;

/** The part of the overview that comes from the database. */
interface StoredOverview extends Omit<Overview, "setup"> {
  readonly setup: Omit<NonNullable<Overview["setup"]>, "hasMailTransport"> | null;
}

export async function readOverview(sql: Sql): Promise<StoredOverview> {
  const [row] = await sql<[{ overview: StoredOverview }]>`select private.overview() as overview`;
  return row.overview;
}
