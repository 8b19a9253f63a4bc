import { describe, expect, test } from "vitest";
import { donorName, publicName, splitName } from "./names.ts";

describe("names", () => {
  test.each([
    ["Grace", "Grace", ""],
    ["Grace Turner", "Grace", "Turner"],
    ["  Maria  de la Cruz ", "Maria", "de la Cruz"],
  ])("DON-24, VAPP-11: %s is split at the first space", (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  test("DON-25: a single word gets the last name Donor", () => {
    expect(donorName("Prince")).toEqual({
      firstName: "Prince",
      lastName: "Donor",
      hasOneName: true,
    });
    expect(donorName("Ruth Donor")).toEqual({
      firstName: "Ruth",
      lastName: "Donor",
      hasOneName: false,
    });
  });

  test.each([
    [{ firstName: "Anna", lastName: "Reyes" }, "Anna R."],
    [{ firstName: "Anna", lastName: "r." }, "Anna R."],
    [{ firstName: "Anonymous", lastName: "" }, "Anonymous"],
  ])("HOME-26: %j is shown as %s", (name, displayedName) => {
    expect(publicName(name)).toBe(displayedName);
  });
});
