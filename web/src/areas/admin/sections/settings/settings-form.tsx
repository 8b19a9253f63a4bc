import type { ReactNode } from "react";
import type { z } from "zod";
import { type Settings, useUpdateSettings } from "#data/settings/mutations.ts";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import type { FormValues } from "#kit/forms/record-form.tsx";
import type { SuccessText } from "#ui/messages/show-success.ts";
import type { FormQuestion } from "#kit/forms/use-question.ts";

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
  readonly success: SuccessText;
  /** False if nobody has saved these values yet. They can then be saved as they are, which confirms them. */
  readonly isConfirmed?: boolean;
  readonly questionOf?: (changes: FormValues) => FormQuestion | null;
  readonly children: ReactNode;
}

const VERSION_FIELD = "updatedAt";
const hasChanges = (changes: FormValues) =>
  Object.keys(changes).some((name) => name !== VERSION_FIELD);

/**
 * Edits some of the settings and sends only the changes. In every such form, Save does something only if there is
 * something to save: a change, or values that nobody has confirmed.
 */
export const SettingsForm = (props: SettingsFormProps) => {
  const { settings, fields, isConfirmed = true } = props;
  const update = useUpdateSettings();
  return (
    <SingleRecordForm
      label={props.label}
      schema={props.schema}
      values={Object.fromEntries(fields.map((name) => [name, settings[name]]))}
      formName={props.formName}
      version={{ name: VERSION_FIELD, value: settings.updatedAt }}
      failure={{
        title: "Update Failed",
        fallback: "We couldn't save your settings. Please try again.",
      }}
      questionOf={props.questionOf}
      needsChange={isConfirmed}
      onSave={(changes, allValues) =>
        update.mutateAsync(hasChanges(changes) ? changes : { ...allValues, ...changes })
      }
      success={props.success}
    >
      {props.children}
      {!isConfirmed && (
        <p className="quiet text-sm sm:col-span-2">
          Nobody has confirmed this yet. If it's right, save it as it is.
        </p>
      )}
    </SingleRecordForm>
  );
};
