import { UUID } from "../contracts/limits.ts";

const WHOLE = new RegExp(`^${UUID}$`, "i");

/** Whether that is a UUID in its usual form, of any version. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && WHOLE.test(value);
