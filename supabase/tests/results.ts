import { existsSync, readFileSync } from "node:fs";

export interface Tally {
  passed: number;
  failed: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
}

/**
 * What one run of Vitest adds. Skipped tests count as failed, because a check that did not run proves nothing, and so
 * does a run that ended badly without a failed test of its own (a broken import, say) or without a report.
 */
export function tallyReport(file: string, exitCode: number): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped;
  const endedBadly = exitCode !== 0 || !report.success || report.numPassedTests === 0;
  return { passed: report.numPassedTests, failed: failed === 0 && endedBadly ? 1 : failed };
}
