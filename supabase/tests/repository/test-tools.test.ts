import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { namedCalls, namedRequirements } from "../requirements.ts";
import { tallyReport } from "../results.ts";

describe("namedRequirements", () => {
  it("finds single rows and runs of neighbours", () => {
    expect([...namedRequirements("DON-04, HOME-09..11 and API-03: x")]).toEqual([
      "DON-04",
      "HOME-09",
      "HOME-10",
      "HOME-11",
      "API-03",
    ]);
  });
});

describe("namedCalls", () => {
  it("finds calls, parameters and queries left open", () => {
    const text =
      "`GET /api/about-items?includeDeleted={bool}` and `PUT /api/events/{id}` - `POST /events/create`";
    expect([...namedCalls(text)]).toEqual([
      "GET /api/about-items",
      "PUT /api/events/{}",
      "POST /events/create",
    ]);
  });
});

describe("tallyReport", () => {
  const report = (numbers: object) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "tally-")), "report.json");
    const passing = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      success: true,
    };
    writeFileSync(file, JSON.stringify({ ...passing, ...numbers }));
    return file;
  };

  it("counts what passed", () => {
    expect(tallyReport(report({}), 0)).toEqual({ passed: 3, failed: 0 });
  });

  it.each([
    ["a failed test", { numFailedTests: 2, success: false }, 1, 2],
    ["a skipped test", { numPendingTests: 1 }, 0, 1],
    ["a file that could not be loaded", { success: false }, 1, 1],
    ["a crash after the last test", {}, 1, 1],
    ["no test at all", { numPassedTests: 0 }, 0, 1],
  ])("%s is a failure", (_, numbers, exitCode, failed) => {
    expect(tallyReport(report(numbers), exitCode).failed).toBe(failed);
  });

  it("no report is a failure", () => {
    expect(tallyReport("/nowhere/report.json", 0)).toEqual({ passed: 0, failed: 1 });
  });
});
