import { useHome } from "../../data/home/queries.ts";
import { DEFAULT_TIME_ZONE } from "../../lib/format.ts";

/** The organisation's. */
export const useTimeZone = (): string => useHome().data?.settings.timeZone ?? DEFAULT_TIME_ZONE;
