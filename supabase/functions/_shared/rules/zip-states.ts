import { readState, STATES } from "../contracts/states.ts";

/** The first three digits of each state's ZIP codes. */
const PREFIXES =
  "005NY 006-007PR 008VI 009PR 010-027MA 028-029RI 030-038NH 039-049ME 050-054VT 055MA 056-059VT 060-069CT 070-089NJ " +
  "090-098AE 100-149NY 150-196PA 197-199DE 200DC 201VA 202-205DC 206-212MD 214-219MD 220-246VA 247-268WV 270-289NC " +
  "290-299SC 300-319GA 320-339FL 340AA 341-342FL 344FL 346-347FL 349FL 350-352AL 354-369AL 370-385TN 386-397MS " +
  "398-399GA 400-418KY 420-427KY 430-459OH 460-479IN 480-499MI 500-516IA 520-528IA 530-532WI 534-535WI 537-549WI " +
  "550-551MN 553-567MN 569DC 570-577SD 580-588ND 590-599MT 600-620IL 622-629IL 630-631MO 633-641MO 644-658MO " +
  "660-662KS 664-679KS 680-681NE 683-693NE 700-701LA 703-708LA 710-714LA 716-729AR 730-731OK 733TX 734-741OK " +
  "743-749OK 750-770TX 772-799TX 800-816CO 820-831WY 832-838ID 840-847UT 850-853AZ 855-857AZ 859-860AZ 863-865AZ " +
  "870-871NM 873-884NM 885TX 889-891NV 893-895NV 897-898NV 900-908CA 910-928CA 930-961CA 962-966AP 967-968HI 969GU " +
  "970-979OR 980-986WA 988-994WA 995-999AK";

/** ZIP codes that lie in another state than their first digits say, or also in another one. */
const OTHER_STATES: readonly string[] = (
  "02861MA 03579ME 06390NY 20135WV 20588MD 20598VA 21912DE 24604WV 24605WV 27048VA 30741TN 31905AL 37317GA 37642VA " +
  "38326MS 38852AL 38852TN 42223TN 42602TN 51001SD 51023SD 51360MN 51557NE 51640MO 52542MO 52573MO 52626MO 54540MI " +
  "54554MI 56027IA 56129IA 56136SD 56144SD 56164SD 56219SD 56220SD 56257SD 56744ND 57026MN 57030MN 57068MN 57078NE " +
  "57255ND 57260ND 57437ND 57638ND 57641ND 57642ND 57645ND 57648ND 57660ND 57717WY 57724MT 58225MN 58413SD 58436SD " +
  "58439SD 58623SD 58649SD 58653SD 59221ND 59270ND 59275ND 63673IL 65729AR 65733AR 65761AR 66541NE 67950OK 68325KS " +
  "68719SD 68755SD 68978KS 69201SD 69212SD 69216SD 71749LA 71937OK 72395TN 72644MO 73949TX 73960TX 75556AR 79837NM " +
  "79922NM 80758NE 81137NM 81324UT 82063CO 82082NE 82701SD 82801MT 82930UT 83111ID 83114ID 83120ID 83127ID 83128ID " +
  "83312UT 83342UT 83414WY 83832WA 83856WA 84034NV 84531AZ 84536AZ 86044UT 86504NM 86514UT 86515NM 87328AZ 88063TX " +
  "88430TX 89010CA 89019CA 89060CA 89061CA 89421OR 89439CA 89832ID 96799AS 96950MP 96951MP 96952MP 97635CA 97910ID " +
  "97913ID 99128ID 99362OR"
).split(" ");

/** The state of each prefix, such as TX for 761. */
const STATE_OF_PREFIX: ReadonlyMap<string, string> = new Map(
  PREFIXES.split(" ").flatMap((range) => {
    const state = range.slice(-2);
    const [first = 0, last = first] = range.slice(0, -2).split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => [
      String(first + index).padStart(3, "0"),
      state,
    ]);
  }),
);

/** ZIP codes that lie only in another state than their first digits say. */
const ONLY_IN_OTHER_STATE = new Set(
  "06390 20588 20598 73960 83414 96799 96950 96951 96952".split(" "),
);

/** Palau, Micronesia and the Marshall Islands have US ZIP codes, but aren't territories. */
const FOREIGN_ZIP = /^969(?:39|4[0-4]|60|70)$/;

const nameState = (code: string): string => `${STATES[code] ?? code} (${code})`;

/** Returns the states of a ZIP code; none if nobody knows them. */
const listStatesOfZip = (zip: string): readonly string[] => {
  const usual = STATE_OF_PREFIX.get(zip.slice(0, 3));
  if (usual === undefined || FOREIGN_ZIP.test(zip)) return [];
  const others = OTHER_STATES.filter((other) => other.startsWith(zip)).map((other) =>
    other.slice(5),
  );
  return ONLY_IN_OTHER_STATE.has(zip) ? others : [usual, ...others];
};

/**
 * Returns what to ask about a ZIP code and a state that don't fit each other, or null. Empty and unknown states fit every
 * ZIP code. Some ZIP codes lie in two states.
 */
export function findZipProblem(zipCode: string, typedState: string): string | null {
  const zip = /^\s*(\d{5})(?:\D|$)/.exec(zipCode)?.[1];
  const state = readState(typedState);
  if (zip === undefined || state === null) return null;
  const states = listStatesOfZip(zip);
  const [usual] = states;
  if (usual === undefined || states.includes(state)) return null;
  return `ZIP code ${zip} is in ${nameState(usual)}, not in ${nameState(state)}.`;
}

const isNamed = (text: string): boolean => !["", "unknown"].includes(text.trim().toLowerCase());

/** Returns what to ask about a city's state and ZIP code, or null. */
export const findPlaceProblem = (zipCode: string, state: string): string | null =>
  isNamed(state) && readState(state) === null
    ? `We don't know the state “${state.trim()}”.`
    : findZipProblem(zipCode, state);

const COUNTRY_WORDS = new Set(["usa", "us", "united", "states", "of", "america"]);

const isCountryWord = (word: string): boolean =>
  COUNTRY_WORDS.has(word.toLowerCase().replaceAll(".", ""));

/** The number of words of the longest name, `Commonwealth of the Northern Mariana Islands`. */
const STATE_MAX_WORDS = 6;

/** Returns what to ask about the state and ZIP code at the end of an address, or null. */
export function findAddressProblem(address: string): string | null {
  const words = address.split(/[\s,]/).filter((word) => word !== "" && word !== ".");
  while (isCountryWord(words.at(-1) ?? "")) words.pop();
  const zip = words.pop() ?? "";
  // The longest name, so that `West Virginia` isn't Virginia.
  for (let count = STATE_MAX_WORDS; count > 0; count -= 1) {
    const state = words.length < count ? null : readState(words.slice(-count).join(" "));
    if (state !== null) return findZipProblem(zip, state);
  }
  return null;
}
