import { expect, it } from "vitest";
import { createChangeValue } from "./team-change.ts";

it.each([
  ["Team Changed", { isRemoved: true }, "was removed from the dashboard"],
  ["Team Changed", { areas: null }, "is now an owner"],
  ["Team Changed", { areas: [] }, "no longer has access to any area of the dashboard"],
  ["Administrator Joined", { areas: ["giving"] }, "now has access to: Giving"],
  ["Administrator Joined", { areas: ["giving", "content"] }, "now has access to: Giving; Content"],
  ["Two-Step Login Rule Changed", { isRequired: true }, "is now required for administrators"],
  [
    "Two-Step Login Rule Changed",
    { isRequired: false },
    "isn't required for administrators anymore",
  ],
])("the change in the email %s with %j is worded as %j", (templateName, data, change) => {
  expect(createChangeValue(templateName, data)).toEqual({ change });
});

it("other emails have no description of a change", () => {
  expect(createChangeValue("Welcome Email", { areas: ["giving"] })).toEqual({});
  expect(createChangeValue("toString", {})).toEqual({});
});
