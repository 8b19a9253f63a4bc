import type { SubmitEvent } from "react";
import { VISITOR_NAME_MAX_LENGTH } from "#contracts/limits.ts";
import { splitName } from "#rules/names.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showToast } from "#ui/messages/toast.ts";
import { useOpenLogin } from "../logins.ts";
import {
  getContact,
  EMPTY_SECTION_APPLICATION,
  SECTION_REQUIRED_FIELDS,
  type SectionApplication,
} from "./application.ts";
import { ApplicationSent } from "./application-sent.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { useApplication } from "./use-application.ts";
import { WantedEventNote } from "./wanted-event-note.tsx";
import { usePlace } from "./use-place.ts";

const ACCOUNT_EXISTS_PATTERN = /already exists|already associated/i;
const FAILURE_TITLE = "Failed to submit application";

const failureText = (error: unknown) => getServerMessage(error) ?? FAILURE_TITLE;

export interface VolunteerFormDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * The volunteer section's form, with one field for the full name and few required fields (VAPP-08). It keeps its input
 * when closed.
 */
export const VolunteerFormDialog = ({ open, onClose }: VolunteerFormDialogProps) => {
  const { form, setForm, create, errors, showErrors, formRef, ...application } = useApplication({
    draft: "application",
    emptyForm: EMPTY_SECTION_APPLICATION,
    requiredFields: SECTION_REQUIRED_FIELDS,
    missingFieldsToast: {
      title: "Please fill required fields",
      description: "Name, email, availability, and password are required.",
    },
  });
  const { place } = usePlace(form.zipCode);
  const openLogin = useOpenLogin();
  const failureMessage = create.isError ? failureText(create.error) : "";
  const accountExists = ACCOUNT_EXISTS_PATTERN.test(failureMessage);

  const setField = (name: keyof SectionApplication, value: string) => {
    application.setField(name, value);
    // The error may not apply to the corrected email address.
    if (accountExists) create.reset();
  };

  const showError = (error: unknown) => {
    const text = failureText(error);
    if (ACCOUNT_EXISTS_PATTERN.test(text) && !application.isGone()) return;
    const { firstName, lastName, ...issues } = getFieldIssues(error);
    showToast({ title: "Submission Failed", description: text });
    showErrors({ ...issues, name: firstName ?? lastName });
  };

  const submit = (event: SubmitEvent) =>
    application.submit(
      event,
      () => ({ ...splitName(form.name), ...getContact(form), ...place }),
      showError,
    );

  const startOver = () => {
    setForm(EMPTY_SECTION_APPLICATION);
    application.forget();
    create.reset();
  };
  const close = () => {
    onClose();
    if (create.isSuccess) startOver();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={create.isPending}
      title="Apply to volunteer"
      description="Tell us who you are and when you're free."
    >
      {create.isSuccess ? (
        <ApplicationSent message={create.data.message} onClose={close} onStartOver={startOver} />
      ) : (
        <form
          ref={formRef}
          noValidate
          onSubmit={submit}
          aria-label="Volunteer application"
          className="grid gap-x-4 gap-y-4 sm:grid-cols-2"
        >
          <WantedEventNote className="sm:col-span-2" />
          <TextField
            className="sm:col-span-2"
            label="Full name"
            autoComplete="name"
            maxLength={2 * VISITOR_NAME_MAX_LENGTH + 1}
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
            arePhoneAndZipRequired={false}
            onFieldChange={setField}
            zipDescription={place.city && `${place.city}, ${place.state}`}
          />
          {accountExists && (
            <AccountExists
              text={failureMessage}
              onLogin={() => {
                onClose();
                openLogin("volunteer");
              }}
            />
          )}
          <Button type="submit" size="lg" className="sm:col-span-2" busy={create.isPending}>
            {create.isPending ? "Submitting…" : "Apply to volunteer"}
          </Button>
        </form>
      )}
    </Dialog>
  );
};

const AccountExists = ({
  text,
  onLogin,
}: {
  readonly text: string;
  readonly onLogin: () => void;
}) => (
  <div className="sm:col-span-2">
    <Notice tone="error" title="Account Already Exists">
      <p>{text}</p>
      <Button variant="outline" size="sm" className="mt-2" onClick={onLogin}>
        Login Instead
      </Button>
    </Notice>
  </div>
);
