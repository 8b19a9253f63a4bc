import { describe, expect, test } from "vitest";
import { donorName, publicName, splitName } from "./names.ts";

describe("names", () => {
  test("DON-24: the name on the card is split at the first space", () => {
    expect(splitName("  Maria  de la Cruz ")).toEqual({
      firstName: "Maria",
      lastName: "de la Cruz",
    });
  });

  test("DON-25: a single word gets the last name Donor", () => {
    expect(donorName("Prince")).toEqual({ firstName: "Prince", lastName: "Donor" });
  });

  test.each([
    [{ firstName: "Anna", lastName: "Reyes" }, "Anna R."],
    [{ firstName: "Anna", lastName: "r." }, "Anna R."],
    [{ firstName: "Anonymous", lastName: "" }, "Anonymous"],
  ])("HOME-26: %j is shown as %s", (name, shown) => {
    expect(publicName(name)).toBe(shown);
  });
});
