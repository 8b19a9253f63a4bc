import { z } from "zod";

type RawIssue = Parameters<NonNullable<z.core.$ZodConfig["customError"]>>[0];

const MISSING_MESSAGE = "Fill this in.";
const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  date: "Enter a date.",
  datetime: "Enter a date and a time.",
};
const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

/**
 * Returns a simple message for an invalid field. Fields with a fixed format, such as ZIP codes, have their own
 * messages.
 */
function getFieldMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return getTypeMessage(issue.input, issue.expected);
    case "too_small":
      return getLimitMessage(issue.origin, issue.minimum, "least", "more");
    case "too_big":
      return getLimitMessage(issue.origin, issue.maximum, "most", "less");
    case "invalid_value":
      return "Choose one of the options.";
    case "invalid_format":
      return FORMAT_MESSAGES[issue.format] ?? "This isn't in the right format.";
    case "unrecognized_keys":
      return `Unknown fields: ${issue.keys.join(", ")}.`;
    case "invalid_union":
      return issue.discriminator === undefined ? undefined : "Choose one of the options.";
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return undefined;
  }
}

function getTypeMessage(input: unknown, expected: string): string {
  if (input === undefined || input === null || input === "") return MISSING_MESSAGE;
  if (expected === "number") return "Enter a number.";
  if (expected === "int") return "Enter a whole number.";
  return "This value isn't allowed here.";
}

function getLimitMessage(
  origin: string,
  limit: number | bigint,
  bound: "least" | "most",
  direction: "more" | "less",
): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `Enter ${limit} or ${direction}.`;
  return bound === "least" && limit === 1 ? MISSING_MESSAGE : `Use at ${bound} ${limit} ${unit}.`;
}

z.config({ customError: getFieldMessage });
