import { randomBytes } from "node:crypto";

/** No vowels and no letters of APO, FPO, DPO, PSC or CMR, because events refuse military mail addresses. */
const LETTERS = "bghjklnqtvwxyz";

/** Returns a word that is new in every run and can be part of an event's address; hexadecimal digits can't. */
export const uniqueWord = (): string =>
  Array.from(randomBytes(10), (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
