/** States, D.C., territories and military mail, by postal abbreviation. The database's list for deliveries is the same. */
export const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|" +
    "FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|" +
    "MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|" +
    "NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|" +
    "OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|" +
    "VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|" +
    "MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|" +
    "AP Armed Forces Pacific"
  )
    .split("|")
    .map((state) => [state.slice(0, 2), state.slice(3)] as const),
);

/** Short forms and other names, as letters only. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AL: "ala",
  AK: "alas",
  AZ: "ariz",
  AR: "ark",
  CA: "calif cal cali",
  CO: "colo",
  CT: "conn",
  DE: "del",
  DC: "washingtondc washingtondistrictofcolumbia wdc washdc dofc",
  FL: "fla flor",
  HI: "hawaiʻi",
  ID: "ida",
  IL: "ill ills",
  IN: "ind",
  KS: "kan kans",
  KY: "ken kent",
  MA: "mass",
  MI: "mich",
  MN: "minn",
  MS: "miss",
  MT: "mont",
  NE: "neb nebr",
  NV: "nev",
  NH: "nhamp",
  NJ: "njersey",
  NM: "nmex newmex",
  NY: "nyork nystate newyorkstate",
  NC: "ncar ncarolina nocarolina nocar",
  ND: "ndak ndakota nodak nodakota",
  OK: "okla",
  OR: "ore oreg",
  PA: "penn penna",
  SC: "scar scarolina socarolina socar",
  SD: "sdak sdakota sodak sodakota",
  TN: "tenn",
  TX: "tex",
  VA: "virg",
  WA: "wash washingtonstate",
  WV: "wva wvirginia wvirg westva",
  WI: "wis wisc",
  WY: "wyo",
  AS: "amsamoa samoa",
  MP: "cnmi commonwealthofthenorthernmarianaislands northernmarianas nmarianaislands saipan",
  PR: "portorico puertorico",
  VI: "usvi virginislands unitedstatesvirginislands virginislandsus vius",
  AA: "armedforcestheamericas",
  AE: "armedforcesafrica armedforcescanada armedforcesmiddleeast armedforcesthemiddleeast",
};

/** Longer text names no state. */
const STATE_MAX_LENGTH = 100;

const toKey = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/&/g, "and")
    .replace(/[^a-z]/g, "");

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(STATES).flatMap(([code, name]) =>
    [code, name, ...(OTHER_NAMES[code]?.split(" ") ?? [])].map(
      (text) => [toKey(text), code] as const,
    ),
  ),
);

const findCode = (key: string): string | undefined =>
  CODES.get(key) ?? CODES.get(key.replace(/^(?:the)?(?:stateof|commonwealthof)?/, ""));

/** Returns the code of a typed state, such as TX for `Texas`, `Tex.`, `TX 76102` and `TX – Texas`, or null. */
export function readState(text: string): string | null {
  const key = toKey(text);
  const findPair = (code: string, name: string) =>
    name !== "" && findCode(name) === CODES.get(code) ? CODES.get(code) : undefined;
  return (
    findCode(key) ??
    findCode(key.replace(/(?:usa?|unitedstates(?:ofamerica)?)$/, "")) ??
    findPair(key.slice(0, 2), key.slice(2)) ??
    findPair(key.slice(-2), key.slice(0, -2)) ??
    null
  );
}

/** Returns a typed state as its code. What isn't a state, such as `Unknown`, stays as it is. */
export const toStateCode = (text: string): string =>
  text.length > STATE_MAX_LENGTH ? text : (readState(text) ?? text);
