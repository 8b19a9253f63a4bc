import { randomBytes } from "node:crypto";

/** Excludes vowels and the letters of APO, FPO, DPO, PSC and CMR, because special rules apply to military mail. */
const LETTERS = "bghjklnqtvwxyz";

/** Returns a word that is new in every run and never looks like military mail, as hexadecimal digits sometimes do. */
export const uniqueWord = (): string =>
  Array.from(randomBytes(10), (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
