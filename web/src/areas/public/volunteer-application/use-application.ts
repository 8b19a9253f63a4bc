import { useRef, useState, type SubmitEvent } from "react";
import {
  useCreateVolunteerApplication,
  type NewVolunteerApplication,
} from "#data/volunteer-applications/mutations.ts";
import { logError } from "#lib/log.ts";
import { useVisitorDraft } from "#lib/drafts/use-visitor-draft.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { showToast, type ToastText } from "#ui/messages/toast.ts";
import { useIsGone } from "#ui/messages/use-is-gone.ts";
import { forgetWantedEvent, useWantedEvent } from "../wanted-event.ts";
import { checkApplication, type ApplicationErrors, type ContactValues } from "./application.ts";
import { announceApplication } from "./application-sent.tsx";

interface ApplicationKind<Form> {
  readonly draft: string;
  readonly emptyForm: Form;
  readonly requiredFields: readonly (keyof Form & string)[];
  /** Shown if a required field is empty. */
  readonly missingFieldsToast: ToastText;
}

/**
 * Holds the state of either application form. Input is saved as a draft until it is sent, and
 * checked before sending.
 */
export const useApplication = <Form extends ContactValues>({
  draft,
  emptyForm,
  requiredFields,
  missingFieldsToast,
}: ApplicationKind<Form>) => {
  const { form, setForm, forget, isEmpty } = useVisitorDraft(draft, emptyForm);
  const [errors, setErrors] = useState<ApplicationErrors>({});
  const create = useCreateVolunteerApplication();
  const wantedEvent = useWantedEvent();
  const formRef = useRef<HTMLFormElement>(null);

  const showErrors = (newErrors: ApplicationErrors) => {
    setErrors(newErrors);
    focusFirstInvalid(formRef.current);
  };

  const send = async (
    application: NewVolunteerApplication,
    onFailure: (error: unknown) => unknown,
  ): Promise<void> => {
    try {
      await create.mutateAsync({
        ...application,
        ...(wantedEvent && { wantedEventId: wantedEvent.id }),
      });
      forget();
      if (wantedEvent) forgetWantedEvent();
      announceApplication();
    } catch (error) {
      logError("An application could not be submitted", error);
      onFailure(error);
    }
  };

  return {
    form,
    setForm,
    forget,
    isEmpty,
    create,
    isGone: useIsGone(),
    errors,
    showErrors,
    formRef,
    setField: (name: keyof Form, value: string) => {
      setForm({ ...form, [name]: value });
      setErrors({});
    },
    submit: (
      event: SubmitEvent,
      createApplication: () => NewVolunteerApplication,
      onFailure: (error: unknown) => unknown,
    ) => {
      event.preventDefault();
      const check = checkApplication(form, requiredFields);
      showErrors(check.errors);
      if (check.hasMissingFields) showToast(missingFieldsToast);
      if (Object.keys(check.errors).length === 0) void send(createApplication(), onFailure);
    },
  };
};

export type ApplicationState<Form extends ContactValues> = ReturnType<typeof useApplication<Form>>;
