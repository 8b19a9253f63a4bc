import { useRef, type BaseSyntheticEvent, type SubmitEvent } from "react";
import type { FieldErrors, FieldValues, UseFormReturn } from "react-hook-form";
import { getQuestion } from "#lib/api/write-errors.ts";
import { getFieldIssues, isGone } from "#lib/api/refusals.ts";
import type { DraftKey } from "#lib/drafts/draft-key.ts";
import { forgetDraft } from "#lib/drafts/drafts.ts";
import { logError } from "#lib/log.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { getFormFailureText } from "#ui/messages/show-failure.ts";
import { showToast, type ToastText } from "#ui/messages/toast.ts";
import { getAddressQuestion } from "./address-question.ts";
import { toConflict, type Conflict, type EditedVersion } from "./edited-version.ts";
import { pickFields, type Autosave, type useRecordDraft } from "./record-draft.ts";
import type { readConstraints } from "./schema-constraints.ts";
import type { FormQuestion, useQuestion } from "./use-question.ts";

export interface SubmitButton {
  readonly label: string;
  /** Values that this button adds to the record, such as `{ isPublished: false }`. */
  readonly values: FieldValues;
  /** Label while saving. */
  readonly busyLabel?: string;
  /** True for the button that Enter uses. By default, it's the first one. */
  readonly isDefault?: boolean;
}

type QuestionOrNone = FormQuestion | null | Promise<FormQuestion | null>;

export interface RecordSubmitProps {
  /** The form's accessible name, such as "Add location". */
  readonly label: string;
  /** Initial values. */
  readonly values: FieldValues;
  readonly draft: DraftKey;
  /** Set if the form also saves its draft to the server. */
  readonly autosave?: Autosave | undefined;
  readonly version?: EditedVersion | undefined;
  /** Shown if someone has deleted the record. */
  readonly deletedText?: string | undefined;
  /** Receives all valid values, and separately those that were changed in this form. */
  readonly onSave: (values: FieldValues, changes: FieldValues) => Promise<unknown>;
  /** Called with the label of the pressed button after the record has been saved and its draft deleted. */
  readonly onSaved?: (pressedLabel: string) => void;
  /** Shown when a required field is empty. */
  readonly missingFieldsText?: ToastText;
  /** Returns a toast for errors that need more than a message next to the field. */
  readonly noticeFor?: (errors: FieldErrors) => ToastText | undefined;
  /** Returns a question to ask before saving. If the user cancels, the form keeps what was typed. */
  readonly questionOf?: ((changes: FieldValues) => QuestionOrNone) | undefined;
  readonly failure: { readonly title: string; readonly fallback: string };
  /** Buttons that save in different ways. */
  readonly submitButtons?: readonly SubmitButton[] | undefined;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const getSubmitter = (event?: BaseSyntheticEvent): HTMLButtonElement | null => {
  const nativeEvent: { readonly submitter?: HTMLButtonElement | null } = event?.nativeEvent ?? {};
  return nativeEvent.submitter ?? null;
};

/** Returns the button that submitted the form. */
const findPressedButton = (
  buttons: readonly SubmitButton[],
  event?: BaseSyntheticEvent,
): SubmitButton | undefined => {
  const pressedLabel = getSubmitter(event)?.value;
  return buttons.find(({ label }) => label === pressedLabel) ?? buttons[0];
};

interface SentRecord {
  readonly allValues: FieldValues;
  readonly changes: FieldValues;
  readonly element: HTMLFormElement;
}

interface RecordSource extends Pick<RecordSubmitProps, "onSave" | "version" | "values"> {
  readonly form: UseFormReturn<FieldValues, unknown, FieldValues>;
  readonly draftVersion: Omit<ReturnType<typeof useRecordDraft>, "hasDraft">;
}

/**
 * Sends a record with the version it is based on. Resolves to the conflict if someone else has changed the record
 * since.
 */
const sendRecord = async (
  { allValues, changes, element }: SentRecord,
  { form, onSave, version, values, draftVersion }: RecordSource,
): Promise<Conflict | null> => {
  const { baseVersion, isRestored } = draftVersion;
  const send = () =>
    onSave(allValues, version ? { ...changes, [version.name]: baseVersion.version() } : changes);
  const getConflict = (error: unknown) => {
    const conflict =
      version &&
      toConflict(error, {
        version,
        initialValues: isRestored ? null : (form.formState.defaultValues ?? {}),
        sentValues: changes,
        formValues: values,
        form: element,
      });
    if (!conflict) throw error;
    return conflict;
  };
  try {
    await send().catch((error: unknown) => {
      const conflict = getConflict(error);
      if (conflict.changedFields.length > 0) throw error;
      // The other user didn't change anything that this form shows or sends, so save again with the new version.
      baseVersion.adoptVersion(conflict.version);
      return send();
    });
    return null;
  } catch (error) {
    return getConflict(error);
  }
};

const showSaveFailure = (
  error: unknown,
  element: HTMLFormElement,
  { failure, deletedText }: Pick<RecordSubmitProps, "failure" | "deletedText">,
) => {
  focusFirstInvalid(element);
  showToast({
    title: failure.title,
    description:
      (isGone(error) ? deletedText : undefined) ?? getFormFailureText(error, failure.fallback),
  });
};

const UNUSUAL_DATE = { title: "Is this date right?", confirmLabel: "Save it anyway" };

const isQuestion = (error: unknown) => getQuestion(error, "unusual_date") !== null;

/** Sends a record, and again if the server asks about a date and the user confirms it. */
const sendAfterQuestion = async (
  sent: SentRecord,
  source: RecordSource,
  askUser: (question: string) => Promise<boolean>,
): Promise<Conflict | null> => {
  try {
    return await sendRecord(sent, source);
  } catch (error) {
    const question = getQuestion(error, "unusual_date");
    if (question === null || !(await askUser(question))) throw error;
    const confirmation = { anyway: true };
    return sendRecord(
      {
        ...sent,
        allValues: { ...sent.allValues, ...confirmation },
        changes: { ...sent.changes, ...confirmation },
      },
      source,
    );
  }
};

/** Asks one question after the other. Returns whether the user confirmed all of them. */
const confirmAll = async (
  questions: readonly (FormQuestion | null | undefined)[],
  askUser: (question: FormQuestion) => Promise<boolean>,
): Promise<boolean> => {
  for (const question of questions) if (question && !(await askUser(question))) return false;
  return true;
};

interface RecordSubmitOptions {
  readonly form: UseFormReturn<FieldValues, unknown, FieldValues>;
  readonly buttons: readonly SubmitButton[];
  readonly constraints: ReturnType<typeof readConstraints>;
  readonly draftVersion: Omit<ReturnType<typeof useRecordDraft>, "hasDraft">;
  readonly onConflict: (conflict: Conflict) => void;
  readonly findPendingNotice: () => ToastText | undefined;
  readonly ask: ReturnType<typeof useQuestion>["ask"];
}

const markFields = (
  error: unknown,
  { form, constraints }: Pick<RecordSubmitOptions, "form" | "constraints">,
) => {
  for (const [name, message] of Object.entries(getFieldIssues(error))) {
    // Fields inside an object, such as `tribute.sendOn`, have no constraints of their own.
    const [fieldName = name] = name.split(".");
    if (fieldName in constraints) form.setError(name, { message });
  }
};

/** Returns a function that validates and saves the record, and reports what went wrong if it can't be saved. */
export const useRecordSubmit = (
  props: RecordSubmitProps,
  {
    form,
    buttons,
    constraints,
    draftVersion,
    onConflict,
    findPendingNotice,
    ask,
  }: RecordSubmitOptions,
) => {
  /** The button with which the record has just been saved. */
  const savedWithRef = useRef<SubmitButton>(null);
  const { dirtyFields } = form.formState;

  const save = async (validValues: FieldValues, event?: BaseSyntheticEvent) => {
    const element = event?.target as HTMLFormElement;
    const pendingNotice = findPendingNotice();
    if (pendingNotice) {
      showToast(pendingNotice);
      return focusFirstInvalid(element);
    }
    const pressedButton = findPressedButton(buttons, event) ?? { label: props.label, values: {} };
    const { values } = pressedButton;
    const changes = { ...pickFields(validValues, Object.keys(dirtyFields)), ...values };
    const allValues = { ...validValues, ...values };
    const questions = [await props.questionOf?.(changes), getAddressQuestion(allValues, changes)];
    if (!(await confirmAll(questions, (question) => ask(question, getSubmitter(event))))) return;
    if (props.autosave && !(await props.autosave.beforeSubmit())) return;
    try {
      const newConflict = await sendAfterQuestion(
        { allValues, changes, element },
        { ...props, form, draftVersion },
        (body) => ask({ ...UNUSUAL_DATE, body }, getSubmitter(event)),
      );
      if (newConflict) onConflict(newConflict);
      else savedWithRef.current = pressedButton;
    } catch (error) {
      markFields(error, { form, constraints });
      // The user has just said that the date isn't right.
      if (isQuestion(error)) return focusFirstInvalid(element);
      logError(`${props.label} failed`, error);
      showSaveFailure(error, element, props);
    }
  };
  const showErrors = (errors: FieldErrors) => {
    const isMissing = Object.keys(errors).some((name) => isEmpty(form.getValues(name)));
    const notice =
      (isMissing ? props.missingFieldsText : undefined) ??
      props.noticeFor?.(errors) ??
      findPendingNotice();
    if (notice) showToast(notice);
  };
  return async (event: SubmitEvent) => {
    await form.handleSubmit(save, showErrors)(event);
    const savedWith = savedWithRef.current;
    if (!savedWith) return;
    savedWithRef.current = null;
    // Delete the draft again, because the form reports its state at the end of a submit, which stores the draft once
    // more.
    forgetDraft(props.draft);
    props.onSaved?.(savedWith.label);
  };
};
