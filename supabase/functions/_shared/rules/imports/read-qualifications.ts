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
/** Names that say no more than the kind, also in front of a name that says something else: `Training: Van`. */
const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ["waiver", "Waiver"],
  ["background-check", "Background check"],
  ["training", "Training"],
  ["other", "Other"],
]);
const LABEL_MAX_LENGTH = 100;

/** Separates the days from the name and from each other: `CPR (2025-06-01 until 2027-06-01)`. */
const UNTIL = /\s(?:until|through|expires?(?: on)?|to)\s/i;
const WORDS_MAX = 60;

const guessKind = (label: string): string =>
  KINDS.find(([, name]) => name.test(label))?.[0] ?? "other";

function readName(name: string): Pick<ImportedQualification, "kind" | "label"> {
  for (const [kind, kindName] of KIND_NAMES) {
    if (kind !== "other" && name.toLowerCase() === kindName.toLowerCase())
      return { kind, label: null };
    if (name.toLowerCase().startsWith(`${kindName.toLowerCase()}: `))
      return { kind, label: name.slice(kindName.length + 2) };
  }
  return { kind: guessKind(name), label: name };
}

function readItem(item: string, rules: DateRules): ImportedQualification | undefined {
  const words = item.trim().split(/\s+/).slice(0, WORDS_MAX);
  for (let count = 1; count < words.length; count += 1) {
    const name = words
      .slice(0, count)
      .join(" ")
      .replace(/[:,-]$/, "");
    const days = words.slice(count).join(" ").replaceAll(/[()]/g, " ").trim();
    const [completed = "", expires] = days.split(UNTIL);
    const completedOn = readDate(completed, rules)?.day;
    if (completedOn === undefined) continue;
    const expiresOn = expires === undefined ? null : readDate(expires, rules)?.day;
    const { kind, label } = readName(name);
    if (expiresOn === undefined || name === "" || (label?.length ?? 0) > LABEL_MAX_LENGTH)
      return undefined;
    if (expiresOn !== null && expiresOn <= completedOn) return undefined;
    return { kind, label, completedOn, expiresOn };
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

function writeName({ kind, label }: ImportedQualification): string {
  const kindName = KIND_NAMES.get(kind) ?? kind;
  if (label === null) return kindName;
  // These separate qualifications in a cell.
  const parts = label.split(/[;|]/).map((part) => part.trim());
  const name = parts.filter((part) => part !== "").join(", ");
  if (name === "") return kindName;
  const read = readName(name);
  return read.kind === kind && read.label === name ? name : `${kindName}: ${name}`;
}

/** Returns a cell that `readQualifications` reads as these qualifications. */
export const writeQualifications = (qualifications: readonly ImportedQualification[]): string =>
  qualifications
    .map((qualification) => {
      const { completedOn, expiresOn } = qualification;
      const days = expiresOn === null ? completedOn : `${completedOn} until ${expiresOn}`;
      return `${writeName(qualification)} ${days}`;
    })
    .join("; ");
