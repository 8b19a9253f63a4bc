import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { useUpdateSettings } from "../../../../data/settings/mutations.ts";
import type { Settings } from "../../../../data/settings/queries.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { RecordForm, type FormQuestion, type FormValues } from "../../../../kit/record-form.tsx";
import { showToast } from "../../../../ui/toast.ts";

export interface SettingsFormProps {
  /** What it does, and what its button says. */
  readonly label: string;
  /** Which of the settings' forms a draft belongs to. */
  readonly form: string;
  /** Some of the contract's fields. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  readonly fields: readonly (keyof Settings)[];
  readonly settings: Settings;
  /** Told when it is saved. */
  readonly done: string;
  readonly questionOf?: (changes: FormValues) => FormQuestion | null;
  readonly children: ReactNode;
}

/** Some of the settings, of which only what was changed is sent. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { settings, fields } = props;
  const update = useUpdateSettings();
  const owner = useDraftOwner();
  const [round, setRound] = useState(0);
  const values = Object.fromEntries(fields.map((name) => [name, settings[name]]));
  return (
    <RecordForm
      // Another form's save leaves what is being typed here alone.
      key={`${JSON.stringify(values)} ${round}`}
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
        showToast({ title: props.done, variant: "success" });
      }}
      onCancel={() => setRound(round + 1)}
    >
      {props.children}
    </RecordForm>
  );
};
