import type { FieldValues } from "react-hook-form";
import { findAddressProblem, findPlaceProblem } from "#rules/zip-states.ts";
import type { FormQuestion } from "./use-question.ts";

/** Whether a field is written on an envelope, such as `address` or `recipientAddress`. */
const isAddress = (name: string): boolean => /address$/i.test(name);

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

const findProblem = (values: FieldValues, changes: FieldValues): string | null => {
  if ("zipCode" in changes || "state" in changes) {
    const problem = findPlaceProblem(toText(values["zipCode"]), toText(values["state"]));
    if (problem !== null) return problem;
  }
  for (const [name, value] of Object.entries(changes)) {
    const problem = isAddress(name)
      ? findAddressProblem(toText(value))
      : isGroup(value) && findProblem(value, value);
    if (problem) return problem;
  }
  return null;
};

const isGroup = (value: unknown): value is FieldValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a question about a changed address whose parts don't fit each other, or null. */
export const getAddressQuestion = (
  values: FieldValues,
  changes: FieldValues,
): FormQuestion | null => {
  const problem = findProblem(values, changes);
  return problem === null
    ? null
    : { title: "Is this address right?", body: problem, confirmLabel: "Save it anyway" };
};
