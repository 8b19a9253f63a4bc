import { resource } from "../resource.ts";

/** The directory of people. */
export const volunteers = resource({ list: "GET /api/volunteers" });
