import { useState } from "react";
import { useDraftOwner } from "./draft-owner.ts";
import { RecordForm, type FormValues, type RecordFormProps } from "./record-form.tsx";
import type { SuccessText } from "#ui/messages/show-success.ts";
import type { ToastText } from "#ui/messages/toast.ts";

export interface SingleRecordFormProps extends Omit<
  RecordFormProps,
  "draft" | "onSave" | "onCancel"
> {
  /** The name under which the form's drafts are stored. */
  readonly formName: string;
  /** Receives the changes with the record's version, and all values of the form. */
  readonly onSave: (changes: FormValues, allValues: FormValues) => Promise<unknown>;
  /** Read aloud after saving. Beside the button, the form says only that it was saved, and the description. */
  readonly success: SuccessText;
}

const toToastText = (text: SuccessText): ToastText =>
  typeof text === "string" ? { title: text } : text;

/** Read by screen readers. The form can't announce it, because it remounts with the saved values. */
const Announcement = ({ text }: { readonly text: ToastText | null }) => (
  <output className="sr-only">
    <span>{text?.title}</span> <span>{text?.description}</span>
  </output>
);

/**
 * The form for a record that exists only once, such as the settings or a volunteer's own details. The form stays open,
 * and Cancel restores the stored values.
 */
export const SingleRecordForm = ({
  formName,
  onSave,
  success,
  ...props
}: SingleRecordFormProps) => {
  const owner = useDraftOwner();
  const [resetKey, setResetKey] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [savedText, setSavedText] = useState<ToastText | null>(null);
  const valuesKey = JSON.stringify(props.values);
  const [shownKey, setShownKey] = useState(valuesKey);
  // A save refetches the record before it finishes. If the form remounted at that point, it would restore the draft
  // that is being saved.
  if (!isSaving && shownKey !== valuesKey) setShownKey(valuesKey);
  return (
    <>
      <RecordForm
        {...props}
        needsChange={props.needsChange ?? true}
        // Remounts only after Cancel or when this form's values change, so that saving another form doesn't reset this
        // one.
        key={`${shownKey} ${resetKey}`}
        draft={{ owner, form: formName }}
        savedText={savedText && ["Saved", savedText.description].filter(Boolean).join(". ")}
        onSave={async (allValues, changes) => {
          setSaving(true);
          setSavedText(null);
          try {
            await onSave(changes, allValues);
          } catch (error) {
            setSaving(false);
            throw error;
          }
          setSavedText(toToastText(success));
        }}
        onSaved={() => setSaving(false)}
        onCancel={() => {
          setSavedText(null);
          setResetKey(resetKey + 1);
        }}
      />
      <Announcement text={savedText} />
    </>
  );
};
