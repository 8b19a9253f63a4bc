import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type LetterTemplate = ApiOutput<"GET /api/letter-templates", "admin">[number];

export const letterTemplates = resource({
  list: "GET /api/letter-templates",
  create: "POST /api/letter-templates",
  update: "PUT /api/letter-templates/:id",
  remove: "DELETE /api/letter-templates/:id",
});
