import { z } from "zod";

const count = z.number().int().nonnegative();

/**
 * What the cursor of an export contains: the position of the last row, the number of rows so far, and the count and the
 * cents of each total so far.
 */
export const exportProgress = z.tuple([
  z.array(z.string().max(320)).max(4),
  count,
  z.array(z.tuple([count], z.number().int())),
]);
