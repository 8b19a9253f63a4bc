import { ADMIN_AREAS, type AdminArea } from "../../_shared/contracts/choices.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { administratorEndpoints } from "../../_shared/contracts/administrators.ts";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { createStaleEditError, type Version } from "../../_shared/queries/versions.ts";

type Administrator = Output<typeof administratorEndpoints.updateAdministrator>;

export const listOwners = (sql: Sql) =>
  sql<Pick<Row<"users">, "username">[]>`select username from private.owners()`;

export async function listAdministrators(sql: Sql): Promise<Administrator[]> {
  const [row] = await sql<
    [{ administrators: Administrator[] }]
  >`select private.administrators() as administrators`;
  return row.administrators;
}

interface AreasChange {
  /** Null makes the administrator an owner. */
  readonly areas?: readonly AdminArea[] | null | undefined;
  readonly updatedAt?: Version | undefined;
}

/** Changes the areas. Throws `stale_edit` if someone else has changed the administrator since `updatedAt`. */
export async function changeAreas(
  sql: Sql,
  id: string,
  { areas, updatedAt: version = null }: AreasChange,
): Promise<Administrator> {
  // Areas are stored in a fixed order, so that the same areas in another order don't count as a change.
  const orderedAreas = areas && ADMIN_AREAS.filter((area) => areas.includes(area));
  const json = orderedAreas === undefined ? null : JSON.stringify(orderedAreas);
  const [row] = await sql<[{ administrator: Administrator | null }]>`
    select private.change_areas(${id}, ${json}::text::jsonb, ${version}) as administrator`;
  return row.administrator ?? refuseStaleEdit(sql, id);
}

async function refuseStaleEdit(sql: Sql, id: string): Promise<never> {
  const administrators = await listAdministrators(sql);
  const [auditEntry] = await sql<{ actorName: string }[]>`
    select actor_name from public.audit_log
    where table_name = 'users' and row_id = ${id}
    order by id desc limit 1`;
  throw createStaleEditError({
    savedBy: auditEntry?.actorName ?? "Someone",
    changedFields: ["areas"],
    current: administrators.find((administrator) => administrator.id === id),
  });
}

/** Removes all of the administrator's access. Returns whether their login in Auth has to be deleted. */
export async function removeAdministrator(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<[{ hasLogin: boolean }]>`
    select private.remove_administrator(${id}) as has_login`;
  return row.hasLogin;
}
