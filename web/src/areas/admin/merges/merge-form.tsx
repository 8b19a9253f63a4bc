import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import type { MergeNoun } from "#contracts/merges.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormSelect } from "#kit/forms/form-fields.tsx";
import { RecordForm, type FormValues } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import type { MergeFields } from "./merge-questions.ts";

interface Side {
  readonly id: string;
  readonly updatedAt: string;
}

interface MergeFormProps<OwnSide extends Side, Choices extends FormValues> {
  readonly noun: MergeNoun;
  readonly preview: { readonly kept: OwnSide; readonly merged: OwnSide };
  readonly summary: ComponentType<{ readonly title?: string; readonly side: OwnSide }>;
  /** Describes the merge's effects on both records. */
  readonly children: ReactNode;
  readonly schema: z.ZodType<Choices, FormValues>;
  readonly fields: MergeFields<OwnSide>;
  readonly onMerge: (merge: {
    readonly body: {
      readonly keptId: string;
      readonly mergedId: string;
      readonly keptUpdatedAt: string;
      readonly mergedUpdatedAt: string;
      readonly choices: Choices;
    };
    readonly idempotencyKey: string;
  }) => Promise<unknown>;
  /** Called when the merge was rejected, perhaps because one of the records has changed. */
  readonly onFailure: () => void;
  readonly onDone: () => void;
}

/** Asks which values to keep, and merges the records. */
export const MergeForm = <OwnSide extends Side, Choices extends FormValues>({
  noun,
  preview,
  summary: Summary,
  children,
  schema,
  fields,
  onMerge,
  onFailure,
  onDone,
}: MergeFormProps<OwnSide, Choices>) => {
  const { kept, merged } = preview;
  const pluralNoun = `${noun}s`;
  const owner = useDraftOwner();
  const draft = { owner, form: `merge ${kept.id} ${merged.id}` };
  return (
    <>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Summary title="Keep this one" side={kept} />
        <Summary title="Merge this one into it" side={merged} />
      </div>
      {children}
      <RecordForm
        label={`Merge ${pluralNoun}`}
        schema={schema}
        values={fields.getInitialChoices(preview)}
        draft={draft}
        failure={{ title: "Merge Failed", fallback: `Failed to merge the ${pluralNoun}` }}
        submitButtons={[{ label: `Merge ${pluralNoun}`, busyLabel: "Merging…", values: {} }]}
        onSave={async (choices) => {
          try {
            await onMerge({
              body: {
                keptId: kept.id,
                mergedId: merged.id,
                keptUpdatedAt: kept.updatedAt,
                mergedUpdatedAt: merged.updatedAt,
                choices: schema.parse(choices),
              },
              idempotencyKey: idempotencyKeyOf(draft),
            });
          } catch (error) {
            onFailure();
            throw error;
          }
          showSuccess(`The ${pluralNoun} were merged`);
        }}
        onSaved={onDone}
        onCancel={onDone}
      >
        {fields.listQuestions(preview).map(({ name, label, options }) => (
          <FormSelect<FormValues> key={name} name={name} label={label} options={options} />
        ))}
      </RecordForm>
    </>
  );
};
