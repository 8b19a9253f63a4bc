import { email, id, line, personName, text } from "./fields.ts";

/** An existing donor, or the name and address of a new one. */
export const donorChoice = {
  /** If null or omitted, a new donor with the name below is added. */
  donorId: id.nullable(),
  firstName: personName,
  lastName: line(100, 0),
  email: email.nullable(),
  /** The new donor's postal address. */
  address: text(500, 0).nullable(),
};

export const hasDonor = ({ donorId, firstName }: { donorId?: unknown; firstName?: unknown }) =>
  Boolean(donorId) || firstName !== undefined;

/** The validation error to report if `hasDonor` returns false. */
export const missingDonorIssue = {
  path: ["donorId"],
  message: "Choose a donor, or enter a new donor's name.",
};
