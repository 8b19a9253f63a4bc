import { useState, type SubmitEvent } from "react";
import { VISITOR_NAME_MAX_LENGTH } from "#contracts/limits.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { showToast } from "#ui/messages/toast.ts";
import { useOpenLogin } from "../logins.ts";
import {
  getContact,
  DIALOG_REQUIRED_FIELDS,
  EMPTY_DIALOG_APPLICATION,
  type ApplicationErrors,
  type DialogApplication,
} from "./application.ts";
import { ApplicationSent } from "./application-sent.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { useApplication, type ApplicationState } from "./use-application.ts";
import { WantedEventNote } from "./wanted-event-note.tsx";
import { usePlace } from "./use-place.ts";

const RESET_DELAY_MS = 300;

export interface ApplicationDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Resets 300 ms after closing (VAPP-18), except after Back, which keeps the input. */
export const ApplicationDialog = ({ open, onClose }: ApplicationDialogProps) => {
  const [resetKey, setResetKey] = useState(0);
  const close = () => {
    onClose();
    setTimeout(() => setResetKey((current) => current + 1), RESET_DELAY_MS);
  };
  return <ApplicationAttempt key={resetKey} open={open} onClose={close} />;
};

interface Failure {
  readonly text: string;
  readonly accountExists: boolean;
  readonly issues: ApplicationErrors;
}

const toFailure = (error: unknown): Failure => {
  const serverText = getServerMessage(error);
  const accountExists = error instanceof ApiError && error.body?.accountExists === true;
  const responseText = accountExists
    ? `${serverText ?? "An account with this email already exists."} Please try logging in instead.`
    : (serverText ?? "Failed to submit application");
  return {
    text:
      error instanceof ApiError
        ? responseText
        : "Unable to submit your application. Please try again.",
    accountExists,
    issues: getFieldIssues(error),
  };
};

const FAILURE_TITLE = "Submission Error";

const SubmissionError = ({
  failure,
  onRetry,
  onLogin,
}: {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly onLogin: () => void;
}) => (
  <Outcome tone="error" title={FAILURE_TITLE} text={failure.text}>
    <Button onClick={onRetry}>Try Again</Button>
    {failure.accountExists && (
      <Button variant="outline" onClick={onLogin}>
        Login Instead
      </Button>
    )}
  </Outcome>
);

const ApplicationAttempt = ({ open, onClose }: ApplicationDialogProps) => {
  const application = useApplication({
    draft: "application dialog",
    emptyForm: EMPTY_DIALOG_APPLICATION,
    requiredFields: DIALOG_REQUIRED_FIELDS,
    missingFieldsToast: {
      title: "Missing Information",
      description: "Please fill in all required fields, including your password.",
    },
  });
  const { create, forget, isEmpty, showErrors } = application;
  const openLogin = useOpenLogin();
  const [isConfirming, setConfirming] = useState(false);
  const failure = create.isError ? toFailure(create.error) : null;
  const close = () => (isEmpty || create.isSuccess ? onClose() : setConfirming(true));

  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        onBack={onClose}
        locked={create.isPending}
        title="Volunteer with us"
        description={create.isSuccess ? undefined : "Tell us who you are and when you're free."}
      >
        {create.isSuccess && <ApplicationSent message={create.data.message} onClose={onClose} />}
        {failure && (
          <SubmissionError
            failure={failure}
            onRetry={() => {
              create.reset();
              showErrors(failure.issues);
            }}
            onLogin={() => {
              onClose();
              openLogin("volunteer");
            }}
          />
        )}
        {!create.isSuccess && !failure && <DialogApplicationForm application={application} />}
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        title="Discard this application?"
        body="You'll lose what you've typed."
        confirmLabel="Discard it"
        cancelLabel="Keep writing"
        destructive
        onConfirm={() => {
          setConfirming(false);
          forget();
          onClose();
        }}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
};

const DialogApplicationForm = ({
  application,
}: {
  readonly application: ApplicationState<DialogApplication>;
}) => {
  const { form, setForm, create, errors, formRef, setField } = application;
  const lookup = usePlace(form.zipCode, form.manualPlace);

  const nameField = (name: "firstName" | "lastName") => ({
    value: form[name],
    error: errors[name],
    disabled: create.isPending,
    maxLength: VISITOR_NAME_MAX_LENGTH,
    required: true,
    onValue: (value: string) => setField(name, value),
  });

  const submit = (event: SubmitEvent) =>
    application.submit(
      event,
      () => ({
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        ...getContact(form),
        city: lookup.place.city.trim(),
        state: lookup.place.state.trim(),
      }),
      (error) =>
        application.isGone() &&
        showToast({ title: FAILURE_TITLE, description: toFailure(error).text }),
    );

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Volunteer application"
      className="grid gap-x-4 gap-y-4 sm:grid-cols-2"
    >
      <WantedEventNote className="sm:col-span-2" />
      <TextField {...nameField("firstName")} label="First name" autoComplete="given-name" />
      <TextField {...nameField("lastName")} label="Last name" autoComplete="family-name" />
      <ContactFields
        form={form}
        errors={errors}
        disabled={create.isPending}
        arePhoneAndZipRequired
        onFieldChange={setField}
        placeFields={
          <PlaceFields
            lookup={lookup}
            disabled={create.isPending}
            onPlaceChange={(place) =>
              setForm({ ...form, manualPlace: { zipCode: form.zipCode.trim(), ...place } })
            }
          />
        }
      />
      <Button type="submit" size="lg" className="mt-1 sm:col-span-2" busy={create.isPending}>
        {create.isPending ? "Submitting…" : "Submit application"}
      </Button>
    </form>
  );
};
