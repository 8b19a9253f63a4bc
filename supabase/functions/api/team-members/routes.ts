import { teamMemberEndpoints } from "../../_shared/contracts/team-members.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  insertTeamMember,
  listPublicTeamMembers,
  listTeamMembers,
  removeTeamMember,
  updateTeamMember,
} from "./queries.ts";

export default implement(teamMemberEndpoints, {
  listTeamMembers: ({ asCaller, caller }) =>
    caller.kind === "admin" ? asCaller(listTeamMembers) : asCaller(listPublicTeamMembers),
  createTeamMember: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => insertTeamMember(sql, body))),
  updateTeamMember: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateTeamMember(sql, id, body)), "team member"),
  deleteTeamMember: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => removeTeamMember(sql, id)), "team member");
    return { message: "Team member deleted" };
  },
});
