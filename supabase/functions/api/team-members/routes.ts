import { teamMemberEndpoints } from "../../_shared/contracts/team-members.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { listPublicTeamMembers, listTeamMembers, teamMemberWrites } from "./queries.ts";

const { create, update, remove } = writeHandlers(teamMemberWrites, "team member");

export default implement(teamMemberEndpoints, {
  listTeamMembers: ({ asCaller, caller }) =>
    caller.kind === "admin" ? asCaller(listTeamMembers) : asCaller(listPublicTeamMembers),
  createTeamMember: create,
  updateTeamMember: update,
  deleteTeamMember: remove,
});
