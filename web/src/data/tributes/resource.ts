import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Tribute = ApiOutput<"GET /api/tributes", "admin">[number];

export const tributes = resource({ list: "GET /api/tributes" });
