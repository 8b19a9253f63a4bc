import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type PublicTeamMember = ApiOutput<"GET /api/team-members">[number];

export const publicTeamMembersQuery = readQuery("GET /api/team-members");

export const usePublicTeamMembers = () => useQuery(publicTeamMembersQuery);
