import { describe, expect, test } from "vitest";
import { createDonorName, splitDonorName, splitName } from "./names.ts";

describe("names", () => {
  test.each([
    ["Grace", "Grace", ""],
    ["Grace Turner", "Grace", "Turner"],
    ["  Maria  de la Cruz ", "Maria", "de la Cruz"],
  ])("DON-24, VAPP-11: %s is split at the first space", (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  test.each([
    ["Rotary Club of Fort Worth", "Rotary Club of Fort Worth", ""],
    [" Hensley  Hardware Co. ", "Hensley Hardware Co.", ""],
    ["VFW Post 8235", "VFW Post 8235", ""],
    ["First United Church", "First United Church", ""],
    ["Ann Churchill", "Ann", "Churchill"],
    ["Coral Inclan", "Coral", "Inclan"],
  ])(
    "a donor's name stays in one piece if it reads like an organization's: %s",
    (name, first, last) => {
      expect(splitDonorName(name)).toEqual({ firstName: first, lastName: last });
    },
  );

  test("DON-25: a single word gets the last name Donor", () => {
    expect(createDonorName("Prince")).toEqual({
      firstName: "Prince",
      lastName: "Donor",
      hasOneName: true,
    });
    expect(createDonorName("Ruth Donor")).toEqual({
      firstName: "Ruth",
      lastName: "Donor",
      hasOneName: false,
    });
  });
});
