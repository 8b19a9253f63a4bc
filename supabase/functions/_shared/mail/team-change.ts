import { labelsOfAreas } from "../rules/area-texts.ts";
import type { Values } from "./placeholders.ts";

export const TEAM_TEMPLATE = "Team Changed";

/** Returns what has changed about an administrator, as the words after their name. */
export function teamChange({ areas, isRemoved }: Values): string {
  if (isRemoved === true) return "was removed from the dashboard";
  if (!Array.isArray(areas)) return "is now an owner";
  const heldAreas = areas as Parameters<typeof labelsOfAreas>[0];
  if (heldAreas.length === 0) return "doesn't have any areas now";
  const these = heldAreas.length === 1 ? "this area" : "these areas";
  return `now has ${these}: ${labelsOfAreas(heldAreas)}`;
}
