import { useRef, useState, type SubmitEvent } from "react";
import { splitName } from "#rules/names.ts";
import { useCreateVolunteerApplication } from "../../../data/volunteer-applications/mutations.ts";
import { fieldIssues, serverMessage } from "../../../lib/api-error.ts";
import { logFailure } from "../../../lib/log.ts";
import { useDraft } from "../../../lib/use-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { focusFirstInvalid } from "../../../ui/focus-first-invalid.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useOpenVolunteerLogin } from "../volunteer-login.ts";
import {
  checkApplication,
  contactOf,
  EMPTY_SECTION_APPLICATION,
  SECTION_REQUIRED,
  type ApplicationErrors,
} from "./application.ts";
import { announceApplied, ApplicationSent } from "./application-sent.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { usePlace } from "./use-place.ts";

const ACCOUNT_EXISTS = /already exists|already associated/i;
const FAILED = "Failed to submit application";

/** The application form in the page: a full name, and only the necessary required (P§5). */
export const ApplicationForm = () => {
  const { form, setForm, forget } = useDraft("application", EMPTY_SECTION_APPLICATION);
  const [errors, setErrors] = useState<ApplicationErrors>({});
  const [existing, setExisting] = useState<string | null>(null);
  const { place } = usePlace(form.zipCode);
  const create = useCreateVolunteerApplication();
  const openLogin = useOpenVolunteerLogin();
  const formRef = useRef<HTMLFormElement>(null);

  const setField = (name: keyof typeof form, value: string) => {
    setForm({ ...form, [name]: value });
    setErrors({});
    setExisting(null);
  };

  const fail = (error: unknown) => {
    logFailure("An application could not be submitted", error);
    const message = serverMessage(error) ?? FAILED;
    if (ACCOUNT_EXISTS.test(message)) {
      setExisting(message);
      return;
    }
    const { firstName, lastName, ...issues } = fieldIssues(error);
    setErrors({ ...issues, name: firstName ?? lastName });
    showToast({ title: "Submission Failed", description: message });
    focusFirstInvalid(formRef.current);
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const check = checkApplication(form, SECTION_REQUIRED);
    setErrors(check.errors);
    if (check.isMissing) {
      showToast({
        title: "Please fill required fields",
        description: "Name, email, availability, and password are required.",
      });
    }
    if (Object.keys(check.errors).length > 0) {
      focusFirstInvalid(formRef.current);
      return;
    }
    setExisting(null);
    try {
      await create.mutateAsync({ ...splitName(form.name), ...contactOf(form), ...place });
      forget();
      announceApplied();
    } catch (error) {
      fail(error);
    }
  };

  if (create.isSuccess) {
    return (
      <ApplicationSent
        message={create.data.message}
        action="Send another application"
        onAction={() => {
          setForm(EMPTY_SECTION_APPLICATION);
          create.reset();
        }}
      />
    );
  }
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Volunteer application"
      className="grid gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <TextField
        className="sm:col-span-2"
        label="Full name"
        autoComplete="name"
        maxLength={200}
        required
        value={form.name}
        error={errors["name"]}
        disabled={create.isPending}
        onValue={(value) => setField("name", value)}
      />
      <ContactFields
        form={form}
        errors={errors}
        disabled={create.isPending}
        isPlaceRequired={false}
        onField={setField}
        zipDescription={place.city && `${place.city}, ${place.state}`}
      />
      {existing !== null && (
        <div className="sm:col-span-2">
          <Notice tone="error" title="Account Already Exists">
            <p>{existing}</p>
            <Button look="outline" size="sm" className="mt-2" onClick={openLogin}>
              Login Instead
            </Button>
          </Notice>
        </div>
      )}
      <Button type="submit" size="lg" className="sm:col-span-2" busy={create.isPending}>
        {create.isPending ? "Submitting…" : "Apply to volunteer"}
      </Button>
    </form>
  );
};
