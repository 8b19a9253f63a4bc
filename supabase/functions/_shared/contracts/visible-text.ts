/** What word processors, PDFs and contact apps copy along with a text, though nobody sees it. */
const HIDDEN_PATTERN =
  // oxlint-disable-next-line no-control-regex -- these characters are taken out
  /[\u{0}-\u{8}\u{e}-\u{1f}\u{7f}-\u{84}\u{86}-\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;

/** Word and PDFs break lines with these. */
const LINE_BREAK_PATTERN = /[\v\f\u{85}\u{2028}\u{2029}]/gu;

/** Joiners belong inside words of some scripts and inside emoji. */
const STRAY_JOINER_PATTERN =
  /(?<![\p{L}\p{M}\p{Emoji}\u{fe0f}])[\u{200c}\u{200d}]|[\u{200c}\u{200d}](?![\p{L}\p{M}\p{Emoji}])/gu;

/** Variation selectors belong behind the character that they vary. */
const STRAY_SELECTOR_PATTERN = /(?<![^\s\u{fe00}-\u{fe0f}])[\u{fe00}-\u{fe0f}]/gu;

/** Tags belong behind a flag, at most six and an end. */
const TAG_PATTERN = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Spaces, marks without a letter, and letters that are blank by design. */
const VISIBLE_PATTERN = /[^\s\p{Z}\p{C}\p{M}\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]/u;

/**
 * Takes out the characters that nobody sees: direction marks, soft hyphens, zero-width spaces, control characters, and
 * joiners and selectors that stand alone. Returns an empty text if nothing visible is left.
 */
export const removeHiddenCharacters = (text: string): string => {
  const cleanText = text
    .replace(LINE_BREAK_PATTERN, "\n")
    .replace(HIDDEN_PATTERN, "")
    .replace(STRAY_JOINER_PATTERN, "")
    .replace(STRAY_SELECTOR_PATTERN, "")
    .replace(TAG_PATTERN, "$1");
  return VISIBLE_PATTERN.test(cleanText) ? cleanText : "";
};

/** Long enough for every text that is normalized. */
const NORMALIZED_MAX_LENGTH = 1000;

/**
 * Writes letters in one of the forms of Unicode. Longer texts stay as they are, because their fields refuse them anyway:
 * the time for a run of accents grows with its square, and 40,000 of them take five seconds.
 */
export const normalizeText = (text: string, form: "NFC" | "NFKC"): string =>
  text.length > NORMALIZED_MAX_LENGTH ? text : text.normalize(form);

/** Writes a password as all keyboards would: some devices send é as two characters, and others as one. */
export const normalizePassword = (password: string): string => normalizeText(password, "NFC");

/** Puts what stood in separate lines of a PDF on one line. A typed line break stays, and is refused. */
export const joinCopiedLines = (text: string): string => text.replace(LINE_BREAK_PATTERN, " ");
