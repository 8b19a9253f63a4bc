import { z } from "zod";
import { UUID_SOURCE } from "../contracts/limits.ts";
import { AppError } from "../errors.ts";
import type { Place } from "../queries/whole-list.ts";
import type { RunningTotals } from "../rules/csv.ts";

/** Where the next part of an export begins, and what the earlier parts contain. */
export interface ExportPosition {
  readonly place: Place;
  readonly rowCount: number;
  readonly totals: RunningTotals;
}

const count = z.number().int().nonnegative();

const storedPosition = z.tuple([
  z.string().max(50),
  z.string().regex(new RegExp(`^(?:${UUID_SOURCE}|\\d{1,18})$`)),
  count,
  z.array(z.tuple([count], z.number().int())),
]);

/** Writes the position as text for a URL. The next request needs nothing else, so the server doesn't store it. */
export function writeExportCursor({ place, rowCount, totals }: ExportPosition): string {
  const position: z.input<typeof storedPosition> = [
    place.placeKey,
    place.placeId,
    rowCount,
    totals.map((total) => [total.count, ...total.cents]),
  ];
  return btoa(JSON.stringify(position))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export function readExportCursor(cursor: string): ExportPosition {
  try {
    const json = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const [placeKey, placeId, rowCount, totals] = storedPosition.parse(JSON.parse(json));
    return {
      place: { placeKey, placeId },
      rowCount,
      totals: totals.map(([totalCount, ...cents]) => ({ count: totalCount, cents })),
    };
  } catch (error) {
    throw new AppError("validation_failed", {
      issues: [{ path: "cursor", message: "Use the cursor of the previous part." }],
      cause: error,
    });
  }
}
