import { ADMIN_AREAS, type OwnAreas, type RequiredArea } from "../contracts/choices.ts";

export const OWNER_AREAS: OwnAreas = ["owner", ...ADMIN_AREAS];

/** Returns true if an administrator has the access that an endpoint or a page of the dashboard requires. */
export function hasArea(areas: OwnAreas, requiredArea: RequiredArea): boolean {
  if (requiredArea === "any") return true;
  return [requiredArea].flat().some((area) => areas.includes(area));
}
