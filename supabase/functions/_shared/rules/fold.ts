/** Characters that nobody sees, and accents that stand alone. They decompose into a space and a mark. */
const HIDDEN_PATTERN =
  /[\u{fe00}-\u{fe0f}\u{ad}\u{b4}\u{384}\u{61c}\u{180e}\u{1fbd}\u{1fbf}\u{1ffe}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{e0000}-\u{e007f}]/gu;

/** Accents, and points of Hebrew and Arabic. Marks of other scripts are parts of their letters. */
const MARK_PATTERN =
  // oxlint-disable-next-line no-misleading-character-class -- it has ranges of marks
  /[\u{2b0}-\u{36f}\u{591}-\u{5bd}\u{5bf}\u{5c1}\u{5c2}\u{5c4}\u{5c5}\u{5c7}\u{640}\u{64b}-\u{65f}\u{670}\u{20d0}-\u{20f0}]/gu;

const APOSTROPHE_PATTERN =
  /['"`\u{5f3}\u{5f4}\u{2018}-\u{201f}\u{2032}-\u{2036}\u{2039}\u{203a}]/gu;

/** An @ stays, because it makes a word out of the parts of an email address around it. */
const SEPARATOR_PATTERN = /(?:(?![@\p{Alphabetic}])[\p{P}\p{S}\s\p{Z}\p{Cc}])+/gu;

/** Letters that don't decompose, each followed by what people type instead. In SQL, most come from `unaccent`. */
const LETTERS =
  "ßss æae ðd øo þth đd ħh ıi ĸq łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ƒf ƕhv ƙk ƚl ƞn ƣoi ƥp ƫt ƭt ƴy ƶz ǝe ǥg ȡd ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ȼc ȿs ɀz ɇe ɉj ɍr ɏy ɓb ɔo ɕc ɖd ɗd əe ɛe ɟj ɠg ɡg ɢg ɣg ɦh ɧh ɨi ɩi ɪi ɫl ɬl ɭl ɱm ɲn ɳn ɴn ɶoe ɼr ɽr ɾr ʀr ʂs ʈt ʉu ʊu ʋv ʏy ʐz ʑz ʙb ʛg ʜh ʝj ʟl ʠq ʣdz ʥdz ʦts ʪls ʫlz ςσ ґг ةه ىي کك یي ᴀa ᴁae ᴃb ᴄc ᴅd ᴆd ᴇe ᴊj ᴋk ᴌl ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ᵫue ᵬb ᵭd ᵮf ᵯm ᵰn ᵱp ᵲr ᵳr ᵴs ᵵt ᵶz ᵺth ᵻi ᵽp ᵾu ᶀb ᶁd ᶂf ᶃg ᶄk ᶅl ᶆm ᶇn ᶈp ᶉr ᶊs ᶌv ᶍx ᶎz ᶏa ᶑd ᶒe ᶓe ᶖi ᶙu ẜs ẝs ỻll ỽv ỿy ⱡl ⱥa ⱦt ⱨh ⱪk ⱬz ⱱv ⱳw ⱴv ⱸe ⱺo 〇0 ꜰf ꜱs ꜳaa ꜵao ꜷau ꜹav ꜻav ꜽay ꝁk ꝃk ꝅk ꝇl ꝉl ꝋo ꝍo ꝏoo ꝑp ꝓp ꝕp ꝗq ꝙq ꝟv ꝡvy ꝥth ꝧth ꝱd ꝲl ꝳm ꝴn ꝵr ꝶr ꝷt ꝺd ꝼf ꞇt ꞑn ꞓc ꞡg ꞣk ꞥn ꞧr ꞩs";

const LETTER_REPLACEMENTS = new Map(
  LETTERS.split(" ").map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/**
 * Returns the words of a text in lowercase, without accents, apostrophes and punctuation, each separated by a space. The same
 * rule as the SQL function `private.fold`; a test compares them for every letter.
 */
export const fold = (text: string): string =>
  text
    .replace(HIDDEN_PATTERN, "")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARK_PATTERN, "")
    .normalize("NFC")
    .replace(APOSTROPHE_PATTERN, "")
    .replace(SEPARATOR_PATTERN, " ")
    .trim()
    .replace(/[^ -~]/gu, (letter) => LETTER_REPLACEMENTS.get(letter) ?? letter);

/** Returns the folded words of a search, in the order in which they were typed. */
export const foldWords = (text: string): readonly string[] => {
  const folded = fold(text);
  return folded === "" ? [] : folded.split(" ");
};

/** Returns a name as it is compared. `Anne-Marie` and `Annemarie` are the same name. */
export const toNameKey = (name: string): string => fold(name).replaceAll(" ", "");
