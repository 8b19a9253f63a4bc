import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { groupByStatus } from "../checklist/claims.ts";
import {
  findCalls,
  findRequirementIds,
  readRequirements,
  readThreats,
} from "../checklist/requirements.ts";
import { findGrownFiles } from "../growth.ts";
import { NIGHTLY, readFailedTests, readReports, tallyReport } from "../results.ts";

describe("findRequirementIds", () => {
  it("finds single IDs and ranges", () => {
    expect([...findRequirementIds("DON-04, HOME-09..11 and API-03: x")]).toEqual([
      "DON-04",
      "HOME-09",
      "HOME-10",
      "HOME-11",
      "API-03",
    ]);
  });
});

describe("findCalls", () => {
  it("finds calls and ignores parameters and queries", () => {
    const text =
      "`GET /api/about-items?includeDeleted={bool}` and `PUT /api/events/{id}` - `POST /events/create`";
    expect([...findCalls(text)]).toEqual([
      "GET /api/about-items",
      "PUT /api/events/{}",
      "POST /api/events/create",
    ]);
  });
});

describe("groupByStatus", () => {
  const checklist = `
| ID | Requirement |
| --- | --- |
| AA-01 | Shown |
| AA-02 | One of its tests failed |
| AA-03 | Its test was skipped |
| AA-04 | \`GET /api/there/{id}?x=1\` - in the catalog |
| AA-05 | \`GET /api/there\`, then \`POST /api/absent\` - in the catalog 501 |
| AA-06 | Named in a comment |
| AA-07 | Nobody knows it |
`;
  const threats = `
| 1 | Missing permissions | Nobody gets in. | \`permissions.test.ts\` |
| 3 | A shared mailbox | 0 logins. | No test yet: it waits for shared mailboxes. |
`;
  const createResult = (
    title: string,
    status: string,
    tags: readonly string[] = [],
    group = "",
  ) => ({
    title,
    fullName: `${group} ${title}`,
    status,
    tags,
  });
  const rows = [...readRequirements(checklist), ...readThreats(threats)];
  const requirementsByStatus = groupByStatus(rows, {
    tests: [
      createResult("AA-01, AA-02: fine", "passed"),
      createResult("AA-02: broken", "failed"),
      createResult("AA-03: later", "skipped"),
      createResult("AA-01: at night", "skipped", [NIGHTLY]),
      createResult("AA-04..05: calls", "passed"),
      createResult("is refused", "passed", [], "threats 1 and 2: a caller"),
    ],
    sourceCode: "// AA-06 is as documented. // AA-01",
    isInCatalog: (call) => call.startsWith("GET /api/there"),
  });

  it.each([
    ["tested", ["AA-01", "AA-04", "threat 1"]],
    ["failed", ["AA-02", "AA-03"]],
    ["unanswered", ["AA-05"]],
    ["waiting", ["threat 3"]],
    ["only named", ["AA-06"]],
    ["untested", ["AA-07"]],
  ] as const)("assigns the status `%s` to %j", (status, ids) => {
    expect(requirementsByStatus.get(status)?.map(({ id }) => id)).toEqual(ids);
  });
});

describe("readReports", () => {
  it("collects the tests of every run by title, without group names", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "reports-"));
    for (const name of ["unit", "browser"]) {
      const test = { title: `AA-01: ${name}`, fullName: `AA-02 AA-01: ${name}`, status: "passed" };
      writeFileSync(
        path.join(folder, `${name}.json`),
        JSON.stringify({ testResults: [{ assertionResults: [test] }] }),
      );
    }
    const { tests, projects } = readReports(folder);
    expect(tests.map(({ title }) => title).toSorted()).toEqual(["AA-01: browser", "AA-01: unit"]);
    expect(projects.toSorted()).toEqual(["browser", "unit"]);
  });
});

describe("readFailedTests", () => {
  const TIMEOUT_MESSAGE =
    "Timeout exceeded.\nCall log:\n\u001B[2m  - waiting for getByRole('row')\u001B[22m\n  at x";

  it("names each failed test and each file that failed before its tests", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "reports-"));
    const file = (name: string) => path.resolve("web/e2e", name);
    const report = {
      testResults: [
        {
          name: file("a.test.ts"),
          status: "failed",
          message: "",
          assertionResults: [
            { fullName: "group gives", status: "passed", tags: [], failureMessages: [] },
            {
              fullName: "group takes",
              status: "failed",
              tags: [NIGHTLY],
              failureMessages: [TIMEOUT_MESSAGE],
            },
            { fullName: "group waits", status: "skipped", tags: [], failureMessages: [] },
            { fullName: "group sleeps", status: "skipped", tags: [NIGHTLY], failureMessages: [] },
          ],
        },
        {
          name: file("b.test.ts"),
          status: "failed",
          message: "Cannot find x",
          assertionResults: [],
        },
        { name: file("c.test.ts"), status: "passed", message: "", assertionResults: [] },
      ],
    };
    writeFileSync(path.join(folder, "browser.json"), JSON.stringify(report));
    expect(readFailedTests(true, folder)).toEqual([
      {
        file: "web/e2e/a.test.ts",
        test: "group takes",
        message: "Timeout exceeded. - waiting for getByRole('row')",
      },
      { file: "web/e2e/a.test.ts", test: "group waits", message: "skipped" },
      { file: "web/e2e/b.test.ts", message: "Cannot find x" },
    ]);
    expect(readFailedTests(false, folder).map(({ test }) => test)).toContain("group sleeps");
  });
});

describe("tallyReport", () => {
  const writeReport = (numbers: object) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "tally-")), "report.json");
    const passingReport = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
      success: true,
    };
    writeFileSync(file, JSON.stringify({ ...passingReport, ...numbers }));
    return file;
  };

  it("counts passed tests", () => {
    expect(tallyReport(writeReport({}), 0)).toEqual({ passed: 3, failed: 0 });
  });

  it.each([
    ["a failed test", { numFailedTests: 2, success: false }, 1, 2],
    ["a skipped test", { numPendingTests: 1 }, 0, 1],
    ["a file that could not be loaded", { success: false }, 1, 1],
    ["a crash after the last test", {}, 1, 1],
    ["no test at all", { numPassedTests: 0 }, 0, 1],
  ])("counts %s as a failure", (_, numbers, exitCode, failed) => {
    expect(tallyReport(writeReport(numbers), exitCode).failed).toBe(failed);
  });

  it("counts nightly tests as failures only in a run that includes them", () => {
    const skip = (tags: readonly string[]) => ({ status: "skipped", tags });
    const testResults = [{ assertionResults: [skip([NIGHTLY]), skip([NIGHTLY])] }];
    const report = writeReport({ numPendingTests: 2, testResults });
    expect(tallyReport(report, 0, true)).toEqual({ passed: 3, failed: 0 });
    expect(tallyReport(report, 0, false)).toEqual({ passed: 3, failed: 2 });
    const otherResults = [{ assertionResults: [skip([]), skip([NIGHTLY])] }];
    const otherReport = writeReport({ numPendingTests: 2, testResults: otherResults });
    expect(tallyReport(otherReport, 0, true)).toEqual({ passed: 3, failed: 1 });
  });

  it("counts a missing report as a failure", () => {
    expect(tallyReport("/nowhere/report.json", 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("findGrownFiles", () => {
  const recorded = { "a.test.ts": 10, "b.test.ts": 20, "c.test.ts": 30 };

  it("finds a file that takes much longer, and a new file", () => {
    const current = { ...recorded, "b.test.ts": 40, "new.test.ts": 12, "short.test.ts": 4 };
    expect(findGrownFiles(recorded, current)).toEqual([
      { file: "b.test.ts", expected: 20, seconds: 40 },
      { file: "new.test.ts", expected: 0, seconds: 12 },
    ]);
  });

  it("finds none if the whole machine is slower, or if a short file varies", () => {
    const slower = { "a.test.ts": 20, "b.test.ts": 44, "c.test.ts": 60, "new.test.ts": 9 };
    expect(findGrownFiles(recorded, slower)).toEqual([]);
    expect(
      findGrownFiles({ ...recorded, "d.test.ts": 3 }, { ...recorded, "d.test.ts": 7 }),
    ).toEqual([]);
  });
});
