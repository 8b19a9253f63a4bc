import { useState } from "react";
import { useDraftOwner } from "./draft-owner.ts";
import { RecordForm, type FormValues, type RecordFormProps } from "./record-form.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";

export interface SingleRecordFormProps extends Omit<
  RecordFormProps,
  "draft" | "onSave" | "onCancel"
> {
  /** The name under which the form's drafts are stored. */
  readonly formName: string;
  /** Receives the changes with the record's version, and all values of the form. */
  readonly onSave: (changes: FormValues, allValues: FormValues) => Promise<unknown>;
  /** Shown after saving. */
  readonly success: SuccessText;
}

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
  const valuesKey = JSON.stringify(props.values);
  const [shownKey, setShownKey] = useState(valuesKey);
  // A save refetches the record before it finishes. If the form remounted at that point, it would restore the draft
  // that is being saved.
  if (!isSaving && shownKey !== valuesKey) setShownKey(valuesKey);
  return (
    <RecordForm
      {...props}
      needsChange={props.needsChange ?? true}
      // Remounts only after Cancel or when this form's values change, so that saving another form doesn't reset this
      // one.
      key={`${shownKey} ${resetKey}`}
      draft={{ owner, form: formName }}
      onSave={async (allValues, changes) => {
        setSaving(true);
        try {
          await onSave(changes, allValues);
        } catch (error) {
          setSaving(false);
          throw error;
        }
        showSuccess(success);
      }}
      onSaved={() => setSaving(false)}
      onCancel={() => setResetKey(resetKey + 1)}
    />
  );
};
