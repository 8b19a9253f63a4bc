import { resource } from "../resource.ts";

/** As administrators see them. */
export const events = resource({ list: "GET /api/events/with-counts" });
