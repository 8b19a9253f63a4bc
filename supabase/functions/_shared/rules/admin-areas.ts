import { ADMIN_AREAS, type AdminArea } from "../contracts/choices.ts";
import type { RequiredArea } from "../contracts/endpoint.ts";

/** An administrator's areas. An owner has all of them, and `owner` among them. */
export type OwnAreas = readonly (AdminArea | "owner")[];

export const OWNER_AREAS: OwnAreas = ["owner", ...ADMIN_AREAS];

/** Whether an administrator has what an endpoint or a page of the dashboard requires. */
export function hasArea(areas: OwnAreas, required: RequiredArea): boolean {
  if (required === "any") return true;
  return [required].flat().some((area) => areas.includes(area as OwnAreas[number]));
}
