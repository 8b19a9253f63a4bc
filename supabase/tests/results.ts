import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The folder with Vitest's reports from the last `npm test`, one file for each run of Vitest. */
export const reportsFolder = "supabase/.temp/test-reports";

/**
 * The tag of tests that take long for what they show. `npm test` leaves them out; the other runs include them
 * (docs/contributing.md).
 */
export const NIGHTLY = "nightly";

/** The file with the results of the checks that aren't tests of Vitest. */
export const checksFile = "supabase/.temp/check-results.json";

export interface Tally {
  passed: number;
  failed: number;
}

/** The result of a check that isn't a test of Vitest, such as a linter, or of a test. */
export interface ReportedResult {
  readonly title: string;
  /** The title after the names of the test's groups. */
  readonly fullName: string;
  readonly status: string;
  readonly tags: readonly string[];
}

export interface TestResult extends ReportedResult {
  readonly failureMessages: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** In milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly TestResult[];
  }[];
}

const readReport = (file: string) => JSON.parse(readFileSync(file, "utf8")) as VitestReport;

/** Returns true for a test that this run was told to leave out. */
const isLeftOut = ({ status, tags }: TestResult, leavesOutNightly: boolean) =>
  leavesOutNightly && status === "skipped" && tags.includes(NIGHTLY);

/**
 * Counts one Vitest run's passed and failed tests. Skipped tests count as failed, because a check that didn't run
 * proves nothing, except for nightly tests in a run that leaves them out. A run without a report, or one that failed
 * without a failed test (for example, because of a broken import), counts as one failure.
 */
export function tallyReport(file: string, exitCode: number, leavesOutNightly = false): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = readReport(file);
  const leftOutTests = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => isLeftOut(test, leavesOutNightly));
  const skippedCount = report.numPendingTests + report.numTodoTests - leftOutTests.length;
  const failedCount = report.numFailedTests + skippedCount;
  const hasRunFailed = exitCode !== 0 || !report.success || report.numPassedTests === 0;
  return {
    passed: report.numPassedTests,
    failed: failedCount === 0 && hasRunFailed ? 1 : failedCount,
  };
}

export const readChecks = (): readonly ReportedResult[] =>
  existsSync(checksFile) ? (JSON.parse(readFileSync(checksFile, "utf8")) as ReportedResult[]) : [];

export function readReports(folder = reportsFolder) {
  const files = globSync(path.join(folder, "*.json"));
  return {
    tests: files.flatMap((file) =>
      readReport(file).testResults.flatMap(({ assertionResults }) => assertionResults),
    ),
    projects: files.map((file) => path.basename(file, ".json")),
    writtenAt: new Date(Math.max(...files.map((file) => statSync(file).mtimeMs))),
  };
}

/** Returns how many seconds each test file of the last run took. */
export function readFileSeconds(folder = reportsFolder): Readonly<Record<string, number>> {
  const results = globSync(path.join(folder, "*.json")).flatMap(
    (file) => readReport(file).testResults,
  );
  return Object.fromEntries(
    results.map(({ name, startTime, endTime }) => [
      path.relative(process.cwd(), name),
      (endTime - startTime) / 1000,
    ]),
  );
}

export interface FailedTest {
  readonly file: string;
  /** The name of the test, or undefined if its file couldn't run. */
  readonly test?: string;
  readonly message: string;
}

/** Returns every failed or skipped test of the last run, and the files that failed before their tests ran. */
export function readFailedTests(
  leavesOutNightly = false,
  folder = reportsFolder,
): readonly FailedTest[] {
  return globSync(path.join(folder, "*.json")).flatMap((report) =>
    readReport(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const failedTests = assertionResults
        .filter((test) => test.status !== "passed" && !isLeftOut(test, leavesOutNightly))
        .map((test) => ({
          file,
          test: test.fullName,
          message: summarize(test.failureMessages[0] ?? test.status),
        }));
      return failedTests.length === 0 && status === "failed"
        ? [{ file, message: summarize(message) }]
        : failedTests;
    }),
  );
}

/** Returns the first line of a message, and what a browser test was waiting for. */
function summarize(message: string): string {
  const [firstLine = "", ...lines] = stripVTControlCharacters(message).trim().split("\n");
  const waiting = lines.find((line) => /^\s*- waiting for /.test(line)) ?? "";
  return `${firstLine.slice(0, 200)} ${waiting.trim().slice(0, 200)}`.trim();
}
