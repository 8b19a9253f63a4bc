import { zodResolver } from "@hookform/resolvers/zod";
import {
  Suspense,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import Check from "lucide-react/icons/check";
import { FormProvider, useForm, type FieldValues } from "react-hook-form";
import type { z } from "zod";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { forgetDraft } from "#lib/drafts/drafts.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { firstField } from "#ui/fields/first-field.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { showToast, type ToastText } from "#ui/messages/toast.ts";
import { useConflict } from "./edited-version.ts";
import { FieldConstraintsContext } from "./form-fields.tsx";
import { readConstraints } from "./schema-constraints.ts";
import { PendingWorkContext } from "./pending-work.ts";
import { useRecordDraft } from "./record-draft.ts";
import { useQuestion } from "./use-question.ts";
import { useRecordSubmit, type RecordSubmitProps, type SubmitButton } from "./use-record-submit.ts";

const RecordConflict = lazyComponent(async () => ({
  default: (await import("./record-conflict.tsx")).RecordConflict,
}));

export type FormValues = FieldValues;

export interface RecordFormProps extends RecordSubmitProps {
  /** The contract's schema. */
  readonly schema: z.ZodType<FieldValues, FieldValues>;
  /** Disables Save and Cancel until something has changed, for a form that stays open. */
  readonly needsChange?: boolean;
  readonly onCancel: () => void;
  /** Replaces "Cancel", if users could mistake it for the form's own action. */
  readonly cancelLabel?: string;
  readonly isLeavingDisabled?: boolean;
  /** Shown beside the buttons until something changes. */
  readonly savedText?: string | null;
  /** Focuses the first field, for a form that is opened with a button. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** Keeps track of pending work that blocks saving, such as uploads, oldest first. */
const usePendingWork = () => {
  const pendingWork = useRef(new Set<ToastText>());
  const blockSubmit = useCallback((notice: ToastText) => {
    pendingWork.current.add(notice);
    return () => void pendingWork.current.delete(notice);
  }, []);
  return { blockSubmit, findPendingNotice: () => [...pendingWork.current][0] };
};

const useInitialFocus = (isEnabled: boolean) => {
  const formRef = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isEnabled && formRef.current) firstField(formRef.current)?.focus();
  }, [isEnabled]);
  return formRef;
};

const UNCHANGED_NOTICE: ToastText = {
  title: "Nothing to save yet",
  description: "Change something first.",
};

const ENTER_SELECTOR = "input:not([type='submit'], [type='button'], [type='file'])";

/** Makes Enter in a field use this button. Browsers use the form's first one. */
const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>, { label }: SubmitButton) => {
  const { key, target, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || nativeEvent.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLElement && target.matches(ENTER_SELECTOR))) return;
  event.preventDefault();
  const buttons = currentTarget.querySelectorAll<HTMLButtonElement>("button[type='submit']");
  currentTarget.requestSubmit([...buttons].find(({ value }) => value === label));
};

/** The button that had the focus was removed along with its panel, so move the focus to this element. */
const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** A form for one record. What the user typed survives failures, reloads, Back, and expired sessions. */
export const RecordForm = (props: RecordFormProps) => {
  const { label, schema, values, draft, version } = props;
  const buttons: readonly SubmitButton[] = props.submitButtons ?? [{ label, values: {} }];
  const defaultButton = buttons.find(({ isDefault }) => isDefault) ?? buttons[0];
  const isUpdate = version !== undefined;
  const constraints = useMemo(() => readConstraints(schema, { isUpdate }), [schema, isUpdate]);
  const form = useForm({ defaultValues: values, resolver: zodResolver(schema) });
  const { isDirty, isSubmitting } = form.formState;
  const { hasDraft, ...draftVersion } = useRecordDraft(form, draft, {
    version,
    values,
    savedValues: props.autosave?.savedValues ?? null,
  });
  const { conflict, setConflict, resolution, resolveConflict, undo } = useConflict(
    form,
    draftVersion.baseVersion.adoptVersion,
  );
  const [isLeaving, setLeaving] = useState(false);
  const { blockSubmit, findPendingNotice } = usePendingWork();
  const { openQuestion, ask } = useQuestion(isSubmitting);
  const formRef = useInitialFocus(props.takesFocus === true);
  const unchangedNoteId = useId();
  const isUnchanged = props.needsChange === true && !isDirty;
  /**
   * Marks a button that doesn't do anything until something has changed. It can still be focused, and it explains why.
   */
  const unchangedProps = isUnchanged && {
    "aria-disabled": true,
    "aria-describedby": unchangedNoteId,
  };

  const submit = useRecordSubmit(props, {
    form,
    buttons,
    constraints,
    draftVersion,
    onConflict: setConflict,
    findPendingNotice,
    ask,
  });
  const leave = () => {
    forgetDraft(draft);
    props.onCancel();
  };

  return (
    <FormProvider {...form}>
      <FieldConstraintsContext value={constraints}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on the field inside */}
        <form
          ref={formRef}
          noValidate
          aria-label={label}
          onSubmit={(event) => {
            if (!isUnchanged) return void submit(event);
            event.preventDefault();
            return showToast(UNCHANGED_NOTICE);
          }}
          onKeyDown={(event) => defaultButton?.isDefault && submitOnEnter(event, defaultButton)}
          className={cx(
            "grid grid-cols-1 gap-x-4 gap-y-5 py-2 text-left whitespace-normal sm:grid-cols-2",
            // Scrolls a focused field far enough that the buttons don't cover it.
            props.autosave && "pb-0 **:scroll-mb-32",
          )}
        >
          {hasDraft && (
            <div className="sm:col-span-2">
              <Notice tone="info">We restored what you typed earlier.</Notice>
            </div>
          )}
          <PendingWorkContext value={blockSubmit}>{props.children}</PendingWorkContext>
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
            {buttons.map((submit) => (
              <Button
                key={submit.label}
                type="submit"
                value={submit.label}
                variant={submit === defaultButton ? "primary" : "outline"}
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
                {UNCHANGED_NOTICE.description}
              </span>
            )}
            {props.savedText && !isDirty && !isSubmitting && (
              <span className="text-success flex items-center gap-1.5 text-sm" aria-hidden="true">
                <Check size={16} className="shrink-0" />
                {props.savedText}
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
