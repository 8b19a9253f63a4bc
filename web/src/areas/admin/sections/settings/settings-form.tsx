import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { useUpdateSettings } from "#data/settings/mutations.ts";
import type { Settings } from "#data/settings/queries.ts";
import { useDraftOwner } from "#kit/draft-owner.ts";
import { RecordForm, type FormQuestion, type FormValues } from "#kit/record-form.tsx";
import { showSuccess } from "#ui/show-success.ts";

export interface SettingsFormProps {
  /** Accessible name of the form and label of its button. */
  readonly label: string;
  /** Key of this form's drafts. */
  readonly form: string;
  /** A part of the contract's schema. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  readonly fields: readonly (keyof Settings)[];
  readonly settings: Settings;
  /** Shown after saving. */
  readonly done: string;
  readonly questionOf?: (changes: FormValues) => FormQuestion | null;
  readonly children: ReactNode;
}

/** Edits some of the settings and sends only the changes. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { settings, fields } = props;
  const update = useUpdateSettings();
  const owner = useDraftOwner();
  const [resetKey, setResetKey] = useState(0);
  const values = Object.fromEntries(fields.map((name) => [name, settings[name]]));
  return (
    <RecordForm
      // Keyed by its own values, so saving another form doesn't reset this one.
      key={`${JSON.stringify(values)} ${resetKey}`}
      label={props.label}
      schema={props.schema}
      values={values}
      draft={{ owner, form: props.form }}
      version={{ name: "updatedAt", value: settings.updatedAt }}
      failure={{
        title: "Update Failed",
        fallback: "We couldn't save your settings. Please try again.",
      }}
      questionOf={props.questionOf}
      onSave={async (_, changes) => {
        await update.mutateAsync(changes);
        showSuccess(props.done);
      }}
      onCancel={() => setResetKey(resetKey + 1)}
    >
      {props.children}
    </RecordForm>
  );
};
