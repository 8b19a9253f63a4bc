import { expect, it } from "vitest";
import { createArchiveReadme } from "./archive-readme.ts";

const describeArchive = (area: "owner" | "giving") =>
  createArchiveReadme([], new Map([["donors", 2]]), {
    area,
    createdAt: "now",
    finishedAt: "later",
  });

it("says whether the archive holds all that the site stores, or only what concerns giving", () => {
  expect(describeArchive("owner")).toMatch(/^Everything that this site stores, one CSV/);
  expect(describeArchive("giving")).toMatch(/^Everything that this site stores about donations/);
});

it("lists only those left-out tables that concern the archive's area", () => {
  expect(describeArchive("owner")).toContain("  rate_limits: It contains secrets");
  expect(describeArchive("giving")).toContain("  donor_totals: It's computed from other tables.");
  expect(describeArchive("giving")).not.toContain("rate_limits");
});
