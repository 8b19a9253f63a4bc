import { z } from "zod";
import { UUID_SOURCE } from "./limits.ts";

const count = z.number().int().nonnegative();

/**
 * What the cursor of an export contains: the position of the last row, the number of rows so far, and the count and the
 * cents of each total so far.
 */
export const exportProgress = z.tuple([
  z.string().max(50),
  z.string().regex(new RegExp(`^(?:${UUID_SOURCE}|\\d{1,18})$`)),
  count,
  z.array(z.tuple([count], z.number().int())),
]);
