import { formatAreaLabels } from "../rules/area-texts.ts";
import type { Values } from "./placeholders.ts";

/** Returns what has changed about an administrator, worded so that it can follow their name in a sentence. */
function describeTeamChange({ areas, isRemoved }: Values): string {
  if (isRemoved === true) return "was removed from the dashboard";
  if (!Array.isArray(areas)) return "is now an owner";
  const heldAreas = areas as Parameters<typeof formatAreaLabels>[0];
  if (heldAreas.length === 0) return "no longer has access to any area of the dashboard";
  return `now has access to: ${formatAreaLabels(heldAreas)}`;
}

const changeTexts: Readonly<Record<string, (values: Values) => string>> = {
  "Administrator Joined": describeTeamChange,
  "Team Changed": describeTeamChange,
  "Two-Step Login Rule Changed": ({ isRequired }) =>
    isRequired === true
      ? "is now required for administrators"
      : "isn't required for administrators anymore",
};

/** Returns the `change` placeholder of the emails about the team, or nothing for other emails. */
export function createChangeValue(
  templateName: string,
  data: Values,
): { readonly change?: string } {
  const changeText = Object.hasOwn(changeTexts, templateName)
    ? changeTexts[templateName]
    : undefined;
  return changeText === undefined ? {} : { change: changeText(data) };
}
