import type { ReactNode } from "react";
import type { z } from "zod";
import { useUpdateSettings } from "#data/settings/mutations.ts";
import type { Settings } from "#data/settings/queries.ts";
import { SingleRecordForm } from "#admin/single-record-form.tsx";
import type { FormQuestion, FormValues } from "#kit/forms/record-form.tsx";

export interface SettingsFormProps {
  /** Accessible name of the form and label of its button. */
  readonly label: string;
  /** Name under which this form's drafts are stored. */
  readonly formName: string;
  /** The part of the contract's schema that covers `fields`. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  readonly fields: readonly (keyof Settings)[];
  readonly settings: Settings;
  /** Shown after saving. */
  readonly success: string;
  readonly questionOf?: (changes: FormValues) => FormQuestion | null;
  readonly children: ReactNode;
}

/** Edits some of the settings and sends only the changes. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { settings, fields } = props;
  const update = useUpdateSettings();
  return (
    <SingleRecordForm
      label={props.label}
      schema={props.schema}
      values={Object.fromEntries(fields.map((name) => [name, settings[name]]))}
      formName={props.formName}
      version={{ name: "updatedAt", value: settings.updatedAt }}
      failure={{
        title: "Update Failed",
        fallback: "We couldn't save your settings. Please try again.",
      }}
      questionOf={props.questionOf}
      onSave={(changes) => update.mutateAsync(changes)}
      success={props.success}
    >
      {props.children}
    </SingleRecordForm>
  );
};
