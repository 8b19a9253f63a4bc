import type { Row, Sql } from "../../_shared/clients/database.ts";
import { orderedWritesOf } from "../../_shared/queries/ordered.ts";
import { writesOf } from "../../_shared/queries/write.ts";

type TeamMember = Row<"team_members">;

export const { insert: insertTeamMember, update: updateTeamMember } =
  orderedWritesOf("team_members");
export const { remove: removeTeamMember } = writesOf("team_members");

const publicColumns = (sql: Sql) =>
  sql`id, name, role, is_board_member, image_url, image_alt, "order"`;

/** For visitors. Row-level security returns only people who aren't hidden. */
export const listPublicTeamMembers = (sql: Sql) =>
  sql<Omit<TeamMember, "isActive" | "createdAt" | "updatedAt">[]>`
    select ${publicColumns(sql)} from public.team_members order by "order", id`;

/** For administrators, including hidden people. */
export const listTeamMembers = (sql: Sql) =>
  sql<Omit<TeamMember, "createdAt">[]>`
    select ${publicColumns(sql)}, is_active, updated_at
    from public.team_members
    order by "order", created_at, id`;
