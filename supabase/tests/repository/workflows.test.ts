import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const workflows = globSync(".github/workflows/*.yml").map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

describe("threat 37: the workflows", () => {
  it.each(workflows)("use actions by the hash of a commit: $file", ({ text }) => {
    const actions = Array.from(text.matchAll(/uses:\s*(.*)/g), ([, action = ""]) => action);
    expect(actions.length).toBeGreaterThan(0);
    // The comment tells Dependabot and people which version it is.
    expect(
      actions.filter((action) => !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
    ).toEqual([]);
  });

  it("look for known vulnerabilities every night", () => {
    const nightly = workflows.find(({ file }) => file.endsWith("nightly.yml"));
    expect(nightly?.text).toContain("npm audit --omit=dev --audit-level=high");
  });
});
