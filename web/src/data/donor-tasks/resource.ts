import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type DonorTask = ApiOutput<"GET /api/donor-tasks", "admin">[number];

export const donorTasks = resource({
  list: "GET /api/donor-tasks",
  create: "POST /api/donor-tasks",
  update: "PUT /api/donor-tasks/:id",
  remove: "DELETE /api/donor-tasks/:id",
  // If a recorded call is deleted, the donor returns to the list of donors to call.
  invalidates: ["GET /api/thank-you-calls"],
});
