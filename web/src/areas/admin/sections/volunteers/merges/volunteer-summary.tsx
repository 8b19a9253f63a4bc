import type { VolunteerMergeSide } from "#data/volunteer-merges/mutations.ts";
import { countWithNoun, number } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { shortenValue } from "#admin/merges/merge-questions.ts";
import { availabilityText, placeWithZip } from "../person-cells.tsx";
import { emergencyContactText } from "./merge-fields.ts";

/** Returns what a volunteer has done, such as `12.5 hours, 3 sign-ups, 1 highlight`. */
const activityText = (side: VolunteerMergeSide): string =>
  [
    `${number(side.totalHours)} ${side.totalHours === 1 ? "hour" : "hours"}`,
    countWithNoun(side.registrationCount, "sign-up", "sign-ups"),
    side.waitingCount > 0 && `${countWithNoun(side.waitingCount, "place", "places")} in line`,
    side.highlightCount > 0 && countWithNoun(side.highlightCount, "highlight", "highlights"),
    side.qualificationCount > 0 &&
      countWithNoun(side.qualificationCount, "qualification", "qualifications"),
  ]
    .filter((part) => part !== false)
    .join(", ");

const loginText = ({ login, isActive }: VolunteerMergeSide): string => {
  if (login === null) return "No login";
  if (!isActive) return "Login disabled";
  return login.isSetUp ? `Logs in with ${login.email}` : "Hasn't set up their account yet";
};

/** One volunteer in a pair: who they are, and what they have done. */
export const VolunteerSummary = ({
  title,
  side,
}: {
  readonly title?: string;
  readonly side: VolunteerMergeSide;
}) => {
  const place = placeWithZip(side);
  const emergencyContact = emergencyContactText(side);
  return (
    <div className="min-w-0">
      {title && <p className="quiet text-sm">{title}</p>}
      <p className="font-semibold wrap-anywhere">{side.name}</p>
      {side.addresses.map((address) => (
        <p key={address} className="text-sm">
          <EmailAddress email={address} />
        </p>
      ))}
      {side.contactEmail && (
        <p className="text-sm">
          <EmailAddress email={side.contactEmail} /> (shared mailbox)
        </p>
      )}
      {place && <p className="text-sm">{place}</p>}
      {side.phone && <p className="text-sm">{side.phone}</p>}
      {side.availability && <p className="text-sm">{availabilityText(side.availability)}</p>}
      {emergencyContact && (
        <p className="text-sm wrap-anywhere">Emergency contact: {emergencyContact}</p>
      )}
      {side.interests && (
        <p className="text-sm wrap-anywhere">Interests: {shortenValue(side.interests)}</p>
      )}
      {side.tags.length > 0 && <p className="text-sm">Tags: {side.tags.join(", ")}</p>}
      {side.notes && <p className="text-sm wrap-anywhere">Notes: {shortenValue(side.notes)}</p>}
      <p className="quiet text-sm">{activityText(side)}</p>
      <p className="quiet text-sm wrap-anywhere">{loginText(side)}</p>
      <p className="quiet text-sm">
        Added on <ShortDate moment={side.createdAt} />
      </p>
    </div>
  );
};
