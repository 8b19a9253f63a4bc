import { zodResolver } from "@hookform/resolvers/zod";
import {
  lazy,
  Suspense,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type BaseSyntheticEvent,
  type ReactNode,
  type SubmitEvent,
} from "react";
import { FormProvider, useForm, type FieldErrors, type FieldValues } from "react-hook-form";
import type { z } from "zod";
import { fieldIssues, isGone } from "#lib/api/refusals.ts";
import type { DraftKey } from "#lib/drafts/draft-key.ts";
import { forgetDraft } from "#lib/drafts/drafts.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { firstField } from "#ui/fields/first-field.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { formFailureText } from "#ui/messages/show-failure.ts";
import { showToast, type ToastText } from "#ui/messages/toast.ts";
import { conflictOf, useConflict, type Conflict, type EditedVersion } from "./edited-version.ts";
import { FieldConstraintsContext } from "./form-fields.tsx";
import { constraintsOf } from "./schema-constraints.ts";
import { PendingWork } from "./pending-work.ts";
import { pickFields, useRecordDraft, type Autosave } from "./record-draft.ts";
import { useQuestion, type FormQuestion } from "./use-question.ts";

const RecordConflict = lazy(async () => ({
  default: (await import("./record-conflict.tsx")).RecordConflict,
}));

export interface SubmitButton {
  readonly label: string;
  /** Values this button adds, such as `{ isPublished: false }`. */
  readonly values: FieldValues;
  /** Label while saving. */
  readonly busyLabel?: string;
}

export type FormValues = FieldValues;

type QuestionOrNone = FormQuestion | null | Promise<FormQuestion | null>;

export interface RecordFormProps {
  /** Accessible name of the form, such as "Add location". */
  readonly label: string;
  /** The contract's schema. */
  readonly schema: z.ZodType<FieldValues, FieldValues>;
  /** Initial values. */
  readonly values: FieldValues;
  readonly draft: DraftKey;
  /** Set if the form saves its draft to the server, too. */
  readonly autosave?: Autosave | undefined;
  readonly version?: EditedVersion | undefined;
  /** Shown if someone has deleted the record. */
  readonly deletedText?: string | undefined;
  /** Receives all valid values, and the ones changed in this form. */
  readonly onSave: (values: FieldValues, changes: FieldValues) => Promise<unknown>;
  /** Called once the record is saved and its draft is gone. */
  readonly onSaved?: () => void;
  /** Shown when a required field is empty. */
  readonly missingFieldsText?: ToastText;
  /** Returns a toast for errors that need more than a message on the field. */
  readonly noticeFor?: (errors: FieldErrors) => ToastText | undefined;
  /** Returns a question to confirm before saving. Canceling keeps what was typed. */
  readonly questionOf?: ((changes: FieldValues) => QuestionOrNone) | undefined;
  readonly failure: { readonly title: string; readonly fallback: string };
  /** Buttons that save in different ways. Enter uses the first one. */
  readonly submitButtons?: readonly SubmitButton[] | undefined;
  /** Turns off Save and Cancel until something has changed, for a form that stays open. */
  readonly needsChange?: boolean;
  readonly onCancel: () => void;
  /** Replaces "Cancel" if that could be mistaken for the form's action. */
  readonly cancelLabel?: string;
  /** Disables leaving the form. */
  readonly isLeavingDisabled?: boolean;
  /** Focuses the first field, for a form opened by a button. */
  readonly hasFocus?: boolean;
  readonly children: ReactNode;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const submitterOf = (event?: BaseSyntheticEvent): HTMLButtonElement | null => {
  const nativeEvent: { readonly submitter?: HTMLButtonElement | null } = event?.nativeEvent ?? {};
  return nativeEvent.submitter ?? null;
};

/** Returns the values of the button that submitted the form. */
const submitValuesOf = (
  submits: readonly SubmitButton[],
  event?: BaseSyntheticEvent,
): FieldValues => {
  const pressedLabel = submitterOf(event)?.value;
  return (submits.find(({ label }) => label === pressedLabel) ?? submits[0])?.values ?? {};
};

/** Collects pending work, such as uploads, that blocks saving; oldest first. */
const usePendingWork = () => {
  const pendingWork = useRef(new Set<ToastText>());
  const blockSubmit = useCallback((notice: ToastText) => {
    pendingWork.current.add(notice);
    return () => void pendingWork.current.delete(notice);
  }, []);
  return { blockSubmit, firstPendingWork: () => [...pendingWork.current][0] };
};

const useInitialFocus = (isEnabled: boolean) => {
  const formRef = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isEnabled && formRef.current) firstField(formRef.current)?.focus();
  }, [isEnabled]);
  return formRef;
};

interface SentRecord {
  /** All valid values. */
  readonly allValues: FieldValues;
  readonly changes: FieldValues;
  readonly element: HTMLFormElement;
}

interface RecordSource extends Pick<RecordFormProps, "onSave" | "version" | "values"> {
  readonly form: ReturnType<typeof useForm>;
  readonly draftVersion: Omit<ReturnType<typeof useRecordDraft>, "hasDraft">;
}

/** Sends a record with the version it is based on. Resolves with the conflict if someone else has changed it since. */
const sendRecord = async (
  { allValues, changes, element }: SentRecord,
  { form, onSave, version, values, draftVersion }: RecordSource,
): Promise<Conflict | null> => {
  const { initialVersion, isRestored } = draftVersion;
  const send = () =>
    onSave(allValues, version ? { ...changes, [version.name]: initialVersion.version() } : changes);
  const conflictIn = (error: unknown) => {
    const conflict =
      version &&
      conflictOf(error, {
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
      const conflict = conflictIn(error);
      if (conflict.changedFields.length > 0) throw error;
      // Nothing that this form shows or sends has changed, so save again with the new version.
      initialVersion.adoptVersion(conflict.version);
      return send();
    });
    return null;
  } catch (error) {
    return conflictIn(error);
  }
};

const showSaveFailure = (
  error: unknown,
  element: HTMLFormElement,
  { failure, deletedText }: Pick<RecordFormProps, "failure" | "deletedText">,
) => {
  focusFirstInvalid(element);
  showToast({
    title: failure.title,
    description:
      (isGone(error) ? deletedText : undefined) ?? formFailureText(error, failure.fallback),
  });
};

const NOTHING_CHANGED: ToastText = {
  title: "Nothing to save yet",
  description: "Change something first.",
};

/** The button unmounted with its panel, so move the focus here. */
const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** A form for one record. What was typed survives a failure, a reload, Back, and an expired session. */
export const RecordForm = (props: RecordFormProps) => {
  const { label, schema, values, draft, version, missingFieldsText } = props;
  const submits: readonly SubmitButton[] = props.submitButtons ?? [{ label, values: {} }];
  const constraints = useMemo(() => constraintsOf(schema), [schema]);
  const form = useForm({ defaultValues: values, resolver: zodResolver(schema) });
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const { hasDraft, ...draftVersion } = useRecordDraft(form, draft, {
    version,
    values,
    savedValues: props.autosave?.savedValues ?? null,
  });
  const { conflict, setConflict, resolution, resolveConflict, undo } = useConflict(
    form,
    draftVersion.initialVersion.adoptVersion,
  );
  const [isLeaving, setLeaving] = useState(false);
  const { blockSubmit, firstPendingWork } = usePendingWork();
  const { openQuestion, ask } = useQuestion(isSubmitting);
  const formRef = useInitialFocus(props.hasFocus === true);
  const isSaved = useRef(false);
  const unchangedNoteId = useId();
  const isUnchanged = props.needsChange === true && !isDirty;
  /** Marks a button that does nothing until something has changed. It stays focusable and says why. */
  const unchangedProps = isUnchanged && {
    "aria-disabled": true,
    "aria-describedby": unchangedNoteId,
  };

  const save = async (validValues: FieldValues, event?: BaseSyntheticEvent) => {
    const element = event?.target as HTMLFormElement;
    const pendingNotice = firstPendingWork();
    if (pendingNotice) {
      showToast(pendingNotice);
      focusFirstInvalid(element);
      return;
    }
    const submitValues = submitValuesOf(submits, event);
    const changes = { ...pickFields(validValues, Object.keys(dirtyFields)), ...submitValues };
    const question = await props.questionOf?.(changes);
    if (question && !(await ask(question, submitterOf(event)))) return;
    if (props.autosave && !(await props.autosave.beforeSubmit())) return;
    try {
      const sentRecord = { allValues: { ...validValues, ...submitValues }, changes, element };
      const newConflict = await sendRecord(sentRecord, { ...props, form, draftVersion });
      if (newConflict) {
        setConflict(newConflict);
        return;
      }
      isSaved.current = true;
    } catch (error) {
      logError(`${label} failed`, error);
      for (const [name, message] of Object.entries(fieldIssues(error))) {
        if (name in constraints) form.setError(name, { message });
      }
      showSaveFailure(error, element, props);
    }
  };
  const submit = async (event: SubmitEvent) => {
    await form.handleSubmit(save, showErrors)(event);
    if (!isSaved.current) return;
    isSaved.current = false;
    // The form reports its state once more at the end of a submit, which would store the draft again.
    forgetDraft(draft);
    props.onSaved?.();
  };
  const showErrors = (errors: FieldErrors) => {
    const isMissing = Object.keys(errors).some((name) => isEmpty(form.getValues(name)));
    const notice =
      (isMissing ? missingFieldsText : undefined) ??
      props.noticeFor?.(errors) ??
      firstPendingWork();
    if (notice) showToast(notice);
  };
  const leave = () => {
    forgetDraft(draft);
    props.onCancel();
  };

  return (
    <FormProvider {...form}>
      <FieldConstraintsContext value={constraints}>
        <form
          ref={formRef}
          noValidate
          aria-label={label}
          onSubmit={(event) => {
            if (!isUnchanged) return void submit(event);
            event.preventDefault();
            return showToast(NOTHING_CHANGED);
          }}
          className={cx(
            "grid grid-cols-1 gap-x-4 gap-y-5 py-2 text-left whitespace-normal sm:grid-cols-2",
            // Scrolls a focused field clear of the buttons.
            props.autosave && "pb-0 **:scroll-mb-32",
          )}
        >
          {hasDraft && (
            <div className="sm:col-span-2">
              <Notice tone="info">We restored what you typed earlier.</Notice>
            </div>
          )}
          <PendingWork value={blockSubmit}>{props.children}</PendingWork>
          {conflict && (
            <Suspense fallback={null}>
              <RecordConflict {...conflict} onResolve={resolveConflict} />
            </Suspense>
          )}
          {resolution && !conflict && (
            <output ref={focusOnMount} tabIndex={-1} className="block outline-none sm:col-span-2">
              <Notice tone="info">
                {resolution.notice}{" "}
                <Button variant="ghost" size="sm" onClick={undo}>
                  Restore what I typed
                </Button>
              </Notice>
            </output>
          )}
          <div
            className={cx(
              "flex flex-wrap items-center gap-3 sm:col-span-2",
              props.autosave &&
                "bg-base-100 border-base-300 max-sm:gap-2 sticky bottom-0 z-10 -mx-5 rounded-b-2xl border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6",
            )}
          >
            {submits.map((submit, index) => (
              <Button
                key={submit.label}
                type="submit"
                value={submit.label}
                variant={index === 0 ? "primary" : "outline"}
                className={props.autosave && "max-sm:grow max-sm:px-2"}
                busy={isSubmitting}
                {...unchangedProps}
              >
                {isSubmitting ? (submit.busyLabel ?? submit.label) : submit.label}
              </Button>
            ))}
            <Button
              variant="ghost"
              className="max-sm:order-1"
              disabled={isSubmitting || props.isLeavingDisabled === true}
              {...unchangedProps}
              onClick={() => {
                if (isDirty) setLeaving(true);
                else if (!isUnchanged) leave();
              }}
            >
              {props.cancelLabel ?? "Cancel"}
            </Button>
            {isUnchanged && (
              <span id={unchangedNoteId} hidden>
                {NOTHING_CHANGED.description}
              </span>
            )}
            {props.autosave?.status}
          </div>
        </form>
      </FieldConstraintsContext>
      <ConfirmDialog
        open={openQuestion !== undefined}
        title={openQuestion?.title ?? ""}
        body={openQuestion?.body}
        confirmLabel={openQuestion?.confirmLabel ?? ""}
        onConfirm={() => openQuestion?.answer(true)}
        onCancel={() => openQuestion?.answer(false)}
      />
      <ConfirmDialog
        open={isLeaving}
        title="Discard what you typed?"
        body={props.autosave?.discardText ?? "It hasn't been saved."}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={leave}
        onCancel={() => setLeaving(false)}
      />
    </FormProvider>
  );
};
