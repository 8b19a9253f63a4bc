import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { z } from "zod";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { volunteerEndpoints } from "#contracts/volunteers.ts";
import { useRecords } from "#data/resource.ts";
import { type VolunteerRecord, volunteers } from "#data/volunteers/resource.ts";
import { FormCheck, FormText, toText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { paths } from "#lib/paths.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { useTitle } from "#lib/use-title.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { EMPTY_VOLUNTEER, VolunteerFields } from "./volunteer-fields.tsx";

const SCHEMA = volunteerEndpoints.createVolunteer.body;
type NewVolunteerInput = z.input<typeof SCHEMA>;

const SEARCH_DELAY_MS = 400;

/** Links to the volunteer who already has the email that was typed, because the server would reject the form. */
const SameEmailNotice = () => {
  const { email: typedEmail } = useFormValues<NewVolunteerInput>();
  const email = useDebounced(toText(typedEmail).trim().toLowerCase(), SEARCH_DELAY_MS);
  const isComplete = EMAIL_PATTERN.test(email);
  const { data } = useRecords(volunteers, { search: email, limit: 5 }, { enabled: isComplete });
  const person = isComplete ? data?.rows.find((row) => row.email?.toLowerCase() === email) : null;
  return (
    <output className="block sm:col-span-2">
      {person && (
        <Notice tone="info">
          <VolunteerLink id={person.id}>{person.name}</VolunteerLink> already has this email. If
          they share a mailbox, enter it as the contact email instead.
        </Notice>
      )}
    </output>
  );
};

/** The form for someone who applied on paper. */
export const NewVolunteer = () => {
  const navigate = useNavigate();
  const addedId = useRef<string>(null);
  useTitle("Add a volunteer · Admin Dashboard");
  const leave = () => void navigate(paths.dashboard("volunteers", "directory"));
  return (
    <>
      <h1 className="font-display text-heading mt-3 mb-2 font-semibold">Add a volunteer</h1>
      <p className="quiet mb-5">
        For someone who applied on paper. They become a volunteer right away, and you can put them
        on shifts, even without an email address.
      </p>
      <div className="card-box p-5 sm:p-6">
        <RecordEditor
          noun="volunteer"
          resource={volunteers}
          schemas={{ create: SCHEMA, update: SCHEMA }}
          record={null}
          emptyValues={{ ...EMPTY_VOLUNTEER, sendsLink: false }}
          texts={{
            success: (_, response) => {
              const { id, name } = response as VolunteerRecord;
              addedId.current = id;
              return `${name} was added`;
            },
          }}
          onDone={() =>
            void navigate(
              addedId.current === null
                ? paths.dashboard("volunteers", "directory")
                : paths.dashboard("volunteers", "people", addedId.current),
            )
          }
          onCancel={leave}
        >
          <FormText<NewVolunteerInput> name="firstName" label="First name" />
          <FormText<NewVolunteerInput> name="lastName" label="Last name" />
          <FormText<NewVolunteerInput>
            name="email"
            label="Email"
            type="email"
            description="Without one, they can't log in."
            className="sm:col-span-2"
          />
          <SameEmailNotice />
          <VolunteerFields />
          <FormCheck<NewVolunteerInput>
            name="sendsLink"
            label="Email a link to set up a login"
            description="With a login, they can sign up for shifts. You can send the link later, too."
            className="sm:col-span-2"
          />
        </RecordEditor>
      </div>
    </>
  );
};
