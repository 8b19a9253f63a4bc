import { Buffer } from "node:buffer";
import { exportProgress } from "../contracts/export-progress.ts";
import { AppError } from "../errors.ts";
import type { RowPosition } from "../queries/whole-list.ts";
import type { RunningTotals } from "../rules/csv.ts";

/** What the earlier parts of an export contain. */
export interface ExportProgress {
  readonly lastRow: RowPosition;
  readonly rowCount: number;
  readonly totals: RunningTotals;
}

/** Writes the progress as text for a URL. The next request needs nothing else, so the server doesn't store it. */
export function writeExportCursor({ lastRow, rowCount, totals }: ExportProgress): string {
  const json = JSON.stringify([
    lastRow,
    rowCount,
    totals.map((total) => [total.count, ...total.cents]),
  ]);
  return Buffer.from(json).toString("base64url");
}

export function readExportCursor(cursor: string): ExportProgress {
  try {
    const json = Buffer.from(cursor, "base64url").toString();
    const [lastRow, rowCount, totals] = exportProgress.parse(JSON.parse(json));
    return {
      lastRow,
      rowCount,
      totals: totals.map(([count, ...cents]) => ({ count, cents })),
    };
  } catch (error) {
    throw new AppError("validation_failed", {
      issues: [{ path: "cursor", message: "Use the cursor of the previous part." }],
      cause: error,
    });
  }
}
