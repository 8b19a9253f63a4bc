import { describe, expect, test } from "vitest";
import {
  checkApplication,
  EMPTY_SECTION_APPLICATION,
  SECTION_REQUIRED_FIELDS,
  type SectionApplication,
} from "./application.ts";

const check = (overrides: Partial<SectionApplication>) =>
  checkApplication(
    {
      ...EMPTY_SECTION_APPLICATION,
      name: "Grace Turner",
      email: "grace@example.org",
      password: "secret",
      availability: "flexible",
      ...overrides,
    },
    SECTION_REQUIRED_FIELDS,
  );

describe("checking an application", () => {
  test.each([
    [{ password: "12345" }, { password: "Use at least 6 characters." }],
    [{ password: "x".repeat(73) }, { password: "Use a shorter password." }],
    [{ password: "é".repeat(37) }, { password: "Use a shorter password." }],
    [{ password: "é".repeat(36) }, {}],
    [{ email: "grace@" }, { email: "Enter a valid email address." }],
    [{ zipCode: "7610" }, { zipCode: "Enter a ZIP code such as 76102." }],
    [{ zipCode: "76102-1234" }, {}],
    [{ password: "123456" }, {}],
  ])("NOTE-13: checks the format of %o", (overrides, errors) => {
    expect(check(overrides)).toEqual({ hasMissingFields: false, errors });
  });

  test("VAPP-08: counts a field of spaces as empty", () => {
    expect(check({ name: "  " })).toMatchObject({ hasMissingFields: true });
  });
});
