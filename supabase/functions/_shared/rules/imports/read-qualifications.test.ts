import { describe, expect, it } from "vitest";
import { readQualifications, writeQualifications } from "./read-qualifications.ts";

const rules = {};

const held = (
  kind: string,
  label: string | null,
  completedOn: string,
  expiresOn: string | null = null,
) => ({ kind, label, completedOn, expiresOn });

describe("qualifications in our own export", () => {
  it("are written as the import's hint shows them", () => {
    expect(
      writeQualifications([
        held("waiver", null, "2025-03-01"),
        held("training", "CPR", "2025-06-01", "2027-06-01"),
        held("training", "Van", "2025-06-02"),
        held("other", "CPR dummy owner", "2025-06-03"),
      ]),
    ).toBe(
      "Waiver 2025-03-01; CPR 2025-06-01 until 2027-06-01; Training: Van 2025-06-02; Other: CPR dummy owner 2025-06-03",
    );
  });

  it("are read as they were, whatever they're called", () => {
    const labels = [
      "CPR",
      "CPR (online)",
      "Van (12 seats) until dusk",
      "Other",
      "Training",
      "training: van",
      "Other: Waiver",
      "Class of 2024",
      "Course 3/4",
      "Background check, county",
      "Notary 2024-01-02",
      "x ".repeat(50).trim(),
    ];
    const all = ["waiver", "background-check", "training", "other"].flatMap((kind) => [
      ...(kind === "other" ? [] : [held(kind, null, "2024-02-29", "2025-02-28")]),
      ...labels.flatMap((label) => [
        held(kind, label, "2025-06-01"),
        held(kind, label, "2025-06-01", "2199-12-31"),
      ]),
    ]);
    for (const qualification of all) {
      const cell = writeQualifications([qualification]);
      expect(readQualifications(cell, rules), cell).toEqual([qualification]);
    }
    expect(readQualifications(writeQualifications(all), rules)).toEqual(all);
  });

  it("stay apart if a name has the sign that separates them", () => {
    const cell = writeQualifications([held("other", "Van; trailer | bus", "2025-06-01")]);
    expect(readQualifications(cell, rules)).toEqual([
      held("other", "Van, trailer, bus", "2025-06-01"),
    ]);
  });
});
