import { line } from "./fields.ts";

/** Why an owner enters something into a closed month. Ignored if the month is open. */
export const lateReason = line(500, 0).nullable().optional();
