import type { AdminArea } from "../contracts/choices.ts";
import { labelsOfAreas } from "../rules/admin-areas.ts";
import type { Values } from "./placeholders.ts";

export const TEAM_TEMPLATE = "Team Changed";

/** Returns what has changed about an administrator, as the words after their name. */
export function teamChange({ areas, isRemoved }: Values): string {
  if (isRemoved === true) return "was removed from the dashboard";
  if (!Array.isArray(areas)) return "is now an owner";
  const heldAreas = areas as readonly AdminArea[];
  if (heldAreas.length === 0) return "doesn't have any areas now";
  return `now has the ${heldAreas.length === 1 ? "area" : "areas"} ${labelsOfAreas(heldAreas)}`;
}
