import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import {
  id,
  idParams,
  line,
  message,
  personName,
  picture,
  pictureOutput,
  timestamp,
} from "./fields.ts";
import { version } from "./versions.ts";

const publicTeamMember = z.object({
  id,
  name: z.string(),
  role: z.string(),
  isBoardMember: z.boolean(),
  order: z.number(),
  ...pictureOutput,
});
const teamMember = publicTeamMember.extend({ isActive: z.boolean(), updatedAt: timestamp });

const writableFields = z.strictObject({
  name: personName,
  role: line(100),
  isBoardMember: z.boolean(),
  /** Position in the list, including hidden people. Moving a person shifts the others. */
  order: z.int().min(1).max(10_000),
  isActive: z.boolean(),
  ...picture("site"),
});

export const teamMemberEndpoints = adminEndpoints("content", {
  listTeamMembers: {
    method: "GET",
    path: "/api/team-members",
    access: "public",
    area: "content",
    summary: "Staff and board members in order; only administrators see hidden ones",
    output: z.array(publicTeamMember),
    outputFor: { admin: z.array(teamMember) },
  },
  createTeamMember: {
    method: "POST",
    path: "/api/team-members",
    summary: "Add a team member",
    status: 201,
    body: writableFields.partial().required({ name: true, role: true }),
    idempotencyKey: "replay",
    output: teamMember,
  },
  updateTeamMember: {
    method: "PUT",
    path: "/api/team-members/:id",
    summary: "Update, hide or show a team member",
    params: idParams,
    body: writableFields.partial().extend(version),
    output: teamMember,
  },
  deleteTeamMember: {
    method: "DELETE",
    path: "/api/team-members/:id",
    summary: "Permanently delete a team member",
    params: idParams,
    output: message,
  },
});
