import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Qualification = ApiOutput<"GET /api/volunteer-qualifications", "admin">[number];

export const volunteerQualifications = resource({
  list: "GET /api/volunteer-qualifications",
  create: "POST /api/volunteer-qualifications",
  update: "PUT /api/volunteer-qualifications/:id",
  remove: "DELETE /api/volunteer-qualifications/:id",
  invalidates: ["GET /api/volunteers"],
});
