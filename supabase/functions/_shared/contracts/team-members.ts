import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, line, personName, picture, pictureOutput, timestamp } from "./fields.ts";
import { version } from "./versions.ts";

const publicTeamMember = z.object({
  id,
  name: z.string(),
  role: z.string(),
  /** A sentence about the person. */
  about: z.string().nullable(),
  isBoardMember: z.boolean(),
  order: z.number(),
  ...pictureOutput,
});
const teamMember = publicTeamMember.extend({ isActive: z.boolean(), updatedAt: timestamp });

const writableFields = z.strictObject({
  name: personName,
  role: line(100),
  about: line(200).nullable(),
  isBoardMember: z.boolean(),
  /** Position in the list, including hidden people. Moving a person shifts the others. */
  order: z.int().min(1).max(10_000),
  isActive: z.boolean(),
  ...picture("site"),
});

const writes = writeEndpoints("/api/team-members", teamMember);

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
  createTeamMember: writes.create(
    "Add a team member",
    writableFields.partial().required({ name: true, role: true }),
  ),
  updateTeamMember: writes.update(
    "Update, hide or show a team member",
    writableFields.partial().extend(version),
  ),
  deleteTeamMember: writes.remove("Permanently delete a team member"),
});
