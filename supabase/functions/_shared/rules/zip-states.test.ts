import { describe, expect, test } from "vitest";
import { findAddressProblem, findPlaceProblem, findZipProblem } from "./zip-states.ts";

describe("a ZIP code's state", () => {
  test.each([
    ["02138", "TX", "ZIP code 02138 is in Massachusetts (MA), not in Texas (TX)."],
    ["02138", "Tex.", "ZIP code 02138 is in Massachusetts (MA), not in Texas (TX)."],
    [" 02138-1234 ", "TX", "ZIP code 02138 is in Massachusetts (MA), not in Texas (TX)."],
    ["76102", "AE", "ZIP code 76102 is in Texas (TX), not in Armed Forces Europe (AE)."],
    ["09012", "TX", "ZIP code 09012 is in Armed Forces Europe (AE), not in Texas (TX)."],
    [
      "96540",
      "AE",
      "ZIP code 96540 is in Armed Forces Pacific (AP), not in Armed Forces Europe (AE).",
    ],
    ["00901", "VI", "ZIP code 00901 is in Puerto Rico (PR), not in U.S. Virgin Islands (VI)."],
    ["06390", "CT", "ZIP code 06390 is in New York (NY), not in Connecticut (CT)."],
    ["20500", "VA", "ZIP code 20500 is in District of Columbia (DC), not in Virginia (VA)."],
    ["76102", "Texaz", "We don't know the state “Texaz”."],
    ["", " Kuwait ", "We don't know the state “Kuwait”."],
  ])("asks about %s in %s", (zip, state, question) => {
    expect(findPlaceProblem(zip, state)).toBe(question);
  });

  test.each([
    ["76102", "TX"],
    ["76102-1234", "Texas"],
    ["", "TX"],
    ["02138", ""],
    ["02138", "Unknown"],
    ["02138", "unknown"],
    ["0213", "TX"],
    ["00000", "TX"],
    ["99999-0000x", ""],
    ["09012", "AE"],
    ["34035", "AA"],
    ["96540", "AP"],
    ["42223", "KY"],
    ["42223", "TN"],
    ["63673", "IL"],
    ["71749", "LA"],
    ["73949", "TX"],
    ["81137", "NM"],
    ["84536", "AZ"],
    ["86044", "UT"],
    ["86515", "NM"],
    ["89439", "CA"],
    ["97635", "CA"],
    ["59221", "ND"],
    ["31905", "AL"],
    ["96910", "GU"],
    ["96950", "MP"],
    ["96799", "AS"],
    ["00802", "VI"],
    ["20500", "D.C."],
    ["96960", "HI"],
  ])("says nothing about %j in %j", (zip, state) => {
    expect(findPlaceProblem(zip, state)).toBe(null);
  });

  test.each([
    "1 Main St\nFort Worth, TX 02138",
    "1 Main St, Fort Worth, Texas 02138-1234",
    "1 Main St, Fort Worth TX  02138, USA",
    "PSC 1 Box 2\nAPO AE 76102",
    "1 Rd\nCharleston, Virginia 25301",
    "1 Rd\nAustin, W. Va. 78701",
  ])("asks about the address %j", (address) => {
    expect(findAddressProblem(address)).toMatch(/^ZIP code \d{5} is in /);
  });

  test.each([
    "",
    "1 Main St",
    "1 Main St\nFort Worth, TX 76102",
    "1 Rd\nCharleston, West Virginia 25301",
    "PSC 1\nAPO AE 09012",
    "Washington, D.C. 20500",
    "New York, New York 10001",
    "10117 Berlin",
    "Calle 1\n28013 Madrid",
    "Hauptstr. 1, Wien 10100",
    "San Juan, Puerto Rico 00901",
    "1 Rd\nFort Campbell, TN 42223",
  ])("says nothing about the address %j", (address) => {
    expect(findAddressProblem(address)).toBe(null);
  });

  test("says nothing about texts that aren't a ZIP code", () => {
    expect(["761", "761022", "abc", "7610 2"].map((zip) => findZipProblem(zip, "CA"))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
