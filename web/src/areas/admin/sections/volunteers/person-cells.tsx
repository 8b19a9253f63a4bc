import { type Availability, AVAILABILITY_LABELS } from "#lib/availability.ts";
import { EmailAddress } from "#ui/email-address.tsx";
import { RecordLink } from "#kit/lists/record-link.tsx";

export interface PersonNameProps {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The URL parameter that opens one applicant or volunteer. */
export const PERSON_PARAM = "person";

export const PersonEmail = ({ email }: Pick<PersonNameProps, "email">) => (
  <span className="quiet block text-sm @4xl:min-w-52">
    <EmailAddress email={email} />
  </span>
);

/** The name, which opens the person's dialog, and the email address. */
export const PersonName = ({ id, name, email }: PersonNameProps) => (
  <>
    <RecordLink param={PERSON_PARAM} id={id} className="max-sm:inline-block max-sm:py-1.5">
      {name}
    </RecordLink>
    {/* An emptied application has no email address. */}
    {email !== "" && <PersonEmail email={email} />}
  </>
);

export interface ResidenceProps {
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
}

/** Returns the city and state, or only one of them if the other is unknown. */
export const placeText = ({ city, state }: Pick<ResidenceProps, "city" | "state">): string =>
  [city, state].filter((placeName) => placeName && placeName !== "Unknown").join(", ");

/** Keeps most places on one line in tables. */
export const PlaceCell = (place: Pick<ResidenceProps, "city" | "state">) => (
  <span className="@4xl:block @4xl:min-w-24">{placeText(place) || "–"}</span>
);

/** Returns the city, state and ZIP code, leaving out any that are unknown. */
export const placeWithZip = ({ zipCode, ...place }: ResidenceProps): string =>
  [placeText(place), zipCode].filter(Boolean).join(" ");

/** Returns a choice from the application form as text, such as "Weekday evenings". */
export const availabilityText = (availability: string | null): string =>
  availability === null ? "–" : AVAILABILITY_LABELS[availability as Availability];
