import { readDate, type DateRules } from "./read-date.ts";

/** A waiver, check or training as it would be stored. Days are ISO dates. */
export type ImportedQualification = Readonly<{
  kind: string;
  label: string | null;
  completedOn: string;
  expiresOn: string | null;
}>;

const KINDS: readonly (readonly [kind: string, name: RegExp])[] = [
  ["waiver", /\bwaivers?\b/i],
  ["background-check", /\bbackground check\b/i],
  ["training", /\b(?:training|trained|course|class|certification|first aid|cpr)\b/i],
];
/** Names that say no more than the kind. */
const KIND_NAME = /^(?:waiver|background check|training)$/i;
const LABEL_MAX_LENGTH = 100;

/** Separates the days from the name and from each other: `CPR (2025-06-01 until 2027-06-01)`. */
const UNTIL = /\s(?:until|through|expires?(?: on)?|to)\s/i;
const WORDS_MAX = 40;

function readItem(item: string, rules: DateRules): ImportedQualification | undefined {
  const words = item.replaceAll(/[()]/g, " ").trim().split(/\s+/).slice(0, WORDS_MAX);
  for (let count = 1; count < words.length; count += 1) {
    const label = words
      .slice(0, count)
      .join(" ")
      .replace(/[:,-]$/, "");
    const [completed = "", expires] = words.slice(count).join(" ").split(UNTIL);
    const completedOn = readDate(completed, rules)?.day;
    if (completedOn === undefined) continue;
    const expiresOn = expires === undefined ? null : readDate(expires, rules)?.day;
    if (expiresOn === undefined || label === "" || label.length > LABEL_MAX_LENGTH)
      return undefined;
    if (expiresOn !== null && expiresOn <= completedOn) return undefined;
    const kind = KINDS.find(([, name]) => name.test(label))?.[0] ?? "other";
    return { kind, label: KIND_NAME.test(label) ? null : label, completedOn, expiresOn };
  }
  return undefined;
}

/**
 * Reads a cell such as `Waiver 2025-03-01; CPR 6/1/2025 until 6/1/2027`. Returns undefined if a part has no name or no
 * day, or expires before it was completed.
 */
export function readQualifications(
  cell: string,
  rules: DateRules,
): readonly ImportedQualification[] | undefined {
  const items = cell.split(/[;|]/).filter((item) => item.trim() !== "");
  const found = items.map((item) => readItem(item, rules));
  return found.includes(undefined) ? undefined : (found as ImportedQualification[]);
}
