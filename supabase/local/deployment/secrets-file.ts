import { Problem } from "../machine/problem.ts";

export interface Secret {
  readonly name: string;
  readonly value: string;
}

interface Line extends Secret {
  /** The number of the variable's first line in the file, counted from 1. */
  readonly number: number;
}

interface Fault {
  readonly number: number;
  /** Says what to do. Never contains a value. */
  readonly sentence: string;
}

/** Matches `NAME=value`, with or without `export`. */
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;

/** Matches characters that come along when someone copies text, except for line breaks and tabs. */
const INVISIBLE_CHARACTER = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

/** The limits of the Management API. */
const MAX_VALUE_LENGTH = 24_576;
const MAX_SECRETS = 100;

/**
 * Reads a file of secrets. A value is everything after the first `=`, without the spaces and the pair of quotes around
 * it. Nothing inside has a special meaning. (The Supabase CLI would read `abc#def` as `abc`.) A value in quotes may have
 * several lines.
 */
export function parseSecretsFile(
  bytes: Uint8Array,
  knownNames: readonly string[],
): readonly Secret[] {
  const { lines, faults } = readLines(decode(bytes).split(/\r?\n/), knownNames);
  const allFaults = [...faults, ...findFaults(lines, knownNames)].toSorted(
    (left, right) => left.number - right.number,
  );
  if (allFaults.length > 0) {
    const sentences = allFaults.map(({ number, sentence }) => `Line ${number}: ${sentence}`);
    throw new Problem(["Nothing was set.", ...sentences].join("\n"));
  }
  if (lines.length === 0) throw new Problem("Nothing was set. The file has no variables.");
  return lines.map(({ name, value }) => ({ name, value }));
}

/** Decodes the file, without the byte order mark that some editors write. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("Nothing was set. Save the file as UTF-8.");
  }
}

function readLines(texts: readonly string[], knownNames: readonly string[]) {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  let index = 0;
  while (index < texts.length) {
    const number = index + 1;
    const lineText = texts[index]!;
    index += 1;
    if (/^\s*(#|$)/.test(lineText)) continue;
    const [, name, start = ""] = ASSIGNMENT.exec(lineText) ?? [];
    if (name === undefined) {
      const sentence = "Write NAME=value. To add a comment, begin the line with #.";
      faults.push({ number, sentence });
      continue;
    }
    const { value, lineCount = 1, advice } = readValue([start, ...texts.slice(index)], knownNames);
    index += lineCount - 1;
    if (value === undefined) faults.push({ number, sentence: `${name}: ${advice}` });
    else lines.push({ number, name, value });
  }
  return { lines, faults };
}

interface ReadValue {
  readonly value?: string;
  readonly lineCount?: number;
  /** What to do if the value is ambiguous. */
  readonly advice?: string;
}

/** Reads a value from the rest of its line and the lines after it. */
function readValue(
  [first = "", ...next]: readonly string[],
  knownNames: readonly string[],
): ReadValue {
  const start = first.trim();
  const quote = /^["']/.exec(start)?.[0];
  if (quote === undefined) return /\s#/.test(start) ? { advice: COMMENT_ADVICE } : { value: start };
  if (start.length > 1 && start.endsWith(quote)) {
    const value = start.slice(1, -1);
    return new RegExp(`${quote}\\s+#`).test(value) ? { advice: COMMENT_ADVICE } : { value };
  }
  const moreLines = next.slice(0, next.findIndex((text) => text.trimEnd().endsWith(quote)) + 1);
  const isVariable = (text: string) => knownNames.includes(ASSIGNMENT.exec(text)?.[1] ?? "");
  if (moreLines.length === 0 || moreLines.some(isVariable)) return { advice: QUOTE_ADVICE };
  const value = [start, ...moreLines].join("\n").trimEnd().slice(1, -1);
  return { value, lineCount: 1 + moreLines.length };
}

const COMMENT_ADVICE =
  "Put quotes around the value if # belongs to it. Put a comment on a line of its own.";
const QUOTE_ADVICE =
  "Close the quotes. If the quote belongs to the value, put the other kind of quotes around the value.";

function findFaults(lines: readonly Line[], knownNames: readonly string[]): readonly Fault[] {
  const faults = lines.flatMap(({ number, name, value }, index) => {
    const isRepeated = lines.findIndex((line) => line.name === name) < index;
    const repetition = isRepeated ? `${name} is in the file twice. Delete one of the lines.` : "";
    return [repetition, findNameFault(name, knownNames), findValueFault(name, value)]
      .filter((sentence) => sentence !== "")
      .map((sentence) => ({ number, sentence }));
  });
  const tooMany = lines[MAX_SECRETS];
  if (tooMany === undefined) return faults;
  const sentence = `Set at most ${MAX_SECRETS} variables at a time.`;
  return [...faults, { number: tooMany.number, sentence }];
}

function findNameFault(name: string, knownNames: readonly string[]): string {
  if (knownNames.includes(name)) return "";
  if (name.startsWith("SUPABASE_")) return `Supabase sets ${name} itself. Delete the line.`;
  return name.startsWith("VITE_")
    ? `${name} belongs in the environment of the site's build. Delete the line.`
    : `The functions have no variable ${name}. Use a name from .env.example.`;
}

function findValueFault(name: string, value: string): string {
  if (value.trim() === "") {
    return `${name} has no value. Delete the line. (To remove the variable, run \`npx supabase secrets unset ${name}\`.)`;
  }
  if (INVISIBLE_CHARACTER.test(value)) {
    return `${name} has an invisible character. Copy the value again, or type it.`;
  }
  if (value.includes("…")) {
    return `${name} has the … of an example. Replace it with your own value.`;
  }
  return value.length > MAX_VALUE_LENGTH
    ? `${name} is longer than ${MAX_VALUE_LENGTH} characters, which Supabase refuses.`
    : "";
}
