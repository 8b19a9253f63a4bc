import { createContext, useContext } from "react";
import type { OwnAreas, RequiredArea } from "#contracts/choices.ts";
import { hasArea, OWNER_AREAS } from "#rules/admin-areas.ts";

/** The areas of the administrator who is logged in. */
export const OwnAreasContext = createContext<OwnAreas>(OWNER_AREAS);

export const useOwnAreas = (): OwnAreas => useContext(OwnAreasContext);

/** Returns whether the administrator has the area. It only decides what to show: the server checks every call. */
export const useHasArea = (required: RequiredArea): boolean => hasArea(useOwnAreas(), required);
