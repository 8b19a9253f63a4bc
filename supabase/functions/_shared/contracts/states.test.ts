import { describe, expect, test } from "vitest";
import { readState, STATES, toStateCode } from "./states.ts";

const CODES = Object.keys(STATES);

/** Typed states, by code. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  CA: ["California", "california", "Calif", "Calif.", "CALIF.", "Cal.", "State of California"],
  TX: [
    "tx",
    " TX ",
    "Tex.",
    "Texas",
    "TEXAS",
    "T.X.",
    "TX 76102",
    "TX 76102-1234",
    "Texas, USA",
    "TX – Texas",
    "Texas (TX)",
  ],
  DC: [
    "D.C.",
    "dc",
    "D. C.",
    "Washington DC",
    "Washington, D.C.",
    "District of Columbia",
    "the District of Columbia",
  ],
  NY: [
    "N.Y.",
    "n y",
    "new  york",
    "New York",
    "NewYork",
    "New\u00a0York",
    "N. York",
    "New York State",
    "ny, usa",
  ],
  NC: ["N.C.", "N. Carolina", "No. Carolina", "North Carolina", "N. Car."],
  SD: ["S. Dak.", "S Dakota", "So. Dakota"],
  WA: ["Wash.", "Washington", "Washington State"],
  WV: ["W. Va.", "W.Va", "West Va.", "W Virginia", "West Virginia"],
  VA: ["Va.", "Virginia", "Commonwealth of Virginia"],
  PA: ["Penn.", "Penna.", "Pennsylvania"],
  NM: ["N. Mex.", "New Mexico", "N.M."],
  MA: ["Mass.", "Massachusetts", "Commonwealth of Massachusetts"],
  AK: ["Alaska", "ak"],
  HI: ["Hawaii", "Hawai‘i", "Hawaiʻi", "Hawai'i"],
  PR: ["PR", "P.R.", "Puerto Rico", "puerto  rico", "Porto Rico", "Puerto Rico, USA"],
  VI: ["VI", "V.I.", "Virgin Islands", "US Virgin Islands", "U.S. Virgin Islands", "USVI"],
  GU: ["Guam", "GU"],
  AS: ["American Samoa", "A.S."],
  MP: ["Northern Mariana Islands", "CNMI", "Northern Marianas"],
  AA: ["Armed Forces Americas", "Armed Forces (the Americas)", "A.A."],
  AE: ["AE", "ae", "Armed Forces Europe", "Armed Forces Middle East", "Armed Forces Africa"],
  AP: ["AP", "Armed Forces Pacific"],
};

describe("VAPP-13, DATA-08: a typed state", () => {
  test.each(Object.entries(TYPED))("%s is read from its names", (code, texts) => {
    expect(texts.map((text) => [text, toStateCode(text)])).toEqual(
      texts.map((text) => [text, code]),
    );
  });

  test("is read from every code and name, in any case", () => {
    const texts = CODES.flatMap((code) => [code, STATES[code] ?? ""]);
    for (const write of [
      String,
      (text: string) => text.toLowerCase(),
      (text: string) => text.toUpperCase(),
    ])
      expect(texts.map((text) => readState(write(text)))).toEqual(
        CODES.flatMap((code) => [code, code]),
      );
    expect(CODES).toHaveLength(59);
  });

  test.each([
    "",
    "Unknown",
    "unknown",
    "Ontario",
    "Bayern",
    "Texaz",
    "TXX",
    "x",
    "AU",
    "US",
    "USA",
    "constructor",
    "toString",
    "-",
    "76102",
    "Kuwait",
    "x".repeat(9999),
  ])("%j stays as it is", (text) => expect(toStateCode(text)).toBe(text));
});
