export interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Splits a full name at its first space (VAPP-11). */
export const splitName = (fullName: string): SplitName => {
  const name = fullName.trim().replace(/\s+/g, " ");
  const spaceIndex = name.indexOf(" ");
  return spaceIndex === -1
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, spaceIndex), lastName: name.slice(spaceIndex + 1) };
};

const ORGANIZATION_WORDS =
  /\b(?:association|auxiliary|bank|church|club|co|college|committee|company|corp|corporation|council|foundation|fund|group|inc|league|legion|llc|lodge|ltd|ministries|ministry|parish|rotary|school|society|team|temple|trust|union|university|vfw)\b/i;

/**
 * Splits a donor's full name in two, unless it looks like the name of an organization. This is a guess, so the person
 * who enters the name can correct both parts.
 */
export const splitDonorName = (fullName: string): SplitName => {
  const name = fullName.trim().replace(/\s+/g, " ");
  return ORGANIZATION_WORDS.test(name) ? { firstName: name, lastName: "" } : splitName(name);
};

const LAST_NAME_FALLBACK = "Donor";

interface DonorName extends SplitName {
  /**
   * True if `lastName` is the placeholder "Donor". It has to be stored as a flag, because Donor is also a real last
   * name.
   */
  readonly hasOneName: boolean;
}

/** Returns the name of a person who has only one, such as Suharto. */
export const createOneName = (name: string): DonorName => ({
  firstName: name,
  lastName: LAST_NAME_FALLBACK,
  hasOneName: true,
});

/**
 * Splits the name on a payment card. A single word becomes the first name, and the last name is then "Donor" (DON-25).
 */
export const createDonorName = (nameOnCard: string): DonorName => {
  const { firstName, lastName } = splitName(nameOnCard);
  return lastName === "" ? createOneName(firstName) : { firstName, lastName, hasOneName: false };
};

/** Joins first and last name. A person may have only one of them. */
export const formatFullName = ({ firstName, lastName }: SplitName): string =>
  `${firstName} ${lastName}`.trim();
