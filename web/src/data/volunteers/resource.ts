import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type DirectoryEntry = ApiOutput<"GET /api/volunteers", "admin">[number];

export const volunteers = resource({ list: "GET /api/volunteers" });
