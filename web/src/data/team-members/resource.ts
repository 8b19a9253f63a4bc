import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource, useMoveRecord } from "../resource.ts";

export type TeamMember = ApiOutput<"GET /api/team-members", "admin">[number];

export const teamMembers = resource({
  list: "GET /api/team-members",
  create: "POST /api/team-members",
  update: "PUT /api/team-members/:id",
  remove: "DELETE /api/team-members/:id",
});

const teamMembersQuery = readQuery("GET /api/team-members", { as: "admin" });

/** Includes hidden people, because `order` counts them, too. */
export const useTeamMembers = () => useQuery(teamMembersQuery);
export const useMoveTeamMember = () => useMoveRecord(teamMembers, teamMembersQuery.queryKey);
