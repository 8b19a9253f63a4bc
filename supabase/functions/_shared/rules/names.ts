export interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
}

/** A full name split at its first space (P§5). */
export const splitName = (fullName: string): SplitName => {
  const name = fullName.trim().replace(/\s+/g, " ");
  const space = name.indexOf(" ");
  return space === -1
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, space), lastName: name.slice(space + 1) };
};

const LAST_NAME_FALLBACK = "Donor";

interface DonorName extends SplitName {
  /** The last name is the fallback, which nothing but the request shows: others are really called that. */
  readonly hasOneName: boolean;
}

/** The name on a card; a single word is a first name and "Donor" stands in for the last (P§9). */
export const donorName = (nameOnCard: string): DonorName => {
  const { firstName, lastName } = splitName(nameOnCard);
  return { firstName, lastName: lastName || LAST_NAME_FALLBACK, hasOneName: lastName === "" };
};

/** A person with one name has no last one. */
export const fullName = ({ firstName, lastName }: SplitName): string =>
  `${firstName} ${lastName}`.trim();

/** First name and last initial, as donors are shown in public (P§2); the database has let no other first name out. */
export const publicName = ({ firstName, lastName }: SplitName): string => {
  const [initial] = lastName.trim().toUpperCase();
  return initial ? `${firstName} ${initial}.` : firstName;
};
