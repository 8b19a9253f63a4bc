import { expect, it } from "vitest";
import { changeOf } from "./team-change.ts";

it.each([
  ["Team Changed", { isRemoved: true }, "was removed from the dashboard"],
  ["Team Changed", { areas: null }, "is now an owner"],
  ["Team Changed", { areas: [] }, "doesn't have any areas now"],
  ["Administrator Joined", { areas: ["giving"] }, "now has this area: Giving"],
  [
    "Administrator Joined",
    { areas: ["giving", "content"] },
    "now has these areas: Giving; Content",
  ],
  ["Two-Step Login Rule Changed", { isRequired: true }, "is now required for administrators"],
  [
    "Two-Step Login Rule Changed",
    { isRequired: false },
    "isn't required for administrators anymore",
  ],
])("says what has changed in %s of %j", (templateName, data, change) => {
  expect(changeOf(templateName, data)).toEqual({ change });
});

it("leaves other emails' values alone", () => {
  expect(changeOf("Welcome Email", { areas: ["giving"] })).toEqual({});
  expect(changeOf("toString", {})).toEqual({});
});
