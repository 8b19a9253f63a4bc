import type { Row, Sql } from "../../_shared/clients/database.ts";
import { createOrderedWrites } from "../../_shared/queries/ordered.ts";

type TeamMember = Row<"team_members">;

export const teamMemberWrites = createOrderedWrites("team_members");

const selectPublicColumns = (sql: Sql) =>
  sql`id, name, role, about, is_board_member, image_url, image_alt, "order"`;

/** Lists the people whom visitors see. Row-level security returns only people who aren't hidden. */
export const listPublicTeamMembers = (sql: Sql) =>
  sql<Omit<TeamMember, "isActive" | "createdAt" | "updatedAt">[]>`
    select ${selectPublicColumns(sql)} from public.team_members order by "order", id`;

/** Lists all people for administrators, including hidden ones. */
export const listTeamMembers = (sql: Sql) =>
  sql<Omit<TeamMember, "createdAt">[]>`
    select ${selectPublicColumns(sql)}, is_active, updated_at
    from public.team_members
    order by "order", created_at, id`;
