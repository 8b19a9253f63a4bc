import { expect, it } from "vitest";
import { keepOnOneLine, keepAddressPartsTogether } from "./keep-on-one-line.ts";

const NO_BREAK_SPACE = "\u{a0}";

it.each([
  ["410 Lantern Street\nFort Worth, TX 76102", "410_Lantern_Street, Fort_Worth,_TX_76102"],
  ["1 A Street, Suite 2, Waco, TX 76701-1234", "1_A_Street, Suite_2, Waco,_TX_76701-1234"],
  [" \n12 Depot Road ,\r\n TX", "12_Depot_Road, TX"],
  [
    "The hall behind the post office on Main Street, Waco",
    "The hall behind the post office on Main Street, Waco",
  ],
  ["", ""],
])("the address %j breaks only between its parts, unless one is long", (address, line) => {
  expect(keepAddressPartsTogether(address)).toBe(line.replaceAll("_", NO_BREAK_SPACE));
});

it("keeps a short text on one line", () => {
  expect(keepOnOneLine("(817) 555-0142")).toBe(`(817)${NO_BREAK_SPACE}555-0142`);
});
