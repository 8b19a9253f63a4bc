import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ownDetailEndpoints } from "../../_shared/contracts/own-details.ts";
import { createStaleEditError } from "../../_shared/queries/versions.ts";

type OwnDetails = Output<typeof ownDetailEndpoints.readOwnDetails>;
type DetailChanges = Omit<z.output<typeof ownDetailEndpoints.updateOwnDetails.body>, "updatedAt">;

export async function readOwnDetails(sql: Sql): Promise<OwnDetails> {
  const [row] = await sql<[{ details: OwnDetails }]>`select private.own_details() as details`;
  return row.details;
}

/** Throws if someone has changed the details since `version` was read. */
export async function changeOwnDetails(
  sql: Sql,
  changes: DetailChanges,
  version: string | undefined,
): Promise<OwnDetails> {
  const [row] = await sql<[{ isChanged: boolean }]>`
    select private.change_own_details(${sql.json(changes)}, ${version ?? null}) as is_changed`;
  const current = await readOwnDetails(sql);
  if (row.isChanged) return current;
  // The history doesn't keep personal details, so every field may have changed. The form compares them.
  throw createStaleEditError({ savedBy: "Someone", changedFields: Object.keys(current), current });
}
