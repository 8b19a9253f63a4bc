import { useState } from "react";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { RecordForm, type FormValues, type RecordFormProps } from "#kit/forms/record-form.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";

export interface SingleRecordFormProps extends Omit<
  RecordFormProps,
  "draft" | "onSave" | "onCancel"
> {
  /** Name under which this form's drafts are stored. */
  readonly formName: string;
  /** Gets the changes with the record's version, and all values of the form. */
  readonly onSave: (changes: FormValues, allValues: FormValues) => Promise<unknown>;
  /** Shown after saving. */
  readonly success: SuccessText;
}

/** The form of a record that exists only once. It stays open, and Cancel goes back to the stored values. */
export const SingleRecordForm = ({
  formName,
  onSave,
  success,
  ...props
}: SingleRecordFormProps) => {
  const owner = useDraftOwner();
  const [resetKey, setResetKey] = useState(0);
  return (
    <RecordForm
      {...props}
      // Remounts only on Cancel or when its own values change, so saving another form doesn't reset this one.
      key={`${JSON.stringify(props.values)} ${resetKey}`}
      draft={{ owner, form: formName }}
      onSave={async (allValues, changes) => {
        await onSave(changes, allValues);
        showSuccess(success);
      }}
      onCancel={() => setResetKey(resetKey + 1)}
    />
  );
};
