import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type DirectoryEntry = ApiOutput<"GET /api/volunteers", "admin">[number];

export const volunteers = resource({
  list: "GET /api/volunteers",
  create: "POST /api/volunteers",
  update: "PUT /api/volunteers/:id",
  dependentReads: [
    "GET /api/volunteers/:id",
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/email-outbox",
  ],
});
