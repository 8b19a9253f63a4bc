import type { EVENT_TYPES } from "#contracts/choices.ts";
import { type HomeData, useCachedHome } from "#data/home/queries.ts";

const PACKING_EVENT_TYPE: (typeof EVENT_TYPES)[number] = "Care Package Assembly";

/** Returns the next days on which volunteers will pack boxes, soonest first. */
export const usePackingEvents = (): HomeData["upcomingEvents"] =>
  useCachedHome()?.upcomingEvents.filter(({ eventType }) => eventType === PACKING_EVENT_TYPE) ?? [];
