import { NEW_DETAILS } from "#contracts/choices.ts";
import type { AdminApplication } from "#data/volunteer-applications/resource.ts";
import { useFormField } from "#kit/forms/form-fields.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import type { ApprovalInput } from "./applicant-kind.tsx";
import { availabilityText } from "./person-cells.tsx";

type Match = NonNullable<AdminApplication["match"]>;
type Field = (typeof NEW_DETAILS)[number];

const LABELS: Readonly<Record<Field, string>> = {
  phone: "phone",
  zipCode: "ZIP code",
  city: "city",
  state: "state",
  availability: "availability",
  interests: "interests",
};

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const valueText = (field: Field, value: string): string =>
  field === "availability" && value !== "" ? availabilityText(value) : value;

/** Says who disabled a volunteer's login, and when. */
export const DisabledText = ({ match }: { readonly match: Match }) =>
  match.disabledBy !== null && match.disabledAt !== null ? (
    <>
      Login disabled by {match.disabledBy} on <ShortDate moment={match.disabledAt} />.
    </>
  ) : (
    "The login is disabled."
  );

/** Says who disabled a volunteer, before an approval would enable them. */
const DisabledNotice = ({ match }: { readonly match: Match }) =>
  match.isDisabled && (
    <div className="sm:col-span-2">
      <Notice tone="error" title={`${match.name} is disabled`}>
        <p>
          <DisabledText match={match} /> Approving enables it again.
        </p>
      </Notice>
    </div>
  );

/** Offers what a volunteer who applies again says differently than the directory, field by field. */
const DetailChoices = ({ match: { newDetails } }: { readonly match: Match }) => {
  const { value, setValue, controlProps } = useFormField<ApprovalInput>("takesOver");
  const chosen = (value ?? []) as readonly Field[];
  if (newDetails.length === 0) return null;
  return (
    <fieldset className="grid gap-3 sm:col-span-2" disabled={controlProps.disabled}>
      <legend className="mb-2 font-semibold">
        Take over {joinWords(newDetails.map(({ field }) => LABELS[field]))}?
      </legend>
      {newDetails.map(({ field, former, given }) => (
        <CheckField
          key={field}
          label={`${capitalize(LABELS[field])}: ${valueText(field, given)}`}
          description={former === "" ? "Currently blank" : `Currently: ${valueText(field, former)}`}
          checked={chosen.includes(field)}
          onValue={(isChosen) =>
            setValue(
              NEW_DETAILS.filter((other) => (other === field ? isChosen : chosen.includes(other))),
            )
          }
        />
      ))}
    </fieldset>
  );
};

/** What an approval would change about a volunteer whom we already know. */
export const KnownVolunteer = ({ match }: { readonly match: Match }) => {
  const { as } = useFormValues<ApprovalInput>();
  if (!match.isNamed && as !== "known") return null;
  return (
    <>
      <DisabledNotice match={match} />
      <DetailChoices match={match} />
    </>
  );
};
