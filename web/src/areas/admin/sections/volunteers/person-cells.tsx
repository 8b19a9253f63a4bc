import { EmailAddress } from "#ui/email-address.tsx";

export interface ContactProps {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

export const Contact = ({ name, email, phone }: ContactProps) => (
  <>
    <span className="font-semibold">{name}</span>
    <a
      className="link flex items-center text-sm max-sm:min-h-11 @4xl:min-w-52"
      href={`mailto:${email}`}
    >
      <EmailAddress email={email} />
    </a>
    {phone && (
      <a
        className="link flex items-center text-sm whitespace-nowrap max-sm:min-h-11"
        href={`tel:${phone}`}
      >
        {phone}
      </a>
    )}
  </>
);

export interface ResidenceProps {
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
}

/** Returns the city and the state, as far as they are known. */
export const placeText = ({ city, state }: Pick<ResidenceProps, "city" | "state">): string =>
  [city, state].filter((placeName) => placeName && placeName !== "Unknown").join(", ");

export const Residence = ({ city, state, zipCode }: ResidenceProps) => {
  const cityAndState = placeText({ city, state });
  return (
    <>
      {cityAndState}
      {zipCode && <span className="quiet block text-sm">{zipCode}</span>}
      {!cityAndState && !zipCode && "–"}
    </>
  );
};

export const AvailabilityCell = ({ availability }: { readonly availability: string | null }) => (
  <span className="inline-block first-letter:uppercase">
    {availability?.replace("-", " ") ?? "–"}
  </span>
);
