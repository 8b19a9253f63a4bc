import { UUID_SOURCE } from "../contracts/limits.ts";

const UUID_PATTERN = new RegExp(`^${UUID_SOURCE}$`, "i");

/** Returns whether the value is a UUID of any version. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && UUID_PATTERN.test(value);
