/**
 * Detects text that reveals the location of deployed service members. The database repeats the first two checks in
 * `private.mentions_military_mail` and `private.is_military_mail`, and a test compares their results.
 */

// Matches format characters, combining marks, variation selectors and invisible blanks.
const INVISIBLE_CHARACTER =
  /[\u0300-\u036f]|[\u20d0-\u20f0]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\ufff9-\ufffb\u{e0001}-\u{e007f}]/gu;
// These Cyrillic and Greek letters look like Latin ones.
const CONFUSABLES = "АВЕКМНОРСТУХЅІаекморстухѕіΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορ";
const LATIN_EQUIVALENTS = "ABEKMHOPCTYXSIaekmopctyxsiABEZHIKMNOPTYXaop";
const CONFUSABLE_PATTERN = new RegExp(`[${CONFUSABLES}]`, "gu");

/**
 * Normalizes text to what a reader sees: replaces full-width, circled and look-alike letters with plain ones, and
 * removes invisible characters.
 */
const normalizeLookalikes = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(INVISIBLE_CHARACTER, "")
    .replace(CONFUSABLE_PATTERN, (letter) => LATIN_EQUIVALENTS.charAt(CONFUSABLES.indexOf(letter)))
    .replace(/[\s\u0085\u1680\u2028\u2029]+/g, " ");

// The following patterns use only syntax that means the same in Postgres.
const MILITARY_MAIL_PATTERNS = [
  // The pattern matches APO, AP0, APO09012 and APOAE.
  /(?<![a-z0-9])[afd]p[o0](?:(?![a-z])|(?=a[aep](?![a-z])))/i,
  // The pattern matches A.P.O., A P O and A-P-O, but not "a P O box".
  /(?<![a-z0-9])[afd]([^a-z0-9]{1,3})p\1[o0](?![a-z0-9])(?![^a-z0-9]{0,3}box)/i,
  // The pattern matches "A PO, AE".
  /(?<![a-z0-9])[afd][^a-z0-9]{0,3}p[^a-z0-9]{0,3}[o0][^a-z0-9]{1,3}a[aep](?![a-z])/i,
  /(?<![a-z])(?:army|air force|fleet|diplomatic|military)[^a-z0-9]{1,3}post[^a-z0-9]{1,3}office/i,
  /(?<![a-z])armed[^a-z0-9]{1,3}forces[^a-z0-9]{1,3}(?:europe|pacific|americas|africa|canada|(?:the )?middle east)/i,
  /(?<![a-z])a[aep][^a-z0-9]{0,3}[0-9]{5}/i,
  /(?<![0-9])(?:09[0-8]|340|96[2-6])[0-9]{2}(?:[^a-z0-9]?[0-9]{4})?[^a-z0-9]*$/i,
  /(?<![a-z])box[^a-z0-9]{0,3}[0-9]{1,5}[^a-z0-9]{1,3}(?:09[0-8]|340|96[2-6])[0-9]{2}(?![0-9])/i,
  // Unit numbers have five digits. At embassies, they have four digits and are followed by a box number. "Unit 204" is
  // an apartment.
  /(?<![a-z])unit[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?(?:[0-9]{5,6}(?![0-9])|[0-9]{4}[^a-z0-9]{1,3}box)/i,
  /(?<![a-z])p([^a-z0-9]{0,3})s\1c[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?[0-9]/i,
  /(?<![a-z])c([^a-z0-9]{0,3})m\1r(?![a-z])/i,
  /(?<![a-z])community[^a-z0-9]{1,3}mail[^a-z0-9]?room/i,
  // Museum and memorial ships don't deploy.
  /(?<![a-z])u([^a-z0-9]{0,3})s\1(?:n\1)?s[^a-z0-9]{1,3}[a-z](?![a-z0-9 .'-]{0,40} (?:museum|memorial)(?![a-z]))/i,
  /(?<![a-z])uscgc[^a-z0-9]{1,3}[a-z](?![a-z0-9 .'-]{0,40} (?:museum|memorial)(?![a-z]))/i,
];

const findFirstMatch = (text: string, patterns: readonly RegExp[]): string | null => {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match[0].trim();
  }
  return null;
};

/** Returns whether text mentions a military post office, ZIP code, unit or ship. */
export const mentionsMilitaryMail = (text: string): boolean =>
  findFirstMatch(normalizeLookalikes(text), MILITARY_MAIL_PATTERNS) !== null;

export interface PostalPlace {
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zipCode?: string | null;
}

const MILITARY_STATE = /^(?:a[aep]|armedforces.*)$/;
const MILITARY_ZIP = /^(?:09[0-8]|340|96[2-6])/;

/**
 * Returns whether a place is an APO, FPO or DPO, has an armed forces state code, or has a military ZIP code. Each would
 * reveal a deployment.
 */
export const isMilitaryMail = ({ city, state, zipCode }: PostalPlace): boolean =>
  mentionsMilitaryMail(city ?? "") ||
  MILITARY_STATE.test(
    normalizeLookalikes(state ?? "")
      .toLowerCase()
      .replace(/[^a-z]/g, ""),
  ) ||
  MILITARY_ZIP.test(normalizeLookalikes(zipCode ?? "").replace(/[^0-9]/g, ""));

// The following patterns match bases, ships and units as they are usually written and capitalized.
const NAMED_PLACE_PATTERNS = [
  /(?<!summer )\b(?:Camp|CAMP|FOB|COP|NSA|NAS|NAVSTA|MCAS|LSA|Firebase|Forward Operating Base|Combat Outpost|Patrol Base|Naval Station|Naval Base|Naval Support Activity|Joint Base|Joint Task Force|Task Force) [A-Z0-9][\p{L}0-9-]*(?: [A-Z][\p{L}-]*)?/u,
  /\b[A-Z][\p{L}-]+ (?:Air Force Base|Air Base|Airbase|Air Station|Airfield|Naval Base|Naval Station|Army Base|Army Airfield|Army Garrison|Marine Base|Barracks|Kaserne|AB|AFB)\b/u,
  /\b[0-9]{1,4}(?:st|nd|rd|th|d) [A-Za-z -]{0,30}\b(?:Division|Brigade|Regiment|Battalion|Bn|Squadron|Wing|Fleet|Infantry|Airborne|Cavalry|Marines|MEU|MEF|Armored|Artillery|Platoon|Corps)\b/i,
  /\b[0-9]{1,3}[-/][0-9]{1,4}(?:st|nd|rd|th)? (?:IN|FA|AR|Inf|Infantry|Marines|Cav|Cavalry|Armor|Aviation|Field Artillery|Airborne)\b/i,
  /\b(?:VMFA|VFA|VAQ|VAW|HSC|HSM|HMLA|VMM|MEU|MEF|CSG|ARG|DESRON|SEAL Team|CJTF)[- ]?[0-9]{1,4}\b/,
  /\b(?:carrier strike group|strike group|amphibious ready group|marine expeditionary unit|expeditionary wing|destroyer squadron)(?: [0-9]{1,3})?\b/i,
  /\b(?:Alpha|Bravo|Charlie|Delta|Echo|Foxtrot|[A-H]) (?:Company|Co\.|Battery|Troop)(?![\p{L}])/u,
  /\b(?:CVN|DDG|CG|LHD|LHA|LPD|LSD|SSN|SSBN|SSGN|LCS|FFG|MCM|LCC|ESB|WMSL|WMEC)[- ]?[0-9]{1,3}\b/,
  /\b(?:USS|USNS|USCGC) [A-Z][\p{L}-]*(?: [A-Z][\p{L}-]*)?/u,
  /(?<=\baboard the )[A-Z][\p{L}-]+/u,
  /\b(?:Ramstein|Spangdahlem|Grafenw(?:o|oe)hr|Vilseck|Landstuhl|Baumholder|Kaiserslautern|Vicenza|Aviano|Sigonella|Souda Bay|Lakenheath|Mildenhall|Incirlik|Bahrain|Kuwait|Qatar|Djibouti|Bagram|Arifjan|Buehring|Al[ -]?Udeid|Al[ -]?Dhafra|Al[ -]?Asad|Al[ -]?Tanf|Erbil|Lemonnier|Diego Garcia|Okinawa|Kadena|Yokota|Yokosuka|Misawa|Iwakuni|Sasebo|Atsugi|Futenma|Osan|Kunsan|Humphreys|Guantanamo|Soto Cano|Pituffik)\b/i,
];

/**
 * Returns the words that may reveal a deployment, or null if there are none. Forms use them to warn the user while
 * typing.
 */
export function findNamedPlace(enteredText: string): string | null {
  const text = normalizeLookalikes(enteredText);
  return findFirstMatch(text, NAMED_PLACE_PATTERNS) ?? findFirstMatch(text, MILITARY_MAIL_PATTERNS);
}
